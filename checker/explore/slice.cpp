#include "checker/explore/slice.hpp"

#include <algorithm>

namespace muster::checker {

void Slice::MessageRule::observe(const spec::typed::MessagePattern& pattern) {
    observed = true;
    patterns.push_back(&pattern);
    keep_from = keep_from || pattern.from.valid();
    keep_to = keep_to || pattern.to.valid();
    for (const auto& [field, value] : pattern.fields) {
        keep_field[field] = true;
    }
}

bool Slice::keeps_cut(const Step& step) const {
    return std::find(cuts.begin(), cuts.end(), std::pair(step.role, step.peer)) != cuts.end();
}

bool Slice::forgets_roles() const {
    return std::find(keep_role.begin(), keep_role.end(), false) != keep_role.end();
}

bool Slice::forgets_steps(const TransitionSystem& system) const {
    return forgets_roles() ||
           std::any_of(system.steps.begin(), system.steps.end(), [&](const Step& step) {
               return step.kind == StepKind::lose && !messages[step.message.value].deliverable;
           });
}

Slice whole(const TransitionSystem& system, const Universe& universe) {
    const spec::TypedSpec& spec = *system.spec;
    Slice slice;
    slice.keep_role.assign(spec.roles.size(), true);
    slice.keep_variable.assign(spec.variables.size(), true);
    slice.keep_function.assign(spec.functions.size(), true);
    slice.keep_stopped.assign(spec.roles.size(), true);
    for (const Step& step : system.steps) {
        if (step.kind == StepKind::cut) {
            slice.cuts.emplace_back(step.role, step.peer);
        }
    }
    Reads reads;
    for (const spec::PropertyInfo& property : spec.properties) {
        collect_reads(spec, property.body, reads);
    }
    for (const spec::TimingAssumption& assumption : spec.timing) {
        collect_reads(spec, assumption.condition, reads);
    }
    for (const spec::MessageInfo& message : spec.messages) {
        Slice::MessageRule rule;
        rule.deliverable = true;
        rule.field_is_read.assign(message.fields.size(), true);
        rule.keep_field.assign(message.fields.size(), true);
        rule.keep_from = rule.keep_to = rule.sender_is_read = rule.correlation_is_read = true;
        slice.messages.push_back(std::move(rule));
    }
    for (const spec::typed::MessagePattern* pattern : reads.patterns) {
        if (!pattern->in_flight ||
            !leaves_the_network(carrier_of(spec.message(pattern->message), universe))) {
            slice.messages[pattern->message.value].observe(*pattern);
        }
    }
    return slice;
}

} // namespace muster::checker
