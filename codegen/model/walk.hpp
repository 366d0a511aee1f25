#pragma once

#include "spec/types/typed_spec.hpp"

#include <vector>

namespace muster::codegen {

/// The expressions directly inside this one, in the order in which they are evaluated.
std::vector<spec::ExprId> children(const spec::typed::Expr& expr);
/// The expressions directly inside this statement, not those of its blocks.
std::vector<spec::ExprId> expressions_of(const spec::typed::Statement& statement);
/// The blocks directly inside this statement.
std::vector<spec::BlockId> blocks_of(const spec::typed::Statement& statement);

} // namespace muster::codegen
