#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// Larger bounds on messages could as well be left out.
constexpr std::int64_t kMaxMessages = 1'000'000;

/// The entry that satisfies the condition, entered if it is new.
template <class Bound, class Same>
IntegerRange& range_of(std::vector<Bound>& bounds, Bound added, Same same) {
    const auto found = std::find_if(bounds.begin(), bounds.end(), same);
    if (found != bounds.end()) {
        return found->range;
    }
    bounds.push_back(std::move(added));
    return bounds.back().range;
}

std::vector<std::string> names_of_kind(const Symbols::Table& table,
                                       std::initializer_list<SymbolKind> kinds) {
    std::vector<std::string> names;
    for (const auto& [text, symbol] : table) {
        if (std::find(kinds.begin(), kinds.end(), symbol.kind) != kinds.end()) {
            names.push_back(text);
        }
    }
    return names;
}

} // namespace

void TypeChecker::unknown_in_instance(const ast::Name& name,
                                      std::string message,
                                      const std::vector<std::string>& known) {
    diagnostics_.report(
        {.code = Code::unknown_name,
         .message = std::move(message),
         .primary = {name.span, ""},
         .notes = {"an instance bounds `Sort = n`, `constant = e`, `role.variable <= n`, "
                   "`Message.field in a .. b` and `role.action.argument in a .. b`"},
         .help = did_you_mean(name.text, known),
         .cause = name.text});
}

std::optional<std::int64_t> TypeChecker::written_integer(ast::ExprId id) const {
    const ast::Expr& expr = file_.expr(id);
    if (const auto* literal = std::get_if<ast::IntLiteral>(&expr.node)) {
        return literal->value;
    }
    const auto* unary = std::get_if<ast::Unary>(&expr.node);
    if (unary == nullptr || unary->op != UnaryOp::negate) {
        return std::nullopt;
    }
    const auto* literal = std::get_if<ast::IntLiteral>(&file_.expr(unary->operand).node);
    return literal == nullptr ? std::nullopt : std::optional(-literal->value);
}

bool TypeChecker::holds_integer(TypeId id) const {
    if (!id.valid()) {
        return false;
    }
    const Type& type = types_[id];
    if (type.kind == TypeKind::record) {
        const auto& fields = typed_.records[type.declaration].fields;
        return std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& field) {
            return holds_integer(field.type);
        });
    }
    return type.kind == TypeKind::integer || type.kind == TypeKind::error ||
           holds_integer(type.first) || holds_integer(type.second);
}

bool TypeChecker::check_bounds_integer(const ast::InstanceItem& item, TypeId type) {
    if (holds_integer(type)) {
        return true;
    }
    diagnostics_.report({.code = Code::type_mismatch,
                         .message = "only an integer can be bounded",
                         .primary = {item.span, fmt::format("this is `{}`", name_of(type))}});
    return false;
}

void TypeChecker::narrow(IntegerRange& range, const ast::InstanceItem& item) {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
    if (item.kind == ast::BoundKind::equal) {
        low = high = written_integer(item.value);
        if (!low) {
            mismatch(span_of(item.value), types_.integer(), type_of(infer(item.value)));
            return;
        }
    }
    if (item.kind == ast::BoundKind::at_least || item.kind == ast::BoundKind::range) {
        low = item.low;
    }
    if (item.kind == ast::BoundKind::at_most || item.kind == ast::BoundKind::range) {
        high = item.high;
    }
    if ((low && range.low) || (high && range.high)) {
        report_given_twice(item.path.back());
        return;
    }
    range.low = low ? low : range.low;
    range.high = high ? high : range.high;
    if (range.low && range.high && *range.low > *range.high) {
        diagnostics_.report(
            {.code = Code::instance_incomplete,
             .message = fmt::format("no value of `{}` is allowed", item.path.back().text),
             .primary = {item.span,
                         fmt::format("nothing lies in {} .. {}", *range.low, *range.high)}});
    }
}

void TypeChecker::check_network_bound(const ast::InstanceItem& item, InstanceInfo& instance) {
    const bool in_flight = item.kind == ast::BoundKind::in_flight;
    const ast::Name name{in_flight ? "in flight" : "duplicates", item.span};
    if (item.high < 0 || item.high > kMaxMessages) {
        diagnostics_.report(
            {.code = Code::instance_incomplete,
             .message = fmt::format("`{}` is between 0 and {}", name.text, kMaxMessages),
             .primary = {item.span, ""}});
        return;
    }
    const auto bound = static_cast<std::uint32_t>(item.high);
    if (in_flight ? given_.in_flight : given_.duplicates) {
        report_given_twice(name);
    }
    if (in_flight) {
        instance.max_in_flight = bound;
        given_.in_flight = true;
    } else {
        instance.max_duplicates = bound;
        given_.duplicates = true;
    }
}

void TypeChecker::bound_value(const ast::InstanceItem& item, InstanceInfo& instance) {
    const ast::Name& name = item.path.front();
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, name.text);
    const bool equal = item.kind == ast::BoundKind::equal;
    if (symbol != nullptr && symbol->kind == SymbolKind::constant) {
        const ConstId constant{symbol->index};
        const auto same = [&](const auto& given) {
            return given.constant == constant;
        };
        const bool bounded =
            std::any_of(instance.constant_bounds.begin(), instance.constant_bounds.end(), same);
        const bool valued = std::any_of(instance.constants.begin(), instance.constants.end(), same);
        if (equal ? bounded : valued) {
            report_given_twice(name);
        } else if (equal) {
            check_const_value(name, constant, item.value, instance.constants);
        } else if (check_bounds_integer(item, typed_.constants[symbol->index].type)) {
            narrow(range_of(instance.constant_bounds, {constant, {}}, same), item);
        }
        return;
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::function && equal) {
        check_function_value(name, FunctionId{symbol->index}, item.value, instance.functions);
        return;
    }
    if (symbol != nullptr &&
        (symbol->kind == SymbolKind::sort || symbol->kind == SymbolKind::function)) {
        not_allowed(item.span,
                    fmt::format("{} cannot be bounded", describe(symbol->kind)),
                    "a sort gets a size or elements, a function a def or a list of its values");
        return;
    }
    unknown_in_instance(
        name,
        fmt::format("there is no sort, constant or function `{}` to give a size or a value",
                    name.text),
        names_of_kind(resolved_.symbols.global,
                      {SymbolKind::sort, SymbolKind::constant, SymbolKind::function}));
}

void TypeChecker::bound_variable_or_field(const ast::InstanceItem& item, InstanceInfo& instance) {
    const ast::Name& owner = item.path[0];
    const ast::Name& name = item.path[1];
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, owner.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::role) {
        const auto& table = resolved_.symbols.roles[symbol->index];
        const Symbol* variable = Symbols::find(table, name.text);
        if (variable == nullptr || variable->kind != SymbolKind::variable) {
            unknown_in_instance(
                name,
                fmt::format("role `{}` has no variable `{}`", owner.text, name.text),
                names_of_kind(table, {SymbolKind::variable}));
            return;
        }
        const VariableId id{variable->index};
        if (!check_bounds_integer(item, typed_.variable(id).type)) {
            return;
        }
        narrow(range_of(instance.variables,
                        {id, {}},
                        [&](const VariableBound& bound) { return bound.variable == id; }),
               item);
        return;
    }
    if (symbol == nullptr || symbol->kind != SymbolKind::message) {
        unknown_in_instance(
            owner,
            fmt::format("there is no role or message `{}`", owner.text),
            names_of_kind(resolved_.symbols.global, {SymbolKind::role, SymbolKind::message}));
        return;
    }
    const MessageId message{symbol->index};
    const auto field = find_message_field(message, name);
    if (field && check_bounds_integer(item, typed_.message(message).fields[*field].type)) {
        narrow(range_of(instance.fields,
                        {message, *field, {}},
                        [&](const FieldBound& bound) {
                            return bound.message == message && bound.field == *field;
                        }),
               item);
    }
}

void TypeChecker::bound_argument(const ast::InstanceItem& item, InstanceInfo& instance) {
    const auto role = find_role(item.path[0], "the role whose action it is");
    if (!role) {
        return;
    }
    const auto& table = resolved_.symbols.roles[role->value];
    const Symbol* action = Symbols::find(table, item.path[1].text);
    if (action == nullptr || action->kind != SymbolKind::action) {
        unknown_in_instance(
            item.path[1],
            fmt::format("role `{}` has no action `{}`", item.path[0].text, item.path[1].text),
            names_of_kind(table, {SymbolKind::action}));
        return;
    }
    const auto& parameters = typed_.role(*role).actions[action->index].parameters;
    std::vector<std::string> known;
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
        const LocalInfo& parameter = typed_.local(parameters[i]);
        known.push_back(parameter.name);
        if (parameter.name != item.path[2].text) {
            continue;
        }
        if (check_bounds_integer(item, parameter.type)) {
            narrow(range_of(instance.arguments,
                            {*role, action->index, i, {}},
                            [&](const ArgumentBound& bound) {
                                return bound.role == *role && bound.action == action->index &&
                                       bound.parameter == i;
                            }),
                   item);
        }
        return;
    }
    unknown_in_instance(
        item.path[2],
        fmt::format("action `{}` has no argument `{}`", item.path[1].text, item.path[2].text),
        known);
}

} // namespace muster::spec
