#pragma once

#include "spec/ast/ast.hpp"

#include <string>

namespace muster::spec {

/// The tree as compact s-expressions, one declaration or member of a role per line, without spans:
/// `a + b` is `(+ a b)`. The same tree gives the same text; trees that differ in more than places
/// and documentation give different ones.
[[nodiscard]] std::string dump(const ParsedFile& file);

/// One expression of the file alone.
[[nodiscard]] std::string dump_expr(const ParsedFile& file, ast::ExprId id);

} // namespace muster::spec
