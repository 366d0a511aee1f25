#include "checker/explain/replay_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace muster::checker {

namespace {

/// Of a start or a step that does not end in a state.
std::string describe(std::string_view what, const Failure& failure) {
    return fmt::format("{} that {} ({})",
                       what,
                       failure.kind == Failure::Kind::out_of_reach ? "no run can follow"
                                                                   : "goes wrong in a run",
                       failure.text);
}

} // namespace

StepReplay::StepReplay(const TransitionSystem& system, StepFault fault, Universe universe)
    : system_(system)
    , spec_(*system.spec)
    , fault_(std::move(fault))
    , evaluator_(system, std::move(universe)) {}

bool StepReplay::confirm(Trace& trace, const Event& event) {
    for (const std::size_t property : fault_.assumed) {
        if (!is(property, trace.initial, trace.initial, true)) {
            return false;
        }
    }
    const std::vector<Event> attempts = deliveries(event);
    return std::any_of(attempts.begin(), attempts.end(), [&](const Event& attempt) {
        return confirm_outcome(trace, attempt);
    });
}

bool StepReplay::confirm_start(Trace& trace, const Fixed& fixed) {
    for (Successor& start : evaluator_.initial_states(fixed)) {
        if (const auto* failure = std::get_if<Failure>(&start.result)) {
            if (is_fault(*failure)) {
                trace.ending = Trace::Ending{start.event, *failure};
                return true;
            }
            mishap_ = describe("a start", *failure);
            continue;
        }
        const State& state = std::get<State>(start.result);
        if (fault_.property && is(*fault_.property, state, state, false)) {
            trace.initial = state;
            trace.initial_choices = start.event.choices;
            return true;
        }
    }
    return false;
}

bool StepReplay::keeps_axioms(const State& state) {
    for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
        if (spec_.properties[i].kind == spec::PropertyKind::axiom && !is(i, state, state, true)) {
            return false;
        }
    }
    return true;
}

// The event itself; of a message that no handler takes or that two take, one event for each handler
// that could be meant.
std::vector<Event> StepReplay::deliveries(const Event& event) const {
    if (fault_.property || !event.message) {
        return {event};
    }
    std::vector<Event> result;
    const spec::RoleId role = system_.steps[event.step].role;
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        if (step.kind == StepKind::deliver && step.role == role &&
            spec_.role(role).handlers[step.index].message == event.message->message) {
            result.push_back(event);
            result.back().step = i;
        }
    }
    return result;
}

bool StepReplay::is_fault(const Failure& failure) const {
    return !fault_.property && failure.kind != Failure::Kind::out_of_reach &&
           (!fault_.place || *fault_.place == failure.span);
}

bool StepReplay::confirm_outcome(Trace& trace, const Event& event) {
    for (Successor& successor : evaluator_.outcomes(trace.initial, event)) {
        if (const auto* failure = std::get_if<Failure>(&successor.result)) {
            if (is_fault(*failure)) {
                trace.ending = Trace::Ending{successor.event, *failure};
                return true;
            }
            mishap_ = describe("a step", *failure);
            continue;
        }
        const State& after = std::get<State>(successor.result);
        if (!fault_.property) {
            continue;
        }
        const bool is_step = spec_.properties[*fault_.property].kind == spec::PropertyKind::step;
        if (is(*fault_.property, is_step ? trace.initial : after, after, false)) {
            trace.steps.assign(1, {successor.event, after});
            return true;
        }
    }
    return false;
}

bool StepReplay::is(std::size_t property, const State& before, const State& now, bool expected) {
    const spec::PropertyInfo& info = spec_.properties[property];
    const auto result = evaluator_.holds(info.body, before, now);
    if (const auto* failure = std::get_if<Failure>(&result)) {
        mishap_ = failure->kind == Failure::Kind::out_of_reach
                      ? fmt::format("a state in which `{}` cannot be evaluated ({})",
                                    info.name,
                                    failure->text)
                      : fmt::format("a state in which `{}` is undefined", info.name);
    }
    const bool* truth = std::get_if<bool>(&result);
    return truth != nullptr && *truth == expected;
}

} // namespace muster::checker
