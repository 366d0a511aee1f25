#include "spec/warnings/warnings.hpp"

#include <fmt/format.h>

namespace muster::spec {

void warn_idle_timers(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < uses.started.size(); ++i) {
        const TimerInfo& timer = spec.declared.timers[i];
        if (uses.started[i] || timer.name.starts_with('_')) {
            continue;
        }
        const Symbol* symbol = Symbols::find(spec.symbols.roles[timer.role.value], timer.name);
        diagnostics.report(
            {.code = Code::never_started,
             .severity = Severity::warning,
             .message = fmt::format("timer `{}` is never started", timer.name),
             .primary = {symbol->span, "so it never fires"},
             .help = fmt::format("write `start {}` where it should begin to run", timer.name)});
    }
}

} // namespace muster::spec
