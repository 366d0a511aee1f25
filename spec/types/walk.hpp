#pragma once

#include "spec/ast/overloaded.hpp"
#include "spec/types/typed_spec.hpp"

#include <variant>

namespace muster::spec {

/// Calls `visit(ExprId)` for every direct part of an expression, from left to right.
template <class Visit>
void for_each_part(const typed::Expr& expr, Visit visit) {
    const auto optional = [&](ExprId id) {
        if (id.valid()) {
            visit(id);
        }
    };
    const auto all = [&](const auto& ids) {
        for (const ExprId id : ids) {
            visit(id);
        }
    };
    const auto pairs = [&](const auto& fields) {
        for (const auto& [field, value] : fields) {
            visit(value);
        }
    };
    std::visit(overloaded{
                   [](const typed::BoolLiteral&) {},
                   [](const typed::IntLiteral&) {},
                   [](const typed::EnumLiteral&) {},
                   [](const typed::NoneLiteral&) {},
                   [&](const typed::SomeExpr& e) { visit(e.value); },
                   [](const typed::LocalRef&) {},
                   [](const typed::ConstRef&) {},
                   [&](const typed::VariableRef& e) { optional(e.process); },
                   [&](const typed::Armed& e) {
                       optional(e.process);
                       optional(e.key);
                   },
                   [&](const typed::FunctionCall& e) { all(e.arguments); },
                   [&](const typed::DefCall& e) {
                       optional(e.process);
                       all(e.arguments);
                   },
                   [&](const typed::Unary& e) { visit(e.operand); },
                   [&](const typed::Binary& e) {
                       visit(e.left);
                       visit(e.right);
                   },
                   [&](const typed::IfElse& e) {
                       visit(e.condition);
                       visit(e.then_value);
                       visit(e.else_value);
                   },
                   [&](const typed::FieldAccess& e) { visit(e.object); },
                   [&](const typed::OptionValue& e) { visit(e.option); },
                   [&](const typed::IsOption& e) { visit(e.option); },
                   [&](const typed::MapLookup& e) {
                       visit(e.map);
                       visit(e.key);
                   },
                   [&](const typed::SetLiteral& e) { all(e.elements); },
                   [](const typed::EmptyMap&) {},
                   [](const typed::EmptyList&) {},
                   [&](const typed::Comprehension& e) {
                       for (const auto& clause : e.clauses) {
                           if (const auto* binder = std::get_if<typed::Binder>(&clause)) {
                               optional(binder->domain);
                           } else {
                               visit(std::get<ExprId>(clause));
                           }
                       }
                       visit(e.head);
                       optional(e.value);
                   },
                   [&](const typed::Size& e) { visit(e.container); },
                   [&](const typed::Keys& e) { visit(e.map); },
                   [&](const typed::First& e) {
                       visit(e.list);
                       optional(e.condition);
                   },
                   [&](const typed::Quantifier& e) {
                       for (const typed::Binder& binder : e.binders) {
                           optional(binder.domain);
                       }
                       visit(e.body);
                   },
                   [&](const typed::RecordLiteral& e) { all(e.fields); },
                   [&](const typed::RecordUpdate& e) {
                       visit(e.object);
                       pairs(e.fields);
                   },
                   [&](const typed::Old& e) { visit(e.value); },
                   [&](const typed::MessagePattern& e) {
                       pairs(e.fields);
                       optional(e.from);
                       optional(e.to);
                   },
                   [](const typed::AllOf&) {},
               },
               expr.node);
}

/// Calls `expr(ExprId)` for every expression of a statement, and `block(BlockId)` for every block
/// directly inside it, in source order. Keys in the path of a place count as expressions.
template <class OnExpr, class OnBlock>
void for_each_part(const typed::Statement& statement, OnExpr on_expr, OnBlock on_block) {
    const auto optional = [&](ExprId id) {
        if (id.valid()) {
            on_expr(id);
        }
    };
    const auto all = [&](const std::vector<ExprId>& ids) {
        for (const ExprId id : ids) {
            on_expr(id);
        }
    };
    const auto block = [&](BlockId id) {
        if (id.valid()) {
            on_block(id);
        }
    };
    const auto place = [&](const typed::Place& target) {
        for (const auto& part : target.path) {
            if (const auto* key = std::get_if<typed::PlaceKey>(&part)) {
                on_expr(key->key);
            }
        }
    };
    std::visit(overloaded{
                   [&](const typed::Assign& s) {
                       place(s.place);
                       on_expr(s.value);
                   },
                   [&](const typed::AddElement& s) {
                       place(s.place);
                       on_expr(s.element);
                   },
                   [&](const typed::RemoveElement& s) {
                       place(s.place);
                       on_expr(s.element);
                   },
                   [&](const typed::Let& s) { on_expr(s.value); },
                   [](const typed::Fresh&) {},
                   [&](const typed::If& s) {
                       on_expr(s.condition);
                       block(s.then_block);
                       block(s.else_block);
                   },
                   [&](const typed::Send& s) {
                       all(s.fields);
                       optional(s.to);
                   },
                   [&](const typed::Reply& s) {
                       all(s.fields);
                       on_expr(s.request);
                   },
                   [&](const typed::StartTimer& s) {
                       optional(s.key);
                       optional(s.duration);
                   },
                   [&](const typed::StopTimer& s) { optional(s.key); },
                   [](const typed::Ignore&) {},
                   [](const typed::Return&) {},
                   [&](const typed::Assert& s) { on_expr(s.condition); },
                   [&](const typed::ProcedureCall& s) { all(s.arguments); },
                   [&](const typed::For& s) {
                       on_expr(s.domain);
                       block(s.body);
                   },
                   [&](const typed::Pick& s) {
                       on_expr(s.domain);
                       optional(s.condition);
                       optional(s.key);
                       block(s.body);
                       block(s.else_block);
                   },
               },
               statement.node);
}

} // namespace muster::spec
