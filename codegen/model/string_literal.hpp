#pragma once

#include <string>
#include <string_view>

namespace muster::codegen {

/// The text as a C++ string literal.
std::string string_literal(std::string_view text);

} // namespace muster::codegen
