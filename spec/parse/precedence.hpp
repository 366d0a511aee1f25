#pragma once

#include "spec/parse/builder.hpp"
#include "spec/parse/cst.hpp"

#include <optional>
#include <string_view>

namespace muster::spec::syntax {

/// The operator that a word or sign between two operands stands for.
[[nodiscard]] std::optional<ast::BinaryOp> binary_operator(std::string_view text);

/// Turns a flat chain into a tree. Reports comparisons that are chained without parentheses.
[[nodiscard]] ast::ExprId resolve(const cst::Chain& chain, Builder& builder);

/// Reads a chain of the form `x in S`, with a plain name on the left and nothing in S that binds
/// less tightly than `in`, as a binder.
[[nodiscard]] std::optional<ast::Binder> as_binder(const cst::Chain& chain, Builder& builder);

} // namespace muster::spec::syntax
