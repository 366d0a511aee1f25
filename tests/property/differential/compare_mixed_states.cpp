#include "tests/property/differential/compare_mixed_states.hpp"

#include "checker/explore/expansion.hpp"
#include "checker/infer/sample_states.hpp"
#include "tests/property/differential/mix_states.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::test {
namespace {

using checker::Expansion;
using checker::Failure;
using checker::SentMessage;
using checker::State;

class MixedStates {
public:
    MixedStates(const spec::TypedSpec& spec,
                const Proofs& proofs,
                const std::vector<spec::FaultInfo>& without,
                const CompareOptions& options,
                Tally& tally)
        : spec_(spec)
        , proofs_(proofs)
        , without_(without)
        , options_(options)
        , tally_(tally)
        , system_(checker::lower(spec, without))
        , kept_(proofs.proved_states(without))
        , mixer_(options.seed) {
        for (const checker::PropertyProof& proof : proofs.report().properties) {
            const spec::PropertyInfo& info = spec.properties[proof.property];
            if (proof.outcome == checker::ProofOutcome::proved &&
                info.kind == spec::PropertyKind::step &&
                checker::leaves_out_all(without, info.without)) {
                steps_.push_back(proof.property);
            }
        }
    }

    void run() {
        checker::infer::SampleOptions options;
        options.seed = options_.seed;
        options.max_states = 300;
        options.max_expansions = 150;
        for (const checker::infer::Sample& sample :
             checker::infer::sample_states(system_, {}, options)) {
            for (const spec::InstanceInfo& instance : spec_.instances) {
                const auto universe = checker::make_universe(spec_, instance);
                if (universe && universe->sort_sizes == sample.universe.sort_sizes) {
                    of_sample(sample, instance);
                    break;
                }
            }
        }
    }

private:
    void of_sample(const checker::infer::Sample& sample, spec::InstanceInfo instance) {
        instance.max_in_flight.reset();
        const checker::Slice slice = checker::whole(system_, sample.universe);
        const auto inputs = checker::Inputs::make(system_, instance, sample.universe, slice);
        if (!inputs) {
            return;
        }
        checker::Interpreter interpreter(spec_, sample.universe);
        Expansion expansion(system_, slice, *inputs, interpreter);
        const checker::Evaluator evaluator(system_, sample.universe);
        for (std::size_t i = 0; i < options_.mixed_states; ++i) {
            const State& one = sample.states[mixer_.below(sample.states.size())];
            const State& other = sample.states[mixer_.below(sample.states.size())];
            if (one.constants != other.constants || one.functions != other.functions) {
                continue;
            }
            const State state = i % 4 == 0 ? one : mixer_.mix(one, other);
            if (!satisfies_all(evaluator, state)) {
                tally_.count("mixed states that do not fit");
                if (i % 4 == 0 && is_false_of(evaluator, state)) {
                    tally_.fault("what is proved does not hold in a reachable state");
                }
                continue;
            }
            tally_.count("mixed states");
            expand(expansion, interpreter, evaluator, state);
        }
    }

    bool satisfies_all(const checker::Evaluator& evaluator, const State& state) {
        return std::all_of(kept_.begin(),
                           kept_.end(),
                           [&](std::size_t property) {
                               return truth(evaluator, property, state, state) == Truth::holds;
                           }) &&
               !has_twice(state);
    }

    bool is_false_of(const checker::Evaluator& evaluator, const State& state) {
        return std::any_of(kept_.begin(),
                           kept_.end(),
                           [&](std::size_t property) {
                               return truth(evaluator, property, state, state) == Truth::fails;
                           }) ||
               (is_only_group_ && has_twice(state));
    }

    // Something of which it is proved that no two equal ones are in flight.
    bool has_twice(const State& state) const {
        const auto& loose = state.in_flight.loose;
        const auto& never = proofs_.report().never_twice;
        const auto is_never_twice = [&](const SentMessage& message) {
            return std::find(never.begin(), never.end(), message.message) != never.end();
        };
        for (std::size_t i = 0; i + 1 < loose.size(); ++i) {
            if (loose[i] == loose[i + 1] && is_never_twice(loose[i])) {
                return true;
            }
        }
        const auto& queued = state.in_flight.queued;
        for (std::size_t i = 0; i < queued.size(); ++i) {
            if (is_never_twice(queued[i]) &&
                std::find(queued.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                          queued.end(),
                          queued[i]) != queued.end()) {
                return true;
            }
        }
        return false;
    }

    enum class Truth { holds, fails, none };

    Truth truth(const checker::Evaluator& evaluator,
                std::size_t property,
                const State& before,
                const State& now) {
        const auto found = evaluator.holds(spec_.properties[property].body, before, now);
        const bool* is_true = std::get_if<bool>(&found);
        return is_true == nullptr ? Truth::none : *is_true ? Truth::holds : Truth::fails;
    }

    void expand(Expansion& expansion,
                checker::Interpreter& interpreter,
                const checker::Evaluator& evaluator,
                const State& state) {
        std::size_t left = 400;
        expansion.expand(state, [&](const Expansion::Outcome& outcome) {
            const std::string& step = system_.steps[outcome.event.step].name;
            if (outcome.failure != nullptr) {
                if (outcome.failure->kind != Failure::Kind::out_of_reach && without_.empty() &&
                    proofs_.owed_at(*outcome.failure) == Proofs::Owed::proved) {
                    tally_.fault(fmt::format("from a state in which what is proved holds, step {} "
                                             "goes wrong, and is proved not to: {}",
                                             step,
                                             outcome.failure->text));
                }
            } else {
                compare_step(evaluator, step, state, interpreter.workspace().finish());
            }
            return --left == 0 ? Expansion::Next::stop : Expansion::Next::go_on;
        });
    }

    void compare_step(const checker::Evaluator& evaluator,
                      const std::string& step,
                      const State& before,
                      const State& after) {
        tally_.count("steps from mixed states");
        for (const std::size_t property : kept_) {
            if (truth(evaluator, property, after, after) == Truth::fails) {
                tally_.fault(fmt::format(
                    "`{}` is proved, and not kept by {}", spec_.properties[property].name, step));
            }
        }
        for (const std::size_t property : steps_) {
            if (truth(evaluator, property, before, after) == Truth::fails) {
                tally_.fault(fmt::format(
                    "`{}` is proved, and broken by {}", spec_.properties[property].name, step));
            }
        }
        if (is_only_group_ && has_twice(after)) {
            tally_.fault(fmt::format("{} sends what is proved never to be there twice", step));
        }
    }

    const spec::TypedSpec& spec_;
    const Proofs& proofs_;
    const std::vector<spec::FaultInfo>& without_;
    const CompareOptions& options_;
    Tally& tally_;
    checker::TransitionSystem system_;
    std::vector<std::size_t> kept_;
    std::vector<std::size_t> steps_;
    StateMixer mixer_;
    /// What is never there twice is told for all groups together.
    bool is_only_group_ = checker::group_properties(spec_).size() <= 1;
};

} // namespace

void compare_on_mixed_states(const spec::TypedSpec& spec,
                             const Proofs& proofs,
                             const CompareOptions& options,
                             Tally& tally) {
    std::vector<checker::PropertyGroup> groups = checker::group_properties(spec);
    if (groups.empty() || !groups.front().without.empty()) {
        groups.insert(groups.begin(), checker::PropertyGroup{});
    }
    for (const checker::PropertyGroup& group : groups) {
        MixedStates(spec, proofs, group.without, options, tally).run();
    }
}

} // namespace muster::test
