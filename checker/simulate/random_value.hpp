#pragma once

#include "checker/eval/state.hpp"
#include "checker/explore/random.hpp"

namespace muster::checker {

/// A value of a type over a universe, with the integers of a range: each element, enumerator,
/// integer and truth value is as likely as any other; an option is none in one of two cases, a set
/// or the keys of a map have each element in one of two, a list is at most three long.
Value random_value(const spec::TypedSpec& spec,
                   const Universe& universe,
                   spec::TypeId type,
                   const spec::IntegerRange& integers,
                   Random& random);

} // namespace muster::checker
