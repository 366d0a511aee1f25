#include "checker/simulate/monitors.hpp"

#include <algorithm>

namespace muster::checker {

bool is_touched(const Reads& reads, const State& before, const State& now) {
    const bool has_patterns = !reads.patterns.empty();
    return std::any_of(reads.variables.begin(),
                       reads.variables.end(),
                       [&](spec::VariableId variable) {
                           return before.variables[variable.value] != now.variables[variable.value];
                       }) ||
           (has_patterns &&
            (before.sent.size() != now.sent.size() || before.in_flight != now.in_flight)) ||
           (!reads.timers.empty() && before.armed != now.armed);
}

Monitors::Monitors(const Evaluator& evaluator, const std::vector<std::size_t>& properties)
    : evaluator_(evaluator) {
    const spec::TypedSpec& spec = *evaluator.system().spec;
    for (const std::size_t property : properties) {
        const spec::PropertyInfo& info = spec.properties[property];
        Monitor monitor{property, info.kind, info.body, {}, false};
        collect_reads(spec, info.body, monitor.reads);
        monitors_.push_back(std::move(monitor));
    }
}

std::vector<ShownByRun> Monitors::start(const State& state) {
    std::vector<ShownByRun> shown;
    for (Monitor& monitor : monitors_) {
        monitor.seen = false;
        if (monitor.kind != spec::PropertyKind::step) {
            look(monitor, state, state, shown);
        }
    }
    return shown;
}

std::vector<ShownByRun> Monitors::step(const State& before, const State& now) {
    std::vector<ShownByRun> shown;
    for (Monitor& monitor : monitors_) {
        // A step formula may be false of a step that changes nothing.
        if (!monitor.seen &&
            (monitor.kind == spec::PropertyKind::step || is_touched(monitor.reads, before, now))) {
            look(monitor, before, now, shown);
        }
    }
    return shown;
}

void Monitors::look(Monitor& monitor,
                    const State& before,
                    const State& now,
                    std::vector<ShownByRun>& shown) {
    const auto truth = evaluator_.holds(monitor.body, before, now);
    if (const auto* failure = std::get_if<Failure>(&truth)) {
        if (failure->kind == Failure::Kind::out_of_reach) {
            not_evaluated_.try_emplace(monitor.property, *failure);
            return;
        }
        monitor.seen = true;
        shown.push_back({monitor.property, *failure});
        return;
    }
    if (std::get<bool>(truth) == (monitor.kind == spec::PropertyKind::cover)) {
        monitor.seen = true;
        shown.push_back({monitor.property, std::nullopt});
    }
}

} // namespace muster::checker
