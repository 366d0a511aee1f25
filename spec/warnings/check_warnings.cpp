#include "spec/warnings/warnings.hpp"

namespace muster::spec {

void check_warnings(const ResolvedSpec& spec, Diagnostics& diagnostics) {
    const Uses uses = find_uses(spec.declared);
    warn_unused(spec, uses, diagnostics);
    warn_idle_variables(spec, uses, diagnostics);
    warn_idle_timers(spec, uses, diagnostics);
    warn_never_sent(spec, uses, diagnostics);
    warn_idle_handlers(spec, diagnostics);
    warn_unreachable(spec, diagnostics);
}

} // namespace muster::spec
