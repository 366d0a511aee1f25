#include "tests/property/differential/compare_encoding.hpp"

#include "checker/explore/expansion.hpp"
#include "checker/infer/sample_states.hpp"
#include "checker/smt/unsupported.hpp"
#include "tests/property/differential/mix_states.hpp"
#include "tests/unit/checker/smt/step_relation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace muster::test {
namespace {

using checker::Event;
using checker::Expansion;
using checker::SentMessage;
using checker::State;
using checker::smt::testing::StepRelation;

constexpr std::size_t kStates = 8; // of one instance

class EncodingComparison {
public:
    EncodingComparison(const checker::TransitionSystem& system,
                       const checker::infer::Sample& sample,
                       const checker::Inputs& inputs,
                       const checker::Slice& slice,
                       StateMixer& mixer,
                       Tally& tally)
        : system_(system)
        , sample_(sample)
        , mixer_(mixer)
        , tally_(tally)
        , interpreter_(*system.spec, sample.universe)
        , expansion_(system, slice, inputs, interpreter_)
        , evaluator_(system, sample.universe)
        , relation_(system, sample.universe) {}

    void run() {
        for (std::size_t i = 0; i < kStates; ++i) {
            const State& one = any_state();
            const State& other = any_state();
            const bool fit = one.constants == other.constants && one.functions == other.functions;
            compare(fit ? mixer_.mix(one, other) : one);
        }
    }

private:
    struct Taken {
        Event event;
        State after;
    };

    const State& any_state() { return sample_.states[mixer_.below(sample_.states.size())]; }

    /// A kind of step first, so that rare ones get their turn.
    std::map<std::uint32_t, std::vector<Taken>> steps_from(const State& state) {
        std::map<std::uint32_t, std::vector<Taken>> result;
        std::size_t left = 300;
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            // The encoding does not know what an arbitrary role has sent.
            const auto& message = outcome.event.message;
            const bool is_known =
                !message || !system_.is_arbitrary(system_.spec->message(message->message).from);
            if (outcome.failure == nullptr && is_known) {
                result[outcome.event.step].push_back(
                    {Expansion::complete(outcome), interpreter_.workspace().finish()});
            }
            return --left == 0 ? Expansion::Next::stop : Expansion::Next::go_on;
        });
        return result;
    }

    void compare(const State& before) {
        const auto all = steps_from(before);
        if (all.empty()) {
            return;
        }
        auto kind = all.begin();
        std::advance(kind, static_cast<std::ptrdiff_t>(mixer_.below(all.size())));
        const Taken& taken = kind->second[mixer_.below(kind->second.size())];
        const std::string& name = system_.steps[taken.event.step].name;
        try {
            const auto there = relation_.ask(before, taken.event, taken.after);
            tally_.count(there == StepRelation::Verdict::allowed ? "steps that the encoding allows"
                                                                 : "steps of which it is unknown");
            if (there == StepRelation::Verdict::excluded) {
                tally_.fault(
                    fmt::format("the encoding of {} excludes what the evaluator does", name));
            }
            compare_elsewhere(before, taken.event, name);
        } catch (const checker::smt::Unsupported&) {
            tally_.count("steps that proofs do not understand");
        }
    }

    void compare_elsewhere(const State& before, const Event& event, const std::string& name) {
        const State& other = any_state();
        if (other.constants != before.constants || other.functions != before.functions ||
            relation_.is_abstract(event.step)) {
            return;
        }
        // Mostly as before the step, so that little of it is wrong.
        const State wrong = mixer_.mix(before, other);
        if (reaches(before, event, wrong)) {
            return;
        }
        const auto elsewhere = relation_.ask(before, event, wrong);
        if (elsewhere == StepRelation::Verdict::allowed) {
            tally_.fault(
                fmt::format("the encoding of {} allows what the evaluator cannot do", name));
        }
        tally_.count(elsewhere == StepRelation::Verdict::excluded
                         ? "steps that the encoding excludes"
                         : "steps of which it is unknown");
    }

    /// But for what `fresh` remembers, and the correlations of replies, which the encoding does not
    /// tell apart.
    bool reaches(const State& before, const Event& event, State wanted) const {
        for (const checker::Successor& successor : evaluator_.outcomes(before, event)) {
            const auto* state = std::get_if<State>(&successor.result);
            if (state == nullptr) {
                continue;
            }
            wanted.used = state->used;
            State mine = *state;
            for (State* one : {&mine, &wanted}) {
                for (SentMessage& message : one->sent) {
                    message.correlation = 0;
                }
                std::sort(one->sent.begin(), one->sent.end());
                one->sent.erase(std::unique(one->sent.begin(), one->sent.end()), one->sent.end());
            }
            if (mine == wanted) {
                return true;
            }
        }
        return false;
    }

    const checker::TransitionSystem& system_;
    const checker::infer::Sample& sample_;
    StateMixer& mixer_;
    Tally& tally_;
    checker::Interpreter interpreter_;
    Expansion expansion_;
    checker::Evaluator evaluator_;
    StepRelation relation_;
};

} // namespace

void compare_encoding(const spec::TypedSpec& spec, const CompareOptions& options, Tally& tally) {
    const checker::TransitionSystem system = checker::lower(spec, {});
    StateMixer mixer(options.seed);
    checker::infer::SampleOptions sampling;
    sampling.seed = options.seed;
    sampling.max_states = 200;
    sampling.max_expansions = 100;
    for (const auto& sample : checker::infer::sample_states(system, {}, sampling)) {
        for (spec::InstanceInfo instance : spec.instances) {
            instance.max_in_flight.reset();
            const auto universe = checker::make_universe(spec, instance);
            if (!universe || universe->sort_sizes != sample.universe.sort_sizes) {
                continue;
            }
            const checker::Slice slice = checker::whole(system, sample.universe);
            if (const auto inputs =
                    checker::Inputs::make(system, instance, sample.universe, slice)) {
                EncodingComparison(system, sample, *inputs, slice, mixer, tally).run();
            }
            break;
        }
    }
}

} // namespace muster::test
