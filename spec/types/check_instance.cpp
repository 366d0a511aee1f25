#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// Exploration of anything larger would not come to an end.
constexpr std::int64_t kMaxSortSize = 64;

IntegerRange range_of(const ast::InstanceItem& item) {
    switch (item.kind) {
    case ast::BoundKind::at_most:
        return {std::nullopt, item.high};
    case ast::BoundKind::at_least:
        return {item.low, std::nullopt};
    case ast::BoundKind::range:
        return {item.low, item.high};
    case ast::BoundKind::equal:
        return {item.low, item.high};
    case ast::BoundKind::in_flight:
    case ast::BoundKind::duplicates:
        break;
    }
    return {};
}

/// A whole number, perhaps with a minus in front.
std::optional<std::int64_t> whole_number(const ParsedFile& file, ast::ExprId id) {
    const auto& node = file.expr(id).node;
    if (const auto* literal = std::get_if<ast::IntLiteral>(&node)) {
        return literal->value;
    }
    const auto* minus = std::get_if<ast::Unary>(&node);
    if (minus == nullptr || minus->op != ast::UnaryOp::negate) {
        return std::nullopt;
    }
    const auto* literal = std::get_if<ast::IntLiteral>(&file.expr(minus->operand).node);
    return literal == nullptr ? std::nullopt : std::optional(-literal->value);
}

} // namespace

void TypeChecker::check_instance(std::size_t index) {
    const ast::InstanceDecl& decl = *resolved_.instance_decls[index];
    InstanceInfo& instance = typed_.instances[index];
    for (const ast::InstanceItem& item : decl.items) {
        check_instance_item(item, instance);
    }
    std::string missing;
    for (std::uint32_t i = 0; i < typed_.sorts.size(); ++i) {
        const bool given = std::any_of(instance.sorts.begin(),
                                       instance.sorts.end(),
                                       [&](const SortSize& size) { return size.sort.value == i; });
        if (!given) {
            missing += fmt::format("{}`{}`", missing.empty() ? "" : ", ", typed_.sorts[i].name);
        }
    }
    if (!missing.empty()) {
        diagnostics_.report(
            {.code = Code::instance_incomplete,
             .message = fmt::format("instance `{}` gives no size to {}", decl.name.text, missing),
             .primary = {decl.name.span, ""},
             .help = "add `Sort = size` for each"});
    }
    std::sort(instance.sorts.begin(), instance.sorts.end(), [](const auto& a, const auto& b) {
        return a.sort < b.sort;
    });
}

void TypeChecker::check_instance_item(const ast::InstanceItem& written, InstanceInfo& instance) {
    ast::InstanceItem item = written;
    if (item.path.empty()) {
        not_allowed(item.span,
                    "a bound on messages in flight is not supported yet",
                    "every message stays in flight");
        return;
    }
    if (item.kind == ast::BoundKind::equal) {
        const auto value = whole_number(resolved_.file, item.value);
        if (!value) {
            not_allowed(resolved_.file.expr(item.value).span,
                        "an instance can give a whole number only",
                        "values of other types and of functions are not supported yet");
            return;
        }
        item.low = *value;
        item.high = *value;
    }
    std::string wrong;
    switch (item.path.size()) {
    case 1:
        wrong = bound_size_or_value(item, instance);
        break;
    case 2:
        wrong = bound_variable_or_field(item, instance);
        break;
    case 3:
        wrong = bound_argument(item, instance);
        break;
    default:
        wrong = "an instance cannot bound this";
    }
    if (!wrong.empty()) {
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = std::move(wrong),
             .primary = {item.span, ""},
             .notes = {"an instance bounds `Sort = n`, `constant = n`, `role.variable <= n`, "
                       "`Message.field in a .. b` and `role.action.argument in a .. b`"}});
    }
}

std::string TypeChecker::bound_size_or_value(const ast::InstanceItem& item,
                                             InstanceInfo& instance) {
    const std::string& name = item.path.front().text;
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, name);
    const bool equal = item.kind == ast::BoundKind::equal;
    if (symbol != nullptr && symbol->kind == SymbolKind::constant && equal) {
        instance.constants.push_back(
            {ConstId{symbol->index},
             make(typed::IntLiteral{item.low}, types_.integer(), item.span)});
        return {};
    }
    if (symbol == nullptr || symbol->kind != SymbolKind::sort || !equal) {
        return fmt::format("there is no sort or constant `{}` to give a size or a value", name);
    }
    if (item.low < 1 || item.low > kMaxSortSize) {
        return fmt::format("the size of a sort is between 1 and {}", kMaxSortSize);
    }
    const SortId sort{symbol->index};
    for (const SortSize& size : instance.sorts) {
        if (size.sort == sort) {
            return fmt::format("`{}` has a size already", name);
        }
    }
    instance.sorts.push_back({sort, static_cast<std::uint32_t>(item.low), {}});
    return {};
}

std::string TypeChecker::bound_variable_or_field(const ast::InstanceItem& item,
                                                 InstanceInfo& instance) {
    const std::string& owner = item.path[0].text;
    const std::string& name = item.path[1].text;
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, owner);
    if (symbol != nullptr && symbol->kind == SymbolKind::role) {
        const Symbol* variable = Symbols::find(resolved_.symbols.roles[symbol->index], name);
        if (variable == nullptr || variable->kind != SymbolKind::variable ||
            types_[typed_.variables[variable->index].type].kind != TypeKind::integer) {
            return fmt::format("role `{}` has no integer variable `{}`", owner, name);
        }
        instance.variables.push_back({VariableId{variable->index}, range_of(item)});
        return {};
    }
    if (symbol == nullptr || symbol->kind != SymbolKind::message) {
        return fmt::format("there is no role or message `{}`", owner);
    }
    const auto& fields = typed_.messages[symbol->index].fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name == name) {
            instance.fields.push_back({MessageId{symbol->index}, i, range_of(item)});
            return {};
        }
    }
    return fmt::format("message `{}` has no field `{}`", owner, name);
}

std::string TypeChecker::bound_argument(const ast::InstanceItem& item, InstanceInfo& instance) {
    const Symbol* role = Symbols::find(resolved_.symbols.global, item.path[0].text);
    if (role != nullptr && role->kind == SymbolKind::role) {
        const Symbol* action =
            Symbols::find(resolved_.symbols.roles[role->index], item.path[1].text);
        if (action != nullptr && action->kind == SymbolKind::action) {
            const auto& parameters = typed_.roles[role->index].actions[action->index].parameters;
            for (std::uint32_t i = 0; i < parameters.size(); ++i) {
                if (typed_.local(parameters[i]).name == item.path[2].text) {
                    instance.arguments.push_back(
                        {RoleId{role->index}, action->index, i, range_of(item)});
                    return {};
                }
            }
        }
    }
    return "there is no such argument of an action";
}

} // namespace muster::spec
