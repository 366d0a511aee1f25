#include "checker/smt/walk.hpp"

#include "spec/ast/overloaded.hpp"

namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BlockId;
using spec::ExprId;
using spec::overloaded;

namespace {

class ChildVisitor {
public:
    explicit ChildVisitor(const std::function<void(ExprId)>& visit)
        : visit_(visit) {}

    void operator()(const typed::BoolLiteral&) const {}

    void operator()(const typed::IntLiteral&) const {}

    void operator()(const typed::EnumLiteral&) const {}

    void operator()(const typed::NoneLiteral&) const {}

    void operator()(const typed::LocalRef&) const {}

    void operator()(const typed::ConstRef&) const {}

    void operator()(const typed::MapLiteral& e) const {
        for (const auto& [key, value] : e.entries) {
            go(key);
            go(value);
        }
    }

    void operator()(const typed::ListLiteral& e) const { all(e.elements); }

    void operator()(const typed::Majority& e) const { go(e.set); }

    void operator()(const typed::AllOf&) const {}

    void operator()(const typed::SomeExpr& e) const { go(e.value); }

    void operator()(const typed::VariableRef& e) const { go(e.process); }

    void operator()(const typed::Armed& e) const {
        go(e.process);
        go(e.key);
    }

    void operator()(const typed::FunctionCall& e) const { all(e.arguments); }

    void operator()(const typed::DefCall& e) const {
        go(e.process);
        all(e.arguments);
    }

    void operator()(const typed::Unary& e) const { go(e.operand); }

    void operator()(const typed::Binary& e) const {
        go(e.left);
        go(e.right);
    }

    void operator()(const typed::IfElse& e) const {
        go(e.condition);
        go(e.then_value);
        go(e.else_value);
    }

    void operator()(const typed::FieldAccess& e) const { go(e.object); }

    void operator()(const typed::OptionValue& e) const { go(e.option); }

    void operator()(const typed::IsOption& e) const { go(e.option); }

    void operator()(const typed::MapLookup& e) const {
        go(e.map);
        go(e.key);
    }

    void operator()(const typed::SetLiteral& e) const { all(e.elements); }

    void operator()(const typed::Comprehension& e) const {
        go(e.head);
        go(e.value);
        for (const auto& clause : e.clauses) {
            std::visit(overloaded{[&](const typed::Binder& binder) { go(binder.domain); },
                                  [&](ExprId condition) {
                                      go(condition);
                                  }},
                       clause);
        }
    }

    void operator()(const typed::Size& e) const { go(e.container); }

    void operator()(const typed::Keys& e) const { go(e.map); }

    void operator()(const typed::First& e) const {
        go(e.list);
        go(e.condition);
    }

    void operator()(const typed::Quantifier& e) const {
        for (const typed::Binder& binder : e.binders)
            go(binder.domain);
        go(e.body);
    }

    void operator()(const typed::RecordLiteral& e) const { all(e.fields); }

    void operator()(const typed::RecordUpdate& e) const {
        go(e.object);
        fields(e.fields);
    }

    void operator()(const typed::Old& e) const { go(e.value); }

    void operator()(const typed::MessagePattern& e) const {
        fields(e.fields);
        go(e.from);
        go(e.to);
    }

private:
    void go(ExprId id) const {
        if (id.valid())
            visit_(id);
    }

    void all(const std::vector<ExprId>& ids) const {
        for (ExprId id : ids)
            go(id);
    }

    void fields(const std::vector<std::pair<std::uint32_t, ExprId>>& named) const {
        for (const auto& field : named)
            go(field.second);
    }

    const std::function<void(ExprId)>& visit_;
};

void visit_place(const typed::Place& place, const std::function<void(ExprId)>& visit) {
    for (const auto& step : place.path) {
        if (const auto* key = std::get_if<typed::PlaceKey>(&step))
            visit(key->key);
    }
}

} // namespace

void for_each_child(const typed::Expr& expr, const std::function<void(ExprId)>& visit) {
    std::visit(ChildVisitor{visit}, expr.node);
}

void for_each_expr(const typed::Statement& statement, const std::function<void(ExprId)>& visit) {
    const auto go = [&](ExprId id) {
        if (id.valid())
            visit(id);
    };
    const auto all = [&](const std::vector<ExprId>& ids) {
        for (ExprId id : ids)
            go(id);
    };
    std::visit(overloaded{[&](const typed::Assign& s) {
                              visit_place(s.place, visit);
                              go(s.value);
                          },
                          [&](const typed::AddElement& s) {
                              visit_place(s.place, visit);
                              go(s.element);
                          },
                          [&](const typed::RemoveElement& s) {
                              visit_place(s.place, visit);
                              go(s.element);
                          },
                          [&](const typed::Let& s) { go(s.value); },
                          [&](const typed::Fresh&) {},
                          [&](const typed::If& s) { go(s.condition); },
                          [&](const typed::Send& s) {
                              all(s.fields);
                              go(s.to);
                          },
                          [&](const typed::Reply& s) {
                              all(s.fields);
                              go(s.request);
                          },
                          [&](const typed::StartTimer& s) {
                              go(s.key);
                              go(s.duration);
                          },
                          [&](const typed::StopTimer& s) { go(s.key); },
                          [&](const typed::Ignore&) {},
                          [&](const typed::Return&) {},
                          [&](const typed::Assert& s) { go(s.condition); },
                          [&](const typed::ProcedureCall& s) { all(s.arguments); },
                          [&](const typed::For& s) { go(s.domain); },
                          [&](const typed::ForEach& s) { go(s.list); },
                          [&](const typed::Pick& s) {
                              go(s.domain);
                              go(s.condition);
                              go(s.key);
                          }},
               statement.node);
}

void for_each_block(const typed::Statement& statement, const std::function<void(BlockId)>& visit) {
    const auto go = [&](BlockId id) {
        if (id.valid())
            visit(id);
    };
    if (const auto* branch = std::get_if<typed::If>(&statement.node)) {
        go(branch->then_block);
        go(branch->else_block);
    } else if (const auto* loop = std::get_if<typed::For>(&statement.node)) {
        go(loop->body);
    } else if (const auto* pick = std::get_if<typed::Pick>(&statement.node)) {
        go(pick->body);
        go(pick->else_block);
    }
}

void for_each_inside(const spec::TypedSpec& spec,
                     ExprId root,
                     const std::function<void(const typed::Expr&)>& visit) {
    if (!root.valid())
        return;
    const typed::Expr& expr = spec.expr(root);
    visit(expr);
    for_each_child(expr, [&](ExprId child) { for_each_inside(spec, child, visit); });
    if (const auto* call = std::get_if<typed::DefCall>(&expr.node))
        for_each_inside(spec, spec.def(call->def).body, visit);
}

void for_each_inside(const spec::TypedSpec& spec,
                     BlockId root,
                     const std::function<void(const typed::Expr&)>& visit) {
    for_each_statement(spec, root, [&](const typed::Statement& statement) {
        for_each_expr(statement, [&](ExprId id) { for_each_inside(spec, id, visit); });
    });
}

void for_each_statement(const spec::TypedSpec& spec,
                        BlockId root,
                        const std::function<void(const typed::Statement&)>& visit) {
    if (!root.valid())
        return;
    for (const typed::Statement& statement : spec.block(root).statements) {
        visit(statement);
        for_each_block(statement, [&](BlockId block) { for_each_statement(spec, block, visit); });
        if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node))
            for_each_statement(spec, spec.procedure(call->procedure).body, visit);
    }
}

} // namespace muster::checker::smt
