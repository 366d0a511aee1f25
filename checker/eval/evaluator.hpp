#pragma once

#include "checker/eval/choice_script.hpp"
#include "checker/eval/fixed.hpp"
#include "checker/eval/state.hpp"
#include "checker/system/transition_system.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace muster::checker {

/// Where a delivered message comes from. An arbitrary sender's messages need not be in flight: one
/// that it made up takes nothing out of the network, even if an equal one is there. For unreliable
/// messages the two are the same.
enum class Origin { network, made_up };

/// One step of a run, with everything that was chosen: enough to repeat it.
struct Event {
    /// Into TransitionSystem::steps. Of several handlers marked `either` that take a message, this
    /// says which one runs.
    std::uint32_t step = 0;
    /// Of the step's role. For a loss the addressee; for a cut the end that belongs to it.
    std::int64_t process = 0;
    /// What was delivered, or lost.
    std::optional<SentMessage> message;
    std::optional<Value> timer_key;
    std::vector<Value> arguments; // of an action
    /// What `pick`, `fresh`, correlations and the order of the sends of a `for` chose, in the order
    /// in which they ran. That order is a choice only where several iterations send to one process
    /// via `fifo`: after the loop, the element of the first of them is chosen, then that of the
    /// next, until one is left.
    std::vector<Value> choices;
    Origin origin = Origin::network; // of a delivery
    /// For a cut, the other end. Of two processes of one role it is not less than `process`.
    std::int64_t peer = 0;
    bool operator==(const Event&) const = default;
};

/// A partial operation that went wrong, an assertion that failed, a message that no handler takes,
/// or two handlers that both take it.
struct Failure {
    enum class Kind {
        undefined,
        assertion,
        unhandled,
        ambiguous,
        /// Nothing is wrong with the spec, but evaluation cannot go on: a number leaves 64 bits, a
        /// type has too many values, a function has no value there on this universe.
        out_of_reach,
    };
    Kind kind;
    std::string text; // one line, in the words of the spec
    spec::Span span;
    /// The calls of defs that it is inside of, the innermost first.
    std::vector<spec::Span> called_from{};
};

/// The state after a step, or how it went wrong.
struct Successor {
    Event event;
    std::variant<State, Failure> result;
};

/// A guard, or the condition of an `if`, and what it was.
struct Decision {
    spec::ExprId condition;
    bool truth = false;
    bool operator==(const Decision&) const = default;
};

class StepObserver;

/// What a free name of a formula stands for.
struct Binding {
    spec::LocalId local;
    Value value;
    bool operator==(const Binding&) const = default;
};

/// The reference meaning of a transition system on a finite universe. Slow and simple on purpose;
/// every engine and the generated code are compared with it.
class Evaluator {
public:
    /// The system outlives the evaluator.
    Evaluator(const TransitionSystem& system, Universe universe);
    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) noexcept;
    ~Evaluator();

    /// Initial states: one for every interpretation of constants and functions that `fixed` leaves
    /// open (those that break an axiom left out), and every outcome of `on start`, which runs for
    /// every process in the order of the roles. Only the choices of their events have a meaning.
    std::vector<Successor> initial_states(const Fixed& fixed) const;

    /// Repeats the start with its choices. `fixed` leaves nothing open. Nothing if that breaks an
    /// axiom, or if the choices do not fit.
    std::optional<Successor> replay_start(const Fixed& fixed,
                                          const std::vector<Value>& choices) const;

    /// Every outcome of this step from this state, one for every way to choose in it, in a stable
    /// order. Empty if it is not enabled. `event.choices` of the argument is ignored.
    std::vector<Successor> outcomes(const State& state, const Event& event) const;

    /// Repeats a step with its choices. Nothing if it is not enabled or the choices do not fit.
    std::optional<Successor> replay(const State& state, const Event& event) const;

    /// The start from an interpretation of constants and functions, with the choices of a script
    /// that was cleared. Nothing if it has no outcome.
    std::optional<Successor> start(const State& interpretation, ChoiceScript& script) const;

    /// One outcome of a step, with the choices of a script that was cleared. Nothing if the step is
    /// not enabled or has no outcome with them.
    std::optional<Successor>
    outcome(const State& state, const Event& event, ChoiceScript& script) const;

    /// What decided that a step, with its choices, goes as it does: the guard of its handler (of
    /// one with `otherwise`, the guards of the others), timing assumptions, and the conditions of
    /// `if` that it meets, in this order and without repeats.
    std::vector<Decision> decisions(const State& state, const Event& event) const;

    /// What a step, with its choices, sends: in the order in which it does, also what was sent
    /// before. Nothing if it does not go well.
    std::vector<SentMessage> sends(const State& state, const Event& event) const;

    /// Who is told of what steps do from then on (see interpreter.hpp); null: nobody.
    void observe(StepObserver* observer) const;

    /// The timers that a step, with its choices, starts, stops or fires: also one that it starts
    /// where it is armed already. Nothing if it does not go well.
    std::vector<ArmedTimer> touched_timers(const State& state, const Event& event) const;

    /// The truth of a property in a state; `before` is the state that `old` refers to and may be
    /// the same. A failure if the formula is undefined there.
    std::variant<bool, Failure>
    holds(spec::ExprId formula, const State& before, const State& now) const;

    /// The truth in a state of a formula with free names, which have these values.
    std::variant<bool, Failure>
    holds(spec::ExprId formula, const State& state, const std::vector<Binding>& bindings) const;

    [[nodiscard]] const TransitionSystem& system() const;
    [[nodiscard]] const Universe& universe() const;

    /// How many outcomes there were not because `fresh` had no element left; such an instance cuts
    /// runs short.
    [[nodiscard]] std::uint64_t exhausted_count() const;

private:
    // Scratch memory of the interpreter: an evaluator belongs to one thread.
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace muster::checker
