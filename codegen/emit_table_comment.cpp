#include "codegen/emit_role.hpp"
#include "spec/outline/transitions.hpp"

#include <algorithm>
#include <string>

namespace muster::codegen {

void emit_table_comment(const RoleContext& context, Writer& writer) {
    const auto& spec = context.spec;
    writer.doc_comment("Its transitions, event [guard] / what the handler may do:");
    for (const spec::Transition& transition : spec::transitions_of(spec, context.id)) {
        const std::string guard = spec::guard_text(spec, transition);
        writer.doc_comment("    " + transition.event + (guard.empty() ? "" : " [" + guard + ']') +
                           " / " + spec::effects_text(transition));
    }
    const auto own = [&](const spec::TimingAssumption& assumption) {
        return spec.timer(assumption.timer).role == context.id;
    };
    if (std::any_of(spec.timing.begin(), spec.timing.end(), own)) {
        writer.line("///");
        writer.doc_comment("Verdicts may rest on these assumptions about timing, which are the "
                           "host's to keep:");
    }
    for (const auto& assumption : spec.timing) {
        if (own(assumption)) {
            writer.doc_comment("    " + assumption.name + ", of timer " +
                               spec.timer(assumption.timer).name);
        }
    }
}

} // namespace muster::codegen
