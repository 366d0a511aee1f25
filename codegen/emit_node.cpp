#include "codegen/emit_expr.hpp"

/// One function for every kind of expression. The longer ones are in emit_expr.cpp and
/// emit_collection.cpp.
namespace muster::codegen {

using namespace spec::typed;

Code ExprEmitter::emit(spec::ExprId id) {
    const Expr& expr = context_.spec.expr(id);
    return std::visit([&](const auto& node) { return emit_node(node, expr); }, expr.node);
}

Code ExprEmitter::emit_node(const BoolLiteral& node, const Expr&) {
    return {node.value ? "true" : "false"};
}

Code ExprEmitter::emit_node(const IntLiteral& node, const Expr&) {
    return {std::to_string(node.value), node.value < 0 ? Precedence::unary : Precedence::primary};
}

Code ExprEmitter::emit_node(const EnumLiteral& node, const Expr& expr) {
    const auto& info = context_.spec.enums[context_.spec.types[expr.type].declaration];
    return {type_identifier(info.name) + "::" + identifier(info.enumerators[node.enumerator])};
}

Code ExprEmitter::emit_node(const NoneLiteral&, const Expr& expr) {
    return {type(expr.type) + "{}"};
}

Code ExprEmitter::emit_node(const SomeExpr& node, const Expr& expr) {
    return {call(type(expr.type) + '(', {plain(node.value)}, ")")};
}

Code ExprEmitter::emit_node(const LocalRef& node, const Expr& expr) {
    const auto found = locals_.find(node.local);
    if (found == locals_.end()) {
        return refuse(expr.span, "this name");
    }
    const bool dereferenced = found->second.front() == '*';
    return {found->second, dereferenced ? Precedence::unary : Precedence::primary};
}

Code ExprEmitter::emit_node(const ConstRef& node, const Expr&) {
    return {constant(node.constant)};
}

Code ExprEmitter::emit_node(const VariableRef& node, const Expr& expr) {
    return variable(node, expr.span);
}

Code ExprEmitter::emit_node(const Armed& node, const Expr& expr) {
    return armed(node, expr.span);
}

Code ExprEmitter::emit_node(const FunctionCall& node, const Expr&) {
    return {call(hook(node.function) + '(', arguments(node.arguments), ")")};
}

Code ExprEmitter::emit_node(const DefCall& node, const Expr& expr) {
    if (!is_own(node.process)) {
        return refuse(expr.span, "reading another process's state");
    }
    return {call(def(node.def) + '(', arguments(node.arguments), ")")};
}

Code ExprEmitter::emit_node(const Unary& node, const Expr&) {
    return unary(node);
}

Code ExprEmitter::emit_node(const Binary& node, const Expr& expr) {
    return binary(node, expr);
}

Code ExprEmitter::emit_node(const IfElse& node, const Expr&) {
    const Doc then_value = at_least(node.then_value, Precedence::conditional);
    const Doc else_value = at_least(node.else_value, Precedence::conditional);
    return {group(at_least(node.condition, Precedence::logical_or) +
                  nest(line() + Doc("? ") + then_value + line() + Doc(": ") + else_value)),
            Precedence::conditional};
}

Code ExprEmitter::emit_node(const FieldAccess& node, const Expr&) {
    const auto& record = context_.spec.records[context_.spec.type_of(node.object).declaration];
    return {at_least(node.object, Precedence::primary) +
            Doc('.' + field_identifier(context_.spec, record.fields[node.field].name))};
}

Code ExprEmitter::emit_node(const OptionValue& node, const Expr&) {
    return {call("machine::value(", {plain(node.option)}, ")")};
}

Code ExprEmitter::emit_node(const IsOption& node, const Expr&) {
    const Doc some = at_least(node.option, Precedence::primary) + Doc(".has_value()");
    return node.some ? Code{some} : Code{Doc("!") + some, Precedence::unary};
}

Code ExprEmitter::emit_node(const MapLookup& node, const Expr&) {
    const std::string open = node.optional ? "machine::find(" : "machine::at(";
    return {call(open, {plain(node.map), into(node.key)}, ")")};
}

Code ExprEmitter::emit_node(const SetLiteral& node, const Expr& expr) {
    return {call(type(expr.type) + '{', arguments(node.elements), "}")};
}

Code ExprEmitter::emit_node(const MapLiteral& node, const Expr& expr) {
    if (node.entries.empty()) {
        return {type(expr.type) + "{}"};
    }
    std::vector<Doc> entries;
    for (const auto& [key, value] : node.entries) {
        entries.push_back(call("{", {into(key), into(value)}, "}"));
    }
    return {call("machine::map_of<" + type(expr.type) + ">({", entries, "})")};
}

Code ExprEmitter::emit_node(const ListLiteral& node, const Expr& expr) {
    const Doc list = call(type(expr.type) + '{', arguments(node.elements), "}");
    const bool may_repeat = node.elements.size() > 1;
    if (may_repeat && context_.spec.types[expr.type].kind == spec::TypeKind::distinct_list) {
        return {call("machine::distinct(", {list}, ")")};
    }
    return {list};
}

Code ExprEmitter::emit_node(const Comprehension& node, const Expr& expr) {
    return comprehension(node, expr);
}

Code ExprEmitter::emit_node(const Size& node, const Expr&) {
    return {call("machine::size(", {range(node.container)}, ")")};
}

Code ExprEmitter::emit_node(const Keys& node, const Expr& expr) {
    return {call("machine::key_set<" + type(expr.type) + ">(", {plain(node.map)}, ")")};
}

Code ExprEmitter::emit_node(const First& node, const Expr&) {
    return first(node);
}

Code ExprEmitter::emit_node(const Quantifier& node, const Expr&) {
    return quantifier(node, 0);
}

Code ExprEmitter::emit_node(const RecordLiteral& node, const Expr& expr) {
    const auto& record = context_.spec.records[context_.spec.types[expr.type].declaration];
    return {aggregate(type_identifier(record.name), record.fields, node.fields)};
}

Code ExprEmitter::emit_node(const RecordUpdate& node, const Expr&) {
    return update(node);
}

Code ExprEmitter::emit_node(const Old& node, const Expr& expr) {
    return old(node, expr.span);
}

Code ExprEmitter::emit_node(const MessagePattern& node, const Expr& expr) {
    return sent(node, expr.span);
}

Code ExprEmitter::emit_node(const AllOf& node, const Expr&) {
    return {processes(node.role)};
}

Code ExprEmitter::emit_node(const Majority& node, const Expr&) {
    return {call("machine::is_majority(", {range(node.set), processes(node.role)}, ")")};
}

} // namespace muster::codegen
