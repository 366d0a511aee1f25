#pragma once

#include "spec/types/typed_spec.hpp"

#include <functional>

/// Traversals that follow calls into defs and procedures; direct parts are `spec::for_each_part`.
namespace muster::checker::smt {

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
