#pragma once

#include "checker/eval/evaluator.hpp"

#include <optional>
#include <vector>

namespace muster::checker {

/// One step of a run and the state that it leads to.
struct TraceStep {
    Event event;
    State state;
};

/// A run, with everything that is needed to repeat it. It starts in an initial state, except for
/// the two states of a failed induction step, where `initial` may be unreachable.
struct Trace {
    /// The faults that the run was found without; they fix what `Event::step` counts.
    std::vector<spec::FaultInfo> without;
    Universe universe;
    State initial;
    /// What the `on start` handlers chose on the way to the initial state.
    std::vector<Value> initial_choices;
    std::vector<TraceStep> steps;
    /// Whether no shorter run shows the same: false of one that was found by chance.
    bool is_shortest = true;

    /// Set when the run ends in a step that goes wrong and therefore has no state after it.
    struct Ending {
        Event event;
        Failure failure;
    };

    std::optional<Ending> ending;

    [[nodiscard]] const State& last_state() const {
        return steps.empty() ? initial : steps.back().state;
    }
};

/// The system that a run is a run of: what its events count.
TransitionSystem system_of(const spec::TypedSpec& spec, const Trace& trace);

} // namespace muster::checker
