#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_live(std::size_t index) {
    const ast::LiveDecl& decl = *resolved_.live_decls[index];
    const Scope scope(*this);
    Surroundings around;
    around.property = true;
    const Surround surround(*this, around);
    LiveInfo live = typed_.lives[index];
    for (const ast::Parameter& parameter : decl.parameters) {
        const TypeId type = resolve_type(resolved_, parameter.type, diagnostics_);
        live.parameters.push_back(declare_local(parameter.name, type));
    }
    live.without = check_without(decl.without);
    live.premise = expect_boolean(decl.premise);
    live.conclusion = expect_boolean(decl.conclusion);
    for (const ast::QuietItem& item : decl.quiet) {
        if (const auto quiet = check_quiet(item)) {
            live.quiet.push_back(*quiet);
        }
    }
    typed_.lives[index] = std::move(live);
}

std::optional<QuietItem> TypeChecker::check_quiet(const ast::QuietItem& item) {
    switch (item.kind) {
    case ast::QuietItem::Kind::action:
        return check_quiet_member(item, SymbolKind::action);
    case ast::QuietItem::Kind::timer:
        return check_quiet_member(item, SymbolKind::timer);
    case ast::QuietItem::Kind::fault:
        if (const auto fault = find_fault(*item.fault)) {
            return *fault;
        }
        return std::nullopt;
    case ast::QuietItem::Kind::lose:
    case ast::QuietItem::Kind::cut:
        return check_quiet_network(item);
    }
    return std::nullopt;
}

std::optional<QuietItem> TypeChecker::check_quiet_member(const ast::QuietItem& item,
                                                         SymbolKind kind) {
    const ast::Name& name = item.path.back();
    std::vector<RoleId> candidates;
    if (item.path.size() > 1) {
        const auto role = find_role(item.path.front(), "the role that it belongs to");
        if (!role) {
            return std::nullopt;
        }
        candidates.push_back(*role);
    } else {
        for (std::uint32_t i = 0; i < typed_.roles.size(); ++i) {
            candidates.push_back(RoleId{i});
        }
    }
    std::vector<RoleId> owners;
    std::vector<std::string> known;
    std::uint32_t found = 0;
    for (const RoleId role : candidates) {
        const auto& table = resolved_.symbols.roles[role.value];
        const Symbol* symbol = Symbols::find(table, name.text);
        if (symbol != nullptr && symbol->kind == kind) {
            owners.push_back(role);
            found = symbol->index;
        }
    }
    if (owners.size() == 1) {
        return kind == SymbolKind::timer ? QuietItem{QuietTimer{TimerId{found}}}
                                         : QuietItem{QuietAction{owners.front(), found}};
    }
    const std::string_view what = kind == SymbolKind::timer ? "timer" : "action";
    if (owners.empty()) {
        for (const RoleId role : candidates) {
            for (const auto& [text, symbol] : resolved_.symbols.roles[role.value]) {
                if (symbol.kind == kind) {
                    known.push_back(text);
                }
            }
        }
        diagnostics_.report({.code = Code::unknown_name,
                             .message = fmt::format("there is no {} `{}`", what, name.text),
                             .primary = {name.span, "nothing that could stop"},
                             .help = did_you_mean(name.text, known),
                             .cause = name.text});
        return std::nullopt;
    }
    diagnostics_.report({.code = Code::wrong_kind_of_name,
                         .message = fmt::format("several roles have {} `{}`",
                                                kind == SymbolKind::timer ? "a timer" : "an action",
                                                name.text),
                         .primary = {name.span, "which one?"},
                         .help = fmt::format("write `{}.{}`, for example",
                                             typed_.role(owners.front()).name,
                                             name.text)});
    return std::nullopt;
}

std::optional<QuietItem> TypeChecker::check_quiet_network(const ast::QuietItem& item) {
    const ast::Name& name = item.path.back();
    if (item.kind == ast::QuietItem::Kind::lose) {
        const auto message = find_message(name);
        if (!message) {
            return std::nullopt;
        }
        if (typed_.message(*message).network != NetworkKind::once) {
            not_allowed(item.span,
                        fmt::format("no step loses a `{}`", name.text),
                        "only a message that goes `via once` has such a step; `cut R` is for "
                        "`fifo`");
            return std::nullopt;
        }
        return QuietLoss{*message};
    }
    const auto role = find_role(name, "a role is needed after `cut`");
    if (!role) {
        return std::nullopt;
    }
    if (peers_[role->value].empty()) {
        diagnostics_.report(
            {.code = Code::no_connection,
             .message = fmt::format("role `{}` exchanges no message via fifo", name.text),
             .primary = {item.span, "there is no connection to cut"}});
        return std::nullopt;
    }
    return QuietCut{*role};
}

} // namespace muster::spec
