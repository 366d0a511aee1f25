#pragma once

#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Two-state counterexamples: repeated on the evaluator, made small, and told in the words of the
/// spec. Without Z3.
namespace muster::checker {

/// What makes a step, or a start, a counterexample.
struct StepFault {
    /// The property that is false afterwards; none where an operation goes wrong.
    std::optional<std::size_t> property;
    /// The properties that hold before the step.
    std::vector<std::size_t> assumed;
    /// Where an operation goes wrong: only there; anywhere if empty.
    std::optional<spec::Span> place{};
};

/// Says whether the evaluator agrees that something is a counterexample.
class StepReplay {
public:
    /// The system outlives this; the fault is copied.
    StepReplay(const TransitionSystem& system, StepFault fault, Universe universe);

    /// Whether the assumptions hold in the trace's first state and one outcome of the event is the
    /// failure. Gives the trace its step, or its ending.
    bool confirm(Trace& trace, const Event& event);

    /// Whether some initial state is the failure, with these constants and functions. Gives the
    /// trace its first state, or its ending.
    bool confirm_start(Trace& trace, const Fixed& fixed);

    /// Whether every axiom holds, on this universe.
    bool keeps_axioms(const State& state);

    /// What went wrong on the evaluator where the solver takes any value: an operation that is
    /// undefined, a number that leaves 64 bits. Empty if nothing did.
    [[nodiscard]] const std::string& mishap() const { return mishap_; }

private:
    std::vector<Event> deliveries(const Event& event) const;
    bool confirm_outcome(Trace& trace, const Event& event);
    bool is_fault(const Failure& failure) const;
    bool is(std::size_t property, const State& before, const State& now, bool expected);

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    StepFault fault_;
    Evaluator evaluator_;
    std::string mishap_;
};

} // namespace muster::checker
