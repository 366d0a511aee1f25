#include "spec/ast/dump_expr.hpp"

#include "spec/ast/operator_name.hpp"
#include "spec/ast/overloaded.hpp"

namespace muster::spec::ast {

// ---- types ----

void ExprDumper::type(TypeId id) {
    std::visit(overloaded{
                   [&](const NamedType& named) { put(named.name.text); },
                   [&](const OptionType& option) { type_list("option", option.element); },
                   [&](const SetType& set) { type_list("set", set.element); },
                   [&](const MapType& map) { type_list("map", map.key, map.value); },
                   [&](const ListType& list) {
                       type_list(list.distinct ? "distinct-list" : "list", list.element);
                   },
                   [&](const RequestType& request) { put("(request ", request.message.text, ")"); },
               },
               file_.type(id).node);
}

// ---- expressions ----

void ExprDumper::part(ExprId id) {
    if (id.valid()) {
        put(" ");
        expr(id);
    }
}

void ExprDumper::keyed(std::string_view key, ExprId id) {
    if (id.valid()) {
        put(" ", key);
        part(id);
    }
}

void ExprDumper::fields(const std::vector<FieldInit>& inits) {
    for (const FieldInit& init : inits) {
        put(" (", init.name.text.empty() ? "_" : init.name.text);
        part(init.value);
        put(")");
    }
}

void ExprDumper::binder(const Binder& binder) {
    put("(", binder.name.text);
    if (binder.type.valid()) {
        put(" : ");
        type(binder.type);
    }
    keyed("in", binder.domain);
    put(")");
}

void ExprDumper::expr(ExprId id) {
    std::visit([&](const auto& alternative) { node(alternative); }, file_.expr(id).node);
}

void ExprDumper::node(const BoolLiteral& literal) {
    put(literal.value ? "true" : "false");
}

void ExprDumper::node(const IntLiteral& literal) {
    put(std::to_string(literal.value));
}

void ExprDumper::node(const NoneLiteral& /*none*/) {
    put("none");
}

void ExprDumper::node(const NameRef& ref) {
    put(ref.name.text);
}

void ExprDumper::node(const SomeExpr& some) {
    list("some", some.value);
}

void ExprDumper::node(const Unary& unary) {
    list(unary.op == UnaryOp::negate ? "-" : "not", unary.operand);
}

void ExprDumper::node(const Binary& binary) {
    list(operator_name(binary.op), binary.left, binary.right);
}

void ExprDumper::node(const IfElse& choice) {
    list("if", choice.condition, choice.then_value, choice.else_value);
}

void ExprDumper::node(const FieldAccess& access) {
    put("(. ");
    expr(access.object);
    put(" ", access.field.text, ")");
}

void ExprDumper::node(const Index& index) {
    list(index.optional ? "?[]" : "[]", index.object, index.key);
}

void ExprDumper::node(const IsOption& is) {
    list(is.some ? "is-some" : "is-none", is.value);
}

void ExprDumper::node(const Call& call) {
    put("(call ", call.name.text);
    for (const ExprId argument : call.arguments) {
        part(argument);
    }
    put(")");
}

void ExprDumper::node(const SetLiteral& set) {
    put("(set");
    for (const ExprId element : set.elements) {
        part(element);
    }
    put(")");
}

void ExprDumper::node(const Comprehension& comprehension) {
    put(comprehension.value.valid() ? "(map-of" : "(set-of");
    part(comprehension.head);
    part(comprehension.value);
    for (const auto& clause : comprehension.clauses) {
        put(" ");
        std::visit(overloaded{
                       [&](const Binder& bound) { binder(bound); },
                       [&](ExprId condition) { list("when", condition); },
                   },
                   clause);
    }
    put(")");
}

void ExprDumper::node(const First& first) {
    put("(first ");
    binder(first.binder);
    part(first.condition);
    put(")");
}

void ExprDumper::node(const Quantifier& quantifier) {
    put(quantifier.kind == QuantifierKind::forall ? "(forall" : "(exists");
    for (const Binder& bound : quantifier.binders) {
        put(" ");
        binder(bound);
    }
    part(quantifier.body);
    put(")");
}

void ExprDumper::node(const RecordLiteral& record) {
    put("(record ", record.record.text);
    fields(record.fields);
    put(")");
}

void ExprDumper::node(const RecordUpdate& update) {
    put("(with");
    part(update.object);
    fields(update.fields);
    put(")");
}

void ExprDumper::node(const Old& old) {
    list("old", old.value);
}

void ExprDumper::node(const Armed& armed) {
    list("armed", armed.timer);
}

void ExprDumper::node(const MessagePattern& pattern) {
    put(pattern.in_flight ? "(in_flight " : "(sent ", pattern.message.text);
    fields(pattern.fields);
    keyed("from", pattern.from);
    keyed("to", pattern.to);
    put(")");
}

void ExprDumper::node(const AllOf& all) {
    put("(all ", all.role.text, ")");
}

void ExprDumper::node(const ListLiteral& literal) {
    put("(list");
    for (const ExprId element : literal.elements) {
        part(element);
    }
    put(")");
}

void ExprDumper::node(const MapLiteral& map) {
    put("(map");
    for (const auto& [key, value] : map.entries) {
        put(" (->");
        part(key);
        part(value);
        put(")");
    }
    put(")");
}

} // namespace muster::spec::ast
