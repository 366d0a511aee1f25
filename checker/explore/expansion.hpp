#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/explore/instance.hpp"

#include <functional>
#include <vector>

namespace muster::checker {

/// Runs every event that is possible in a state, in every way to choose.
class Expansion {
public:
    /// What the visitor of an outcome sees. The workspace of the interpreter holds what the step
    /// did, unless it failed.
    struct Outcome {
        const Event& event; // without its choices
        const ChoiceScript& script;
        const Failure* failure; // null if the step went well
    };
    enum class Next { go_on, stop };
    using Visit = std::function<Next(const Outcome&)>;

    /// All outlive the expansion.
    Expansion(const TransitionSystem& system,
              const Slice& slice,
              const Inputs& inputs,
              Interpreter& interpreter);

    /// Visits the outcomes of all events in the state, until the visitor says stop.
    Next expand(const State& state, const Visit& visit);

    /// The event of an outcome with everything that was chosen.
    static Event complete(const Outcome& outcome);

private:
    Next expand_message(const State& state, Event& event, const Visit& visit);
    Next expand_sent(const State& state, const Visit& visit);
    Next expand_in_flight(const State& state, const Visit& visit);
    Next expand_timers(const State& state, const Visit& visit);
    Next expand_actions(const State& state, const Visit& visit);
    Next expand_faults(const State& state, const Visit& visit);
    Next expand_network(const State& state, const Visit& visit);
    Next expand_cuts(const State& state, std::uint32_t step, const Visit& visit);
    Next expand_losses(const State& state, std::uint32_t step, const Visit& visit);
    /// Calls `visit` for every process of the role that has not stopped, until it says stop.
    template <class VisitProcess>
    Next each_process(const State& state, spec::RoleId role, VisitProcess visit) const;
    /// Runs one step with every combination of choices.
    template <class Run>
    Next outcomes(const State& state, Event& event, const Visit& visit, Run run);

    const TransitionSystem& system_;
    const Slice& slice_;
    const Inputs& inputs_;
    Interpreter& interpreter_;
    ChoiceScript script_;
    std::vector<Event> arbitrary_; // one for every arbitrary message; its step is set in use
    std::vector<std::vector<std::uint32_t>> deliver_step_; // by role and handler
    std::vector<std::vector<std::uint32_t>> fire_step_;    // by role and timer handler
};

} // namespace muster::checker
