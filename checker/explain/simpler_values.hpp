#pragma once

#include "checker/eval/value.hpp"

#include <vector>

namespace muster::checker {

/// Values that differ from the given one in one place and are plainer there: like the target, or
/// without one element. The plainest come first; none if the value is the target. Whoever replaces
/// a value by one of these again and again comes to an end.
std::vector<Value> simpler_values(const spec::TypedSpec& spec,
                                  spec::TypeId type,
                                  const Value& value,
                                  const Value& target);

} // namespace muster::checker
