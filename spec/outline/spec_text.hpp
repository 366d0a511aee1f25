#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::spec {

/// The expression as a spec would write it, for comments, messages and pictures. Process indices
/// are left out: inside a role they are always its own.
std::string spec_text(const TypedSpec& spec, ExprId expr);

} // namespace muster::spec
