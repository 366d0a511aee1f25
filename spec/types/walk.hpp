#pragma once

#include "spec/ast/overloaded.hpp"
#include "spec/types/typed_spec.hpp"

#include <variant>

namespace muster::spec {

/// Which parts each kind of expression has; see `for_each_part`.
template <class Visit>
class ExprParts {
public:
    explicit ExprParts(Visit& visit)
        : visit_(visit) {}

    void operator()(const typed::BoolLiteral&) const {}

    void operator()(const typed::IntLiteral&) const {}

    void operator()(const typed::EnumLiteral&) const {}

    void operator()(const typed::NoneLiteral&) const {}

    void operator()(const typed::SomeExpr& e) const { visit_(e.value); }

    void operator()(const typed::LocalRef&) const {}

    void operator()(const typed::ConstRef&) const {}

    void operator()(const typed::VariableRef& e) const { optional(e.process); }

    void operator()(const typed::Armed& e) const {
        optional(e.process);
        optional(e.key);
    }

    void operator()(const typed::FunctionCall& e) const { all(e.arguments); }

    void operator()(const typed::DefCall& e) const {
        optional(e.process);
        all(e.arguments);
    }

    void operator()(const typed::Unary& e) const { visit_(e.operand); }

    void operator()(const typed::Binary& e) const {
        visit_(e.left);
        visit_(e.right);
    }

    void operator()(const typed::IfElse& e) const {
        visit_(e.condition);
        visit_(e.then_value);
        visit_(e.else_value);
    }

    void operator()(const typed::FieldAccess& e) const { visit_(e.object); }

    void operator()(const typed::OptionValue& e) const { visit_(e.option); }

    void operator()(const typed::IsOption& e) const { visit_(e.option); }

    void operator()(const typed::MapLookup& e) const {
        visit_(e.map);
        visit_(e.key);
    }

    void operator()(const typed::SetLiteral& e) const { all(e.elements); }

    void operator()(const typed::MapLiteral& e) const {
        for (const auto& [key, value] : e.entries) {
            visit_(key);
            visit_(value);
        }
    }

    void operator()(const typed::ListLiteral& e) const { all(e.elements); }

    void operator()(const typed::Comprehension& e) const {
        for (const auto& clause : e.clauses) {
            if (const auto* binder = std::get_if<typed::Binder>(&clause)) {
                optional(binder->domain);
            } else {
                visit_(std::get<ExprId>(clause));
            }
        }
        visit_(e.head);
        optional(e.value);
    }

    void operator()(const typed::Size& e) const { visit_(e.container); }

    void operator()(const typed::Keys& e) const { visit_(e.map); }

    void operator()(const typed::First& e) const {
        visit_(e.list);
        optional(e.condition);
    }

    void operator()(const typed::Quantifier& e) const {
        for (const typed::Binder& binder : e.binders) {
            optional(binder.domain);
        }
        visit_(e.body);
    }

    void operator()(const typed::RecordLiteral& e) const { all(e.fields); }

    void operator()(const typed::RecordUpdate& e) const {
        visit_(e.object);
        pairs(e.fields);
    }

    void operator()(const typed::Old& e) const { visit_(e.value); }

    void operator()(const typed::MessagePattern& e) const {
        pairs(e.fields);
        optional(e.from);
        optional(e.to);
    }

    void operator()(const typed::AllOf&) const {}

    void operator()(const typed::Majority& e) const { visit_(e.set); }

private:
    void optional(ExprId id) const {
        if (id.valid()) {
            visit_(id);
        }
    }

    void all(const std::vector<ExprId>& ids) const {
        for (const ExprId id : ids) {
            visit_(id);
        }
    }

    void pairs(const std::vector<std::pair<std::uint32_t, ExprId>>& fields) const {
        for (const auto& field : fields) {
            visit_(field.second);
        }
    }

    Visit& visit_;
};

/// Calls `visit(ExprId)` for every direct part of an expression, from left to right.
template <class Visit>
void for_each_part(const typed::Expr& expr, Visit visit) {
    std::visit(ExprParts<Visit>(visit), expr.node);
}

/// Which parts each kind of statement has; see `for_each_part`.
template <class OnExpr, class OnBlock>
class StatementParts {
public:
    StatementParts(OnExpr& on_expr, OnBlock& on_block)
        : on_expr_(on_expr)
        , on_block_(on_block) {}

    void operator()(const typed::Assign& s) const {
        place(s.place);
        on_expr_(s.value);
    }

    void operator()(const typed::AddElement& s) const {
        place(s.place);
        on_expr_(s.element);
    }

    void operator()(const typed::RemoveElement& s) const {
        place(s.place);
        on_expr_(s.element);
    }

    void operator()(const typed::Let& s) const { on_expr_(s.value); }

    void operator()(const typed::Fresh&) const {}

    void operator()(const typed::If& s) const {
        on_expr_(s.condition);
        block(s.then_block);
        block(s.else_block);
    }

    void operator()(const typed::Send& s) const {
        all(s.fields);
        optional(s.to);
    }

    void operator()(const typed::Reply& s) const {
        all(s.fields);
        on_expr_(s.request);
    }

    void operator()(const typed::StartTimer& s) const {
        optional(s.key);
        optional(s.duration);
    }

    void operator()(const typed::StopTimer& s) const { optional(s.key); }

    void operator()(const typed::Ignore&) const {}

    void operator()(const typed::Return&) const {}

    void operator()(const typed::Assert& s) const { on_expr_(s.condition); }

    void operator()(const typed::ProcedureCall& s) const { all(s.arguments); }

    void operator()(const typed::For& s) const {
        on_expr_(s.domain);
        block(s.body);
    }

    void operator()(const typed::ForEach& s) const {
        on_expr_(s.list);
        block(s.body);
    }

    void operator()(const typed::Pick& s) const {
        on_expr_(s.domain);
        optional(s.condition);
        optional(s.key);
        block(s.body);
        block(s.else_block);
    }

private:
    void optional(ExprId id) const {
        if (id.valid()) {
            on_expr_(id);
        }
    }

    void all(const std::vector<ExprId>& ids) const {
        for (const ExprId id : ids) {
            on_expr_(id);
        }
    }

    void block(BlockId id) const {
        if (id.valid()) {
            on_block_(id);
        }
    }

    void place(const typed::Place& target) const {
        for (const auto& part : target.path) {
            if (const auto* key = std::get_if<typed::PlaceKey>(&part)) {
                on_expr_(key->key);
            }
        }
    }

    OnExpr& on_expr_;
    OnBlock& on_block_;
};

/// Calls `on_expr(ExprId)` for every expression of a statement, and `on_block(BlockId)` for every
/// block directly inside it, in source order. Keys in the path of a place count as expressions.
template <class OnExpr, class OnBlock>
void for_each_part(const typed::Statement& statement, OnExpr on_expr, OnBlock on_block) {
    std::visit(StatementParts<OnExpr, OnBlock>(on_expr, on_block), statement.node);
}

} // namespace muster::spec
