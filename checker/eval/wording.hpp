#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::checker {

/// An expression in the words of the spec, for messages: `members[id].strategies`. Long parts are
/// shortened to `…`.
std::string describe(const spec::TypedSpec& spec, spec::ExprId id);

} // namespace muster::checker
