#include "codegen/emit_expr.hpp"

#include "codegen/model/cpp_type.hpp"
#include "codegen/model/writer.hpp"

#include <utility>

namespace muster::codegen {

using namespace spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::LocalId;
using spec::TypeKind;

namespace {

/// What a comparison compares: compilers warn of one that has another as its operand.
constexpr Precedence kCompared = Precedence::unary;

} // namespace

std::string ExprEmitter::member(spec::VariableId variable) const {
    return context_.member(variable);
}

std::string ExprEmitter::constant(spec::ConstId constant) const {
    return "constants_." +
           field_identifier(context_.spec, context_.spec.constants[constant.value].name);
}

std::string ExprEmitter::hook(spec::FunctionId function) const {
    return "hooks_->" + identifier(context_.spec.functions[function.value].name);
}

std::string ExprEmitter::processes(spec::RoleId role) const {
    return context_.all_of(role) + '_';
}

std::string ExprEmitter::def(spec::DefId def) const {
    return context_.defs.at(def);
}

Code ExprEmitter::armed(const Armed&, spec::Span span) {
    return refuse(span, "asking in a handler whether a timer is armed");
}

Code ExprEmitter::sent(const MessagePattern&, spec::Span span) {
    return refuse(span, "asking in a handler what was sent");
}

Code ExprEmitter::old(const Old&, spec::Span span) {
    return refuse(span, "`old` in a handler");
}

Doc ExprEmitter::every(spec::TypeId, spec::Span span, const std::string& what) {
    return refuse(span, what + " in a handler over all values of a type").doc;
}

std::string ExprEmitter::type(spec::TypeId id) const {
    return cpp_type(context_.spec, id, Where::in_class);
}

std::string ExprEmitter::parameter(spec::TypeId id) const {
    return cpp_parameter(context_.spec, id, Where::in_class);
}

std::string ExprEmitter::declare(LocalId local) {
    std::string name = names_.claim(context_.spec.local(local).name);
    locals_[local] = name;
    return name;
}

Code ExprEmitter::refuse(spec::Span span, const std::string& what) {
    context_.not_generable(span, what);
    return {"{}"};
}

Doc ExprEmitter::at_least(const Code& code, Precedence precedence) {
    return code.precedence < precedence ? Doc("(") + code.doc + Doc(")") : code.doc;
}

Doc ExprEmitter::at_least(ExprId expr, Precedence precedence) {
    return at_least(emit(expr), precedence);
}

std::vector<Doc> ExprEmitter::arguments(const std::vector<ExprId>& exprs) {
    std::vector<Doc> docs;
    docs.reserve(exprs.size());
    for (const ExprId expr : exprs) {
        docs.push_back(into(expr));
    }
    return docs;
}

bool ExprEmitter::is_empty_literal(ExprId id) const {
    const auto& node = context_.spec.expr(id).node;
    const auto* set = std::get_if<SetLiteral>(&node);
    const auto* map = std::get_if<MapLiteral>(&node);
    const auto* list = std::get_if<ListLiteral>(&node);
    return (set != nullptr && set->elements.empty()) || (map != nullptr && map->entries.empty()) ||
           (list != nullptr && list->elements.empty());
}

bool ExprEmitter::is_local(ExprId id, LocalId local) const {
    const auto* ref = std::get_if<LocalRef>(&context_.spec.expr(id).node);
    return ref != nullptr && ref->local == local;
}

Doc ExprEmitter::into(ExprId id) {
    const Expr& expr = context_.spec.expr(id);
    if (is_empty_literal(id)) {
        return "{}";
    }
    if (std::holds_alternative<NoneLiteral>(expr.node)) {
        return "std::nullopt";
    }
    if (const auto* some = std::get_if<SomeExpr>(&expr.node);
        some != nullptr && context_.spec.type_of(some->value).kind != TypeKind::option) {
        return plain(some->value);
    }
    return plain(id);
}

Doc ExprEmitter::argument(ExprId id) {
    const auto& expr = context_.spec.expr(id);
    const TypeKind kind = context_.spec.types[expr.type].kind;
    const bool by_value =
        kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::enumeration;
    if (!by_value && context_.analysis.is_state_place(id)) {
        return call(type(expr.type) + '(', {plain(id)}, ")");
    }
    return into(id);
}

Doc ExprEmitter::range(ExprId id) {
    const Expr& expr = context_.spec.expr(id);
    ExprId map;
    if (const auto* keys = std::get_if<Keys>(&expr.node)) {
        map = keys->map;
    } else if (context_.spec.types[expr.type].kind == TypeKind::map) {
        map = id;
    }
    if (map.valid() && context_.analysis.is_place(map)) {
        return call("machine::keys(", {plain(map)}, ")");
    }
    return copied_range(id);
}

Doc ExprEmitter::copied_range(ExprId id) {
    const spec::Type& domain = context_.spec.type_of(id);
    if (domain.kind == TypeKind::map) {
        return call("machine::key_set<Set<" + type(domain.first) + ">>(", {plain(id)}, ")");
    }
    return plain(id);
}

Doc call_with_lambda(const std::string& open, const std::vector<Doc>& arguments) {
    constexpr std::size_t kLongestHead = 46;
    std::vector<Doc> before(arguments.begin(), arguments.end() - 1);
    if (render(concat(before), 0, Writer::kWidth).size() + open.size() > kLongestHead) {
        return call(open, arguments, ")");
    }
    std::vector<Doc> parts{open};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) {
            parts.emplace_back(", ");
        }
        parts.push_back(arguments[i]);
    }
    parts.emplace_back(")");
    return concat(std::move(parts));
}

Doc ExprEmitter::lambda(LocalId parameter_local, const std::vector<ExprId>& conditions) {
    names_.push();
    bool used = false;
    for (const ExprId condition : conditions) {
        used = used || context_.analysis.uses_local(condition, parameter_local);
    }
    const std::string name = declare(parameter_local);
    Doc body;
    for (const ExprId condition : conditions) {
        const bool several = conditions.size() > 1;
        const Doc next =
            at_least(condition, several ? Precedence::logical_and : Precedence::lowest);
        body = body.node() == nullptr ? next : body + line() + Doc("&& ") + next;
    }
    names_.pop();
    const std::string head = "[&](" + parameter(context_.spec.local(parameter_local).type) +
                             (used ? ' ' + name : "") + ") {";
    return group(Doc(head) +
                 nest(line() + group(Doc("return ") + (conditions.size() > 1 ? nest(body) : body) +
                                     Doc(";"))) +
                 line() + Doc("}"));
}

Doc ExprEmitter::aggregate(const std::string& type_name,
                           const std::vector<spec::FieldInfo>& infos,
                           const std::vector<ExprId>& fields) {
    std::vector<Doc> docs;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] == infos[i].default_value) {
            continue;
        }
        docs.push_back(Doc('.' + field_identifier(context_.spec, infos[i].name) + " = ") +
                       into(fields[i]));
    }
    return call(type_name + '{', docs, "}");
}

// Inside a def the process is the def's own; both are the same text then.
bool ExprEmitter::is_own(ExprId process) const {
    if (!process.valid() || is_local(process, context_.role.me)) {
        return true;
    }
    const auto* local = std::get_if<LocalRef>(&context_.spec.expr(process).node);
    if (local == nullptr || !context_.role.me.valid()) {
        return false;
    }
    const auto named = locals_.find(local->local);
    const auto own = locals_.find(context_.role.me);
    return named != locals_.end() && own != locals_.end() && named->second == own->second;
}

Code ExprEmitter::variable(const VariableRef& node, spec::Span span) {
    if (context_.spec.variable(node.variable).role != context_.id) {
        return refuse(span, "reading another role's state");
    }
    if (!is_own(node.process)) {
        return refuse(span, "reading another process's state");
    }
    return {member(node.variable)};
}

Code ExprEmitter::unary(const Unary& node) {
    if (node.op == spec::UnaryOp::logical_not) {
        const Expr& operand = context_.spec.expr(node.operand);
        if (const auto* option = std::get_if<IsOption>(&operand.node);
            option != nullptr && !option->some) {
            return {at_least(option->option, Precedence::primary) + Doc(".has_value()")};
        }
        return {Doc("!") + at_least(node.operand, Precedence::unary), Precedence::unary};
    }
    if (const auto* literal = std::get_if<IntLiteral>(&context_.spec.expr(node.operand).node)) {
        return {Doc('-' + std::to_string(literal->value)), Precedence::unary};
    }
    return {call("machine::subtract(", {"0", plain(node.operand)}, ")")};
}

Code ExprEmitter::infix(ExprId left, std::string_view op, ExprId right, Precedence precedence) {
    if (precedence >= Precedence::equality) {
        const Doc first = at_least(left, kCompared);
        return {
            group(first + nest(line() + Doc(std::string(op) + ' ') + at_least(right, kCompared))),
            precedence};
    }
    // Operands that bind as loosely are put into brackets, but for chains of one logical operator.
    const auto tighter = static_cast<Precedence>(static_cast<int>(precedence) + 1);
    // `a && b || c` is legal without brackets, and compilers warn of it.
    const bool mixed = precedence == Precedence::logical_or;
    const auto operand = [&](ExprId id) {
        const Code code = emit(id);
        const Precedence least = code.precedence == precedence ? precedence
                                 : mixed                       ? Precedence::equality
                                                               : tighter;
        return at_least(code, least);
    };
    const Doc first = operand(left);
    const Doc second = operand(right);
    return {group(first + nest(line() + Doc(std::string(op) + ' ') + second)), precedence};
}

Doc ExprEmitter::equals(const std::string& left, ExprId right) {
    if (is_empty_literal(right)) {
        return left + ".empty()";
    }
    if (std::holds_alternative<NoneLiteral>(context_.spec.expr(right).node)) {
        return '!' + left + ".has_value()";
    }
    return Doc(left + " == ") + at_least(right, kCompared);
}

Code ExprEmitter::equality(ExprId left, ExprId right, bool equal) {
    const std::string_view op = equal ? "==" : "!=";
    const auto& left_node = context_.spec.expr(left).node;
    const auto& right_node = context_.spec.expr(right).node;
    if (is_empty_literal(right)) {
        const auto* keys = std::get_if<Keys>(&left_node);
        const Doc empty =
            at_least(keys != nullptr ? keys->map : left, Precedence::primary) + Doc(".empty()");
        return equal ? Code{empty} : Code{Doc("!") + empty, Precedence::unary};
    }
    if (std::holds_alternative<NoneLiteral>(right_node)) {
        const Doc some = at_least(left, Precedence::primary) + Doc(".has_value()");
        return equal ? Code{Doc("!") + some, Precedence::unary} : Code{some};
    }
    if (is_empty_literal(left) || std::holds_alternative<NoneLiteral>(left_node)) {
        return equality(right, left, equal);
    }
    const auto side = [&](ExprId id) {
        const auto* some = std::get_if<SomeExpr>(&context_.spec.expr(id).node);
        const bool flat =
            some != nullptr && context_.spec.type_of(some->value).kind != TypeKind::option;
        return at_least(flat ? some->value : id, kCompared);
    };
    const bool both_some =
        std::holds_alternative<SomeExpr>(left_node) && std::holds_alternative<SomeExpr>(right_node);
    const Doc first = both_some ? at_least(left, kCompared) : side(left);
    return {group(first + nest(line() + Doc(std::string(op) + ' ') + side(right))),
            Precedence::equality};
}

Code ExprEmitter::membership(ExprId element, ExprId container) {
    const Expr& expr = context_.spec.expr(container);
    if (const auto* keys = std::get_if<Keys>(&expr.node)) {
        return {at_least(keys->map, Precedence::primary) +
                call(".contains(", {into(element)}, ")")};
    }
    const TypeKind kind = context_.spec.types[expr.type].kind;
    if (kind == TypeKind::set || kind == TypeKind::map) {
        return {at_least(container, Precedence::primary) +
                call(".contains(", {into(element)}, ")")};
    }
    return {call("machine::contains(", {plain(container), plain(element)}, ")")};
}

Code ExprEmitter::implication(const Binary& node) {
    const Code premise = emit(node.left);
    const Code conclusion = emit(node.right);
    const Precedence least = conclusion.precedence == Precedence::logical_or
                                 ? Precedence::logical_or
                                 : Precedence::equality;
    return {group(Doc("!") + at_least(premise, Precedence::unary) +
                  nest(line() + Doc("|| ") + at_least(conclusion, least))),
            Precedence::logical_or};
}

Code ExprEmitter::binary(const Binary& node, const Expr& expr) {
    const auto function = [&](const std::string& name) {
        return Code{call(name + '(', {plain(node.left), plain(node.right)}, ")")};
    };
    const auto set_function = [&](const std::string& name) {
        return Code{call("machine::" + name + '<' + type(expr.type) + ">(",
                         {range(node.left), range(node.right)},
                         ")")};
    };
    switch (node.op) {
    case BinaryOp::iff:
        return infix(node.left, "==", node.right, Precedence::equality);
    case BinaryOp::implies:
        return implication(node);
    case BinaryOp::logical_or:
        return infix(node.left, "||", node.right, Precedence::logical_or);
    case BinaryOp::logical_and:
        return infix(node.left, "&&", node.right, Precedence::logical_and);
    case BinaryOp::equal:
        return equality(node.left, node.right, true);
    case BinaryOp::not_equal:
        return equality(node.left, node.right, false);
    case BinaryOp::less:
        return infix(node.left, "<", node.right, Precedence::relational);
    case BinaryOp::less_equal:
        return infix(node.left, "<=", node.right, Precedence::relational);
    case BinaryOp::greater:
        return infix(node.left, ">", node.right, Precedence::relational);
    case BinaryOp::greater_equal:
        return infix(node.left, ">=", node.right, Precedence::relational);
    case BinaryOp::in:
        return membership(node.left, node.right);
    case BinaryOp::subset:
        return {call("machine::is_subset(", {range(node.left), range(node.right)}, ")")};
    case BinaryOp::set_union:
        return set_function("set_union");
    case BinaryOp::intersection:
        return set_function("intersection");
    case BinaryOp::difference:
        return set_function("difference");
    case BinaryOp::add:
        return function("machine::add");
    case BinaryOp::subtract:
        return function("machine::subtract");
    case BinaryOp::multiply:
        return function("machine::multiply");
    }
    return refuse(expr.span, "this operator");
}

Code ExprEmitter::first(const First& node) {
    const std::string open = "machine::first(";
    if (!node.condition.valid()) {
        const std::string any =
            "[](" + parameter(context_.spec.local(node.local).type) + ") { return true; }";
        return {call_with_lambda(open, {plain(node.list), any})};
    }
    const Doc list = plain(node.list);
    return {call_with_lambda(open, {list, lambda(node.local, {node.condition})})};
}

Code ExprEmitter::update(const RecordUpdate& node) {
    const Expr& object = context_.spec.expr(node.object);
    const auto& fields = context_.spec.records[context_.spec.types[object.type].declaration].fields;
    const Doc before = plain(node.object);
    names_.push();
    const std::string name = names_.claim("updated");
    std::vector<Doc> body;
    for (const auto& [field, value] : node.fields) {
        body.push_back(
            line() + Doc(name + '.' + field_identifier(context_.spec, fields[field].name) + " = ") +
            into(value) + Doc(";"));
    }
    names_.pop();
    const Doc change = group(Doc("[&](" + type(object.type) + "& " + name + ") {") +
                             nest(concat(std::move(body))) + line() + Doc("}"));
    return {call_with_lambda("machine::with(", {before, change})};
}

} // namespace muster::codegen
