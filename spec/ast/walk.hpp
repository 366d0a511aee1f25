#pragma once

#include "spec/ast/ast.hpp"

namespace muster::spec::ast {

/// Calls the visitor for each expression right below a node. There is one overload per node.
template <class Visit>
class ChildVisitor {
public:
    explicit ChildVisitor(const Visit& visit)
        : visit_(visit) {}

    void operator()(const BoolLiteral& /*node*/) const {}

    void operator()(const IntLiteral& /*node*/) const {}

    void operator()(const NoneLiteral& /*node*/) const {}

    void operator()(const NameRef& /*node*/) const {}

    void operator()(const AllOf& /*node*/) const {}

    void operator()(const SomeExpr& some) const { visit_(some.value); }

    void operator()(const Unary& unary) const { visit_(unary.operand); }

    void operator()(const FieldAccess& access) const { visit_(access.object); }

    void operator()(const IsOption& is) const { visit_(is.value); }

    void operator()(const Old& old) const { visit_(old.value); }

    void operator()(const Armed& armed) const { visit_(armed.timer); }

    void operator()(const Call& call) const { all(call.arguments); }

    void operator()(const SetLiteral& set) const { all(set.elements); }

    void operator()(const ListLiteral& literal) const { all(literal.elements); }

    void operator()(const MapLiteral& map) const {
        for (const auto& [key, value] : map.entries) {
            visit_(key);
            visit_(value);
        }
    }

    void operator()(const RecordLiteral& record) const { all(record.fields); }

    void operator()(const Binary& binary) const {
        visit_(binary.left);
        visit_(binary.right);
    }

    void operator()(const IfElse& choice) const {
        visit_(choice.condition);
        visit_(choice.then_value);
        visit_(choice.else_value);
    }

    void operator()(const Index& index) const {
        visit_(index.object);
        visit_(index.key);
    }

    void operator()(const Comprehension& comprehension) const {
        visit_(comprehension.head);
        maybe(comprehension.value);
        for (const auto& clause : comprehension.clauses) {
            if (const auto* binder = std::get_if<Binder>(&clause)) {
                maybe(binder->domain);
            } else {
                visit_(std::get<ExprId>(clause));
            }
        }
    }

    void operator()(const First& first) const {
        maybe(first.binder.domain);
        maybe(first.condition);
    }

    void operator()(const Quantifier& quantifier) const {
        for (const Binder& binder : quantifier.binders) {
            maybe(binder.domain);
        }
        visit_(quantifier.body);
    }

    void operator()(const RecordUpdate& update) const {
        visit_(update.object);
        all(update.fields);
    }

    void operator()(const MessagePattern& pattern) const {
        all(pattern.fields);
        maybe(pattern.from);
        maybe(pattern.to);
    }

private:
    void maybe(ExprId id) const {
        if (id.valid()) {
            visit_(id);
        }
    }

    void all(const std::vector<ExprId>& ids) const {
        for (const ExprId id : ids) {
            visit_(id);
        }
    }

    void all(const std::vector<FieldInit>& fields) const {
        for (const FieldInit& field : fields) {
            visit_(field.value);
        }
    }

    const Visit& visit_;
};

/// Calls `visit(ExprId)` for each expression right below `node`, in source order where the nodes
/// keep it.
template <class Visit>
void for_each_child(const decltype(Expr::node)& node, const Visit& visit) {
    std::visit(ChildVisitor<Visit>(visit), node);
}

} // namespace muster::spec::ast
