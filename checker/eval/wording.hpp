#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::checker {

/// A role's own names stand alone in the role and behind the role's name in a property.
enum class WrittenIn { role, property };

/// An expression in the words of the spec, for messages: `members[id].strategies`. Long parts are
/// shortened to `…`.
std::string
describe(const spec::TypedSpec& spec, spec::ExprId id, WrittenIn place = WrittenIn::role);

} // namespace muster::checker
