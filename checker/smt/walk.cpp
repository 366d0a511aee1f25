#include "checker/smt/walk.hpp"

#include "spec/types/walk.hpp"

namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BlockId;
using spec::ExprId;

void for_each_inside(const spec::TypedSpec& spec,
                     ExprId root,
                     const std::function<void(const typed::Expr&)>& visit) {
    if (!root.valid())
        return;
    const typed::Expr& expr = spec.expr(root);
    visit(expr);
    spec::for_each_part(expr, [&](ExprId part) { for_each_inside(spec, part, visit); });
    if (const auto* call = std::get_if<typed::DefCall>(&expr.node))
        for_each_inside(spec, spec.def(call->def).body, visit);
}

void for_each_inside(const spec::TypedSpec& spec,
                     BlockId root,
                     const std::function<void(const typed::Expr&)>& visit) {
    for_each_statement(spec, root, [&](const typed::Statement& statement) {
        spec::for_each_part(
            statement, [&](ExprId id) { for_each_inside(spec, id, visit); }, [](BlockId) {});
    });
}

void for_each_statement(const spec::TypedSpec& spec,
                        BlockId root,
                        const std::function<void(const typed::Statement&)>& visit) {
    if (!root.valid())
        return;
    for (const typed::Statement& statement : spec.block(root).statements) {
        visit(statement);
        spec::for_each_part(
            statement,
            [](ExprId) {},
            [&](BlockId block) { for_each_statement(spec, block, visit); });
        if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node))
            for_each_statement(spec, spec.procedure(call->procedure).body, visit);
    }
}

} // namespace muster::checker::smt
