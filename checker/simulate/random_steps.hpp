#pragma once

#include "checker/eval/evaluator.hpp"
#include "checker/explore/random.hpp"
#include "checker/simulate/weights.hpp"

#include <optional>
#include <set>
#include <vector>

namespace muster::checker {

/// Takes steps of one run by chance: first which kind of step, by its weight, then how it goes, so
/// that a step with many arguments does not crowd out the others. Each kind is as likely as its
/// weight says among those that are possible; of the messages, processes and timers that it is
/// possible for, each is as likely as any other.
///
/// Messages that an arbitrary sender makes up and arguments of actions are drawn, so that it does
/// not matter how many there are; after `kDraws` draws that are not possible the kind counts as
/// impossible.
class RandomSteps {
public:
    static constexpr std::size_t kDraws = 100;

    /// All outlive it.
    RandomSteps(const Evaluator& evaluator,
                const spec::InstanceInfo& instance,
                const Weights& weights,
                Random& random);

    /// A step from the state, with its outcome; nothing if none was found.
    std::optional<Successor> take(const State& state);

private:
    struct Kind {
        std::uint32_t step = 0;
        Arrival arrival = Arrival::first;
        double weight = 0;
    };

    Kind draw_kind(std::vector<Kind>& open);
    std::optional<Successor> take(const State& state, const Kind& kind);
    std::optional<Successor> deliver(const State& state, const Kind& kind);
    std::optional<Successor> make_up(const State& state, std::uint32_t step);
    std::optional<Successor> fire(const State& state, std::uint32_t step);
    std::optional<Successor> act(const State& state, std::uint32_t step);
    std::optional<Successor> befall(const State& state, std::uint32_t step);
    std::optional<Successor> lose(const State& state, std::uint32_t step);
    std::optional<Successor> cut(const State& state, std::uint32_t step);
    std::optional<Successor> attempt(const State& state, const Event& event);
    /// Tries events in an order by chance until one is possible. `event` makes that of a candidate.
    template <class Candidate, class MakeEvent>
    std::optional<Successor>
    first_possible(const State& state, std::vector<Candidate> candidates, MakeEvent event);
    std::vector<const SentMessage*>
    deliverable(const State& state, spec::MessageId message, Arrival arrival) const;
    std::vector<std::int64_t> processes(spec::RoleId role) const;
    std::int64_t any_process(spec::RoleId role);
    Value any_field(spec::MessageId message, std::uint32_t field);
    Value any_argument(const Step& step, std::uint32_t parameter);

    const Evaluator& evaluator_;
    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    Random& random_;
    std::vector<Kind> kinds_; // those with a weight
    ChoiceScript script_;
    std::set<SentMessage> delivered_;
};

} // namespace muster::checker
