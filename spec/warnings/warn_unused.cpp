#include "spec/warnings/warnings.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

class UnusedWarner {
public:
    UnusedWarner(const ResolvedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics) {}

    template <class Declarations>
    void declarations(const Declarations& declarations, const std::vector<bool>& used) {
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (!used[i]) {
                warn(spec_.symbols.global, declarations[i].name);
            }
        }
    }

    /// Defs and procedures may belong to a role.
    template <class Definitions>
    void definitions(const Definitions& definitions, const std::vector<bool>& used) {
        for (std::size_t i = 0; i < used.size(); ++i) {
            const RoleId role = definitions[i].role;
            if (!used[i]) {
                warn(role.valid() ? spec_.symbols.roles[role.value] : spec_.symbols.global,
                     definitions[i].name);
            }
        }
    }

private:
    void warn(const Symbols::Table& table, const std::string& name) {
        const Symbol* symbol = Symbols::find(table, name);
        if (name.starts_with('_') || symbol->imported) {
            return;
        }
        diagnostics_.report(
            {.code = Code::unused_declaration,
             .severity = Severity::warning,
             .message = fmt::format("`{}` is never used", name),
             .primary = {symbol->span, fmt::format("{} that nothing uses", describe(symbol->kind))},
             .help = fmt::format("remove it, or name it `_{}` to keep it", name)});
    }

    const ResolvedSpec& spec_;
    Diagnostics& diagnostics_;
};

} // namespace

void warn_unused(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics) {
    const TypedSpec& declared = spec.declared;
    UnusedWarner warner(spec, diagnostics);
    warner.declarations(declared.sorts, uses.sorts);
    warner.declarations(declared.enums, uses.enums);
    warner.declarations(declared.records, uses.records);
    warner.declarations(declared.constants, uses.constants);
    warner.declarations(declared.functions, uses.functions);
    warner.definitions(declared.defs, uses.defs);
    warner.definitions(declared.procedures, uses.procedures);
}

} // namespace muster::spec
