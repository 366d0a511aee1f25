#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

IntegerRange range_of(const ast::InstanceItem& item) {
    switch (item.kind) {
    case ast::BoundKind::equal:
        return {item.low, item.low};
    case ast::BoundKind::at_most:
        return {std::nullopt, item.high};
    case ast::BoundKind::at_least:
        return {item.low, std::nullopt};
    case ast::BoundKind::range:
        return {item.low, item.high};
    }
    return {};
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

void TypeChecker::check_instance_item(const ast::InstanceItem& item, InstanceInfo& instance) {
    const auto wrong = [&](std::string message) {
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = std::move(message),
             .primary = {item.span, ""},
             .notes = {"an instance bounds `Sort = n`, `constant = n`, `role.variable <= n`, "
                       "`Message.field in a .. b` and `role.action.argument in a .. b`"}});
    };
    const Symbol* first = Symbols::find(resolved_.symbols.global, item.path.front().text);
    if (first == nullptr) {
        wrong(fmt::format("there is no `{}`", item.path.front().text));
        return;
    }
    const IntegerRange range = range_of(item);
    if (item.path.size() == 1 && item.kind == ast::BoundKind::equal) {
        if (first->kind == SymbolKind::sort) {
            if (item.low < 1 || item.low > 64) {
                wrong("the size of a sort is between 1 and 64");
                return;
            }
            const SortId sort{first->index};
            for (const SortSize& size : instance.sorts) {
                if (size.sort == sort) {
                    wrong(fmt::format("`{}` has a size already", item.path.front().text));
                    return;
                }
            }
            instance.sorts.push_back({sort, static_cast<std::uint32_t>(item.low)});
            return;
        }
        if (first->kind == SymbolKind::constant) {
            instance.constants.push_back({ConstId{first->index}, item.low});
            return;
        }
    }
    if (item.path.size() == 2 && first->kind == SymbolKind::role) {
        const Symbol* variable =
            Symbols::find(resolved_.symbols.roles[first->index], item.path[1].text);
        if (variable != nullptr && variable->kind == SymbolKind::variable &&
            types_[typed_.variables[variable->index].type].kind == TypeKind::integer) {
            instance.variables.push_back({VariableId{variable->index}, range});
            return;
        }
        wrong(fmt::format(
            "role `{}` has no integer variable `{}`", item.path[0].text, item.path[1].text));
        return;
    }
    if (item.path.size() == 2 && first->kind == SymbolKind::message) {
        const auto& fields = typed_.messages[first->index].fields;
        for (std::uint32_t i = 0; i < fields.size(); ++i) {
            if (fields[i].name == item.path[1].text) {
                instance.fields.push_back({MessageId{first->index}, i, range});
                return;
            }
        }
        wrong(fmt::format("message `{}` has no field `{}`", item.path[0].text, item.path[1].text));
        return;
    }
    if (item.path.size() == 3 && first->kind == SymbolKind::role) {
        const Symbol* action =
            Symbols::find(resolved_.symbols.roles[first->index], item.path[1].text);
        if (action != nullptr && action->kind == SymbolKind::action) {
            const auto& parameters = typed_.roles[first->index].actions[action->index].parameters;
            for (std::uint32_t i = 0; i < parameters.size(); ++i) {
                if (typed_.local(parameters[i]).name == item.path[2].text) {
                    instance.arguments.push_back({RoleId{first->index}, action->index, i, range});
                    return;
                }
            }
        }
        wrong("there is no such argument of an action");
        return;
    }
    wrong("an instance cannot bound this");
}

} // namespace muster::spec
