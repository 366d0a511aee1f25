#pragma once

#include "spec/types/typed_spec.hpp"

#include <functional>

/// Generic traversals of typed expressions and statements.
namespace muster::checker::smt {

/// Calls `visit` for every direct part of an expression.
void for_each_child(const spec::typed::Expr& expr, const std::function<void(spec::ExprId)>& visit);

/// Calls `visit` for every expression that stands directly in a statement.
void for_each_expr(const spec::typed::Statement& statement,
                   const std::function<void(spec::ExprId)>& visit);

/// Calls `visit` for every block that stands directly in a statement.
void for_each_block(const spec::typed::Statement& statement,
                    const std::function<void(spec::BlockId)>& visit);

/// Calls `visit` for the expression and everything inside it; enters the bodies of the defs that
/// it calls.
void for_each_inside(const spec::TypedSpec& spec,
                     spec::ExprId root,
                     const std::function<void(const spec::typed::Expr&)>& visit);

/// Calls `visit` for every expression inside a block, as above; enters called procedures.
void for_each_inside(const spec::TypedSpec& spec,
                     spec::BlockId root,
                     const std::function<void(const spec::typed::Expr&)>& visit);

/// Calls `visit` for every statement inside a block; enters called procedures.
void for_each_statement(const spec::TypedSpec& spec,
                        spec::BlockId root,
                        const std::function<void(const spec::typed::Statement&)>& visit);

} // namespace muster::checker::smt
