#pragma once

#include "spec/ast/property.hpp"

#include <string_view>

namespace muster::spec {

/// The keyword of the language for it.
std::string_view word(ast::PropertyKind kind);
std::string_view word(ast::FaultKind kind);

} // namespace muster::spec
