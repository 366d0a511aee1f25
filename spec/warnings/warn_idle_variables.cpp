#include "spec/warnings/warnings.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

/// What to say about a variable; a code of `unused_declaration` means that nothing touches it.
Diagnostic idle_variable(Code code, const std::string& name, Span span) {
    Diagnostic diagnostic{
        .code = code, .severity = Severity::warning, .message = {}, .primary = {span, ""}};
    if (code == Code::unused_declaration) {
        diagnostic.message = fmt::format("variable `{}` is never used", name);
        diagnostic.help = fmt::format("remove it, or name it `_{}` to keep it", name);
    } else if (code == Code::never_read) {
        diagnostic.message = fmt::format("variable `{}` is never read", name);
        diagnostic.primary.text = "only written";
        diagnostic.notes = {"guards, statements, defs, properties, tests and bounds read"};
    } else {
        diagnostic.message = fmt::format("variable `{}` is never changed", name);
        diagnostic.primary.text = "it keeps its initial value";
        diagnostic.help = "a value that never changes is a `def` or a `const`";
    }
    return diagnostic;
}

} // namespace

void warn_idle_variables(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < uses.read.size(); ++i) {
        const VariableInfo& variable = spec.declared.variables[i];
        const Span span = spec.variable_decls[i]->name.span;
        if (variable.name.starts_with('_') || (uses.read[i] && uses.written[i])) {
            continue;
        }
        if (!uses.read[i]) {
            const Code code = uses.written[i] ? Code::never_read : Code::unused_declaration;
            diagnostics.report(idle_variable(code, variable.name, span));
        } else if (variable.kind != VariableKind::ghost) {
            diagnostics.report(idle_variable(Code::never_changed, variable.name, span));
        }
    }
}

} // namespace muster::spec
