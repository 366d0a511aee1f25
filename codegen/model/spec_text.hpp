#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>
#include <string_view>

namespace muster::codegen {

/// The expression as a spec would write it, for comments and messages of generated code. Process
/// indices are left out: inside a role they are always its own.
std::string spec_text(const spec::TypedSpec& spec, spec::ExprId expr);

/// The text as a C++ string literal.
std::string string_literal(std::string_view text);

} // namespace muster::codegen
