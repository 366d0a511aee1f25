#pragma once

#include "checker/explore/instance.hpp"
#include "checker/product/evaluator_steps.hpp"
#include "checker/product/generated_source.hpp"

#include <deque>
#include <unordered_map>

namespace muster::checker::product {

/// What a process can do on one occasion.
struct Move {
    /// Into the system's.
    std::uint32_t step = 0;
    /// Which of the arbitrary messages, of the armed timers' keys, or of the arguments it is with.
    std::uint32_t input = 0;
    std::vector<Outcome> outcomes;
    /// Of a timer that a timing assumption is made of: its outcomes are not known before a state
    /// lets it fire. What it would do elsewhere is no business of a search.
    bool awaits_timing = false;
};

/// What a process can do by itself, in the order in which a search tries it.
struct OwnMoves {
    std::vector<Move> arbitrary; // by input
    std::vector<Move> timers;    // by timer
    std::vector<Move> actions;   // by step
    std::vector<Move> faults;    // by step
};

/// The steps of single processes under one interpretation of constants and functions, each computed
/// when it is asked for the first time.
class LocalSteps {
public:
    /// All outlive it. The evaluator computes the steps where nobody else is given.
    LocalSteps(const TransitionSystem& system,
               const Inputs& inputs,
               Interpreter& interpreter,
               Parts& parts,
               NetworkParts& network,
               const State& interpretation,
               const SourceMaker* sources);

    /// What is known of a process in one local state. It stays where it is.
    struct Situation : ProcessState {
        std::optional<OwnMoves> own;
        std::vector<std::int32_t> delivery_at; // by message, into the following; -1: not known
        std::deque<std::vector<Move>> deliveries;

        /// Null if nobody asked for them.
        [[nodiscard]] const std::vector<Move>* known_deliveries(std::uint32_t message) const {
            return message < delivery_at.size() && delivery_at[message] >= 0
                       ? &deliveries[static_cast<std::size_t>(delivery_at[message])]
                       : nullptr;
        }

        std::unordered_map<std::uint32_t, std::vector<Outcome>> lost; // by place of the peer
    };

    /// `used` is the part of the used elements, which `fresh` looks at.
    Situation& situation(const Process& process, Part part, Part used);

    const OwnMoves& own(Situation& now) {
        if (!now.own) {
            now.own = compute(now);
        }
        return *now.own;
    }

    /// Notes that the state lets a timer fire; the move is one of the situation's own.
    void let_fire(Situation& now, const Move& move);

    const std::vector<Move>& deliveries(Situation& now, std::uint32_t message) {
        const std::vector<Move>* known = now.known_deliveries(message);
        return known != nullptr ? *known : compute_deliveries(now, message);
    }

    /// What `on lost` does at a process when the connection with its peer was cut.
    const std::vector<Outcome>& lost(Situation& now, const Process& peer);

    /// The event of a move, without its choices.
    [[nodiscard]] Event event(const Process& process, Part part, const Move& move) const;

    /// What was chosen where a move ends so; `message` is what was delivered, if something was.
    const std::vector<Value>& choices(const Situation& now,
                                      const Move& move,
                                      std::optional<std::uint32_t> message,
                                      const Outcome& outcome);
    /// The same for the end of a connection that was cut.
    const std::vector<Value>&
    choices_when_lost(const Situation& now, const Process& peer, const Outcome& outcome);

    [[nodiscard]] const Failure& failure(std::uint32_t number) const {
        return numbers_.failure(number);
    }

    /// By arbitrary message, the place of the process that it comes to.
    [[nodiscard]] const std::vector<std::uint32_t>& receivers() const { return receivers_; }

    /// Whether steps depend on the used elements.
    [[nodiscard]] bool draws_fresh() const { return draws_fresh_; }

private:
    OwnMoves compute(const Situation& now);
    const std::vector<Move>& compute_deliveries(Situation& now, std::uint32_t message);
    std::vector<Move> receive(const Situation& now, const SentMessage& message);
    std::vector<Move> fire(const Situation& now);
    std::vector<Outcome> outcomes_of_timer(const Situation& now, const Move& move);
    std::vector<Move> act(const Situation& now);
    std::vector<Move> befall(const Situation& now);
    const std::vector<Value>&
    choices(const Situation& now, const Occasion& occasion, const Outcome& outcome);

    StepSource& source() { return generated_ ? static_cast<StepSource&>(*generated_) : evaluator_; }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Inputs& inputs_;
    Parts& parts_;
    bool draws_fresh_ = false;
    std::vector<bool> is_timed_;                           // by timer
    std::vector<std::vector<std::uint32_t>> deliver_step_; // by role and handler
    std::vector<std::vector<std::uint32_t>> fire_step_;    // by role and timer handler
    std::vector<std::vector<std::uint32_t>> arbitrary_;    // by place of the addressee, inputs
    std::vector<std::uint32_t> receivers_;                 // by input, the place
    OutcomeNumbers numbers_;
    EvaluatorSteps evaluator_;
    std::unique_ptr<GeneratedSource> generated_;
    std::deque<Situation> situations_;
    std::vector<FlatMap> known_; // by place: from part and used elements to the situation
};

} // namespace muster::checker::product
