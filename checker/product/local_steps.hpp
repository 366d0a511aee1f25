#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/explore/instance.hpp"
#include "checker/product/network_parts.hpp"

#include <deque>
#include <limits>
#include <unordered_map>

namespace muster::checker::product {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// One way for a step of a process to end.
struct Outcome {
    Part after = 0;
    std::uint32_t effect = 0;
    std::uint32_t choices = 0;     // among the lists of choices
    std::uint32_t failure = kNone; // among the failures; the step has no part after it then
    bool is_idle = false;          // changes nothing at all
};

/// What a process can do on one occasion.
struct Move {
    /// Into the system's.
    std::uint32_t step = 0;
    /// Which of the arbitrary messages, of the armed timers' keys, or of the arguments it is with.
    std::uint32_t input = 0;
    std::vector<Outcome> outcomes;
};

/// What a process can do by itself, in the order in which a search tries it.
struct OwnMoves {
    std::vector<Move> arbitrary; // by input
    std::vector<Move> timers;    // by timer
    std::vector<Move> actions;   // by step
    std::vector<Move> faults;    // by step
};

/// The steps of single processes under one interpretation of constants and functions, each computed
/// by the evaluator when it is asked for the first time.
class LocalSteps {
public:
    /// All outlive it.
    LocalSteps(const TransitionSystem& system,
               const Inputs& inputs,
               Interpreter& interpreter,
               Parts& parts,
               NetworkParts& network,
               const State& interpretation);

    /// What is known of a process in one local state. It stays where it is.
    struct Situation {
        Process process;
        Part part = 0;
        Part used = 0;
        LocalState local;
        std::optional<OwnMoves> own;
        std::vector<std::int32_t> delivery_at; // by message, into the following; -1: not known
        std::deque<std::vector<Move>> deliveries;
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

    const std::vector<Move>& deliveries(Situation& now, std::uint32_t message) {
        if (message < now.delivery_at.size() && now.delivery_at[message] >= 0) {
            return now.deliveries[static_cast<std::size_t>(now.delivery_at[message])];
        }
        return compute_deliveries(now, message);
    }

    /// What `on lost` does at a process when the connection with its peer was cut.
    const std::vector<Outcome>& lost(Situation& now, const Process& peer);

    /// The event of a move, without its choices.
    [[nodiscard]] Event event(const Process& process, Part part, const Move& move) const;

    [[nodiscard]] const std::vector<Value>& choices(std::uint32_t number) const {
        return choices_[number];
    }

    [[nodiscard]] const Failure& failure(std::uint32_t number) const { return failures_[number]; }

private:
    struct ChoicesHash {
        std::size_t operator()(const std::vector<Value>& values) const {
            std::uint64_t hash = values.size();
            for (const Value& value : values) {
                hash = mix_hash(hash, value.hash());
            }
            return hash;
        }
    };

    void enter(const Situation& now);
    OwnMoves compute(const Situation& now);
    const std::vector<Move>& compute_deliveries(Situation& now, std::uint32_t message);
    std::vector<Move> receive(const Situation& now, const SentMessage& message);
    std::vector<Move> fire(const Situation& now);
    std::vector<Move> act(const Situation& now);
    std::vector<Move> befall(const Situation& now);
    template <class Run>
    std::vector<Outcome> outcomes(const Situation& now, Run run);
    Part part_after(const Process& process);

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Inputs& inputs_;
    Interpreter& interpreter_;
    Parts& parts_;
    NetworkParts& network_;
    bool draws_fresh_ = false;
    std::vector<std::vector<std::uint32_t>> deliver_step_; // by role and handler
    std::vector<std::vector<std::uint32_t>> fire_step_;    // by role and timer handler
    std::vector<std::vector<std::uint32_t>> arbitrary_;    // by place of the addressee, inputs
    State state_; // one process of which is as it is asked for
    ChoiceScript script_;
    std::deque<Situation> situations_;
    std::vector<FlatMap> known_; // by place: from part and used elements to the situation
    Pool<std::vector<Value>, ChoicesHash> choices_;
    std::vector<Failure> failures_;
};

} // namespace muster::checker::product
