#include "spec/resolve/lookup.hpp"

#include "spec/diagnostics/suggest.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

/// Where the name is declared as what is looked for; a report if it is not.
const Symbol* find_global(const ResolvedSpec& spec,
                          const ast::Name& name,
                          SymbolKind kind,
                          std::string_view why,
                          Diagnostics& diagnostics) {
    const Symbol* symbol = Symbols::find(spec.symbols.global, name.text);
    if (symbol != nullptr && symbol->kind == kind) {
        return symbol;
    }
    std::vector<std::string> known;
    for (const auto& [text, other] : spec.symbols.global) {
        if (other.kind == kind) {
            known.push_back(text);
        }
    }
    diagnostics.report({.code = Code::unknown_name,
                        .message = fmt::format("there is no {} `{}`",
                                               kind == SymbolKind::role ? "role" : "message",
                                               name.text),
                        .primary = {name.span, std::string(why)},
                        .help = did_you_mean(name.text, known),
                        .cause = symbol == nullptr ? name.text : ""});
    return nullptr;
}

} // namespace

std::optional<RoleId> find_role(const ResolvedSpec& spec,
                                const ast::Name& name,
                                std::string_view why,
                                Diagnostics& diagnostics) {
    const Symbol* symbol = find_global(spec, name, SymbolKind::role, why, diagnostics);
    return symbol == nullptr ? std::nullopt : std::optional(RoleId{symbol->index});
}

std::optional<MessageId> find_message(const ResolvedSpec& spec,
                                      const ast::Name& name,
                                      std::string_view why,
                                      Diagnostics& diagnostics) {
    const Symbol* symbol = find_global(spec, name, SymbolKind::message, why, diagnostics);
    return symbol == nullptr ? std::nullopt : std::optional(MessageId{symbol->index});
}

} // namespace muster::spec
