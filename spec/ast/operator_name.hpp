#pragma once

#include "spec/ast/expr.hpp"

#include <string_view>

namespace muster::spec::ast {

/// The operator as it is written: `implies`, `==`, `in`.
[[nodiscard]] std::string_view operator_name(BinaryOp op);

} // namespace muster::spec::ast
