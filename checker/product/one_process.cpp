#include "checker/product/one_process.hpp"

#include "checker/eval/value_space.hpp"

namespace muster::checker::product {

OneProcess::OneProcess(const spec::TypedSpec& spec, const Parts& parts, const State& interpretation)
    : spec_(spec)
    , parts_(parts)
    , state_(interpretation) {
    state_.used.resize(spec_.sorts.size());
    for (const spec::VariableInfo& variable : spec_.variables) {
        state_.variables.emplace_back(parts.layout().processes(variable.role),
                                      default_value(spec_, variable.type));
    }
}

void OneProcess::enter(const ProcessState& now) {
    const auto& variables = spec_.role(now.process.role).variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        state_.variables[variables[i].value][static_cast<std::size_t>(now.process.index)] =
            now.local.variables[i];
    }
    state_.armed.clear();
    for (const auto& [timer, key] : now.local.armed) {
        state_.armed.push_back({timer, now.process.index, key});
    }
    if (now.used != used_) {
        used_ = now.used;
        state_.used = parts_.used(used_);
    }
}

LocalState OneProcess::after(const Workspace& step, const Process& process) const {
    LocalState after;
    for (const spec::VariableId variable : spec_.role(process.role).variables) {
        after.variables.push_back(step.read(variable, static_cast<std::size_t>(process.index)));
    }
    for (const ArmedTimer& armed : step.armed()) {
        after.armed.emplace_back(armed.timer, armed.key);
    }
    after.stopped = step.stopped().has_value();
    return after;
}

} // namespace muster::checker::product
