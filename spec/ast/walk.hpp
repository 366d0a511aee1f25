#pragma once

#include "spec/ast/ast.hpp"
#include "spec/ast/overloaded.hpp"

namespace muster::spec::ast {

/// Calls `visit(ExprId)` for each expression right below `node`, in source order where the nodes
/// keep it.
template <class Visit>
void for_each_child(const decltype(Expr::node)& node, const Visit& visit) {
    const auto maybe = [&](ExprId id) {
        if (id.valid()) {
            visit(id);
        }
    };
    const auto fields = [&](const std::vector<FieldInit>& list) {
        for (const FieldInit& field : list) {
            visit(field.value);
        }
    };
    const auto all = [&](const std::vector<ExprId>& list) {
        for (const ExprId id : list) {
            visit(id);
        }
    };
    std::visit(overloaded{
                   [](const BoolLiteral&) {},
                   [](const IntLiteral&) {},
                   [](const NoneLiteral&) {},
                   [](const NameRef&) {},
                   [&](const SomeExpr& some) { visit(some.value); },
                   [&](const Unary& unary) { visit(unary.operand); },
                   [&](const Binary& binary) {
                       visit(binary.left);
                       visit(binary.right);
                   },
                   [&](const IfElse& choice) {
                       visit(choice.condition);
                       visit(choice.then_value);
                       visit(choice.else_value);
                   },
                   [&](const FieldAccess& access) { visit(access.object); },
                   [&](const Index& index) {
                       visit(index.object);
                       visit(index.key);
                   },
                   [&](const IsOption& is) { visit(is.value); },
                   [&](const Call& call) { all(call.arguments); },
                   [&](const SetLiteral& set) { all(set.elements); },
                   [&](const Comprehension& comprehension) {
                       visit(comprehension.head);
                       maybe(comprehension.value);
                       for (const auto& clause : comprehension.clauses) {
                           std::visit(overloaded{
                                          [&](const Binder& binder) { maybe(binder.domain); },
                                          [&](ExprId condition) { visit(condition); },
                                      },
                                      clause);
                       }
                   },
                   [&](const First& first) {
                       maybe(first.binder.domain);
                       maybe(first.condition);
                   },
                   [&](const Quantifier& quantifier) {
                       for (const Binder& binder : quantifier.binders) {
                           maybe(binder.domain);
                       }
                       visit(quantifier.body);
                   },
                   [&](const RecordLiteral& record) { fields(record.fields); },
                   [&](const RecordUpdate& update) {
                       visit(update.object);
                       fields(update.fields);
                   },
                   [&](const Old& old) { visit(old.value); },
                   [&](const Armed& armed) { visit(armed.timer); },
                   [&](const MessagePattern& pattern) {
                       fields(pattern.fields);
                       maybe(pattern.from);
                       maybe(pattern.to);
                   },
                   [](const AllOf&) {},
               },
               node);
}

} // namespace muster::spec::ast
