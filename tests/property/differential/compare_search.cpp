#include "tests/property/differential/compare_search.hpp"

#include "checker/certify/replay_trace.hpp"
#include "checker/check/searchable.hpp"
#include "checker/explore/explorer.hpp"
#include "checker/product/product_search.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "tests/unit/checker/checkpoint/memory_keeper.hpp"
#include "tests/unit/checker/explore_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace muster::test {
namespace {

using checker::ExploreResult;
using checker::Failure;

// Much longer than a search takes; a spec that runs into it is not compared with a search.
constexpr std::chrono::seconds kMaxTime{10};

class SearchComparison {
public:
    SearchComparison(const spec::TypedSpec& spec,
                     const Proofs& proofs,
                     const CompareOptions& options,
                     Tally& tally)
        : spec_(spec)
        , proofs_(proofs)
        , options_(options)
        , tally_(tally) {}

    void run() {
        std::vector<checker::PropertyGroup> groups = checker::group_properties(spec_);
        if (groups.empty() || !groups.front().without.empty()) {
            groups.insert(groups.begin(), checker::PropertyGroup{});
        }
        for (const checker::PropertyGroup& group : groups) {
            for (const spec::InstanceInfo& instance : spec_.instances) {
                search(group, instance);
            }
        }
        count_properties();
    }

private:
    void search(const checker::PropertyGroup& group, const spec::InstanceInfo& instance) {
        checker::ExploreOptions looked_for;
        for (const std::size_t property : group.properties) {
            const spec::PropertyKind kind = spec_.properties[property].kind;
            if (kind == spec::PropertyKind::axiom ||
                checker::why_not_searched(spec_, group.without, property)) {
                continue;
            }
            (kind == spec::PropertyKind::cover ? looked_for.covers : looked_for.properties)
                .push_back(property);
        }
        if (group.without.empty()) {
            for (const checker::ObligationProof& proof : proofs_.report().obligations) {
                if (proof.kind != checker::ObligationProof::Kind::property) {
                    looked_for.places.push_back(proof.span);
                }
            }
            looked_for.obligations = checker::Obligations::of_all_roles;
        }
        looked_for.max_states = options_.max_states;
        looked_for.on_violation = checker::OnViolation::go_on;
        looked_for.deadline = std::chrono::steady_clock::now() + kMaxTime;
        const checker::TransitionSystem system =
            checker::lower(spec_, group.without, checker::vanishing_on(instance));
        const auto result = checker::explore(system, instance, looked_for);
        compare_parts(system, instance, looked_for, result);
        compare_symmetry(system, instance, looked_for);
        if (!result || !result->start_seen || result->states == 0) {
            tally_.count("instances that were not explored");
            return;
        }
        tally_.count(result->ended == ExploreResult::Ended::at_max_states
                         ? "instances explored in part"
                         : "instances explored as a whole");
        tally_.count("states explored", result->states);
        if (!proofs_.report().inconsistencies.empty()) {
            tally_.fault("there is a state, and the assumptions are said to contradict themselves");
        }
        for (const checker::Violation& violation : result->violations) {
            compare(instance, violation);
        }
        compare_happened(group, system, *result);
    }

    /// The search over parts of states finds the very same, in any number of threads.
    void compare_parts(const checker::TransitionSystem& system,
                       const spec::InstanceInfo& instance,
                       checker::ExploreOptions options,
                       const tl::expected<ExploreResult, checker::InstanceError>& result) {
        if (result && result->ended == ExploreResult::Ended::at_deadline) {
            return;
        }
        options.deadline.reset();
        const std::string whole = checker::testing::text_of(spec_, result);
        for (const std::uint32_t threads : {1, 2, 3}) {
            options.threads = threads;
            options.thresholds = {.share = 1, .fuse = 8 * threads};
            const std::string parts = checker::testing::text_of(
                spec_, checker::product::explore(system, instance, options));
            if (whole != parts) {
                tally_.fault(fmt::format("two searches of instance {}, the second one in {} "
                                         "threads, differ:\n{}and\n{}",
                                         instance.name,
                                         threads,
                                         whole,
                                         parts));
                return;
            }
        }
    }

    /// A search that ended early twice, and went on from what was kept, finds the very same. The
    /// options are those of one that sees everything.
    void compare_kept(const checker::TransitionSystem& system,
                      const spec::InstanceInfo& instance,
                      const checker::ExploreOptions& options,
                      const ExploreResult& whole) {
        std::string kept;
        tl::expected<ExploreResult, checker::InstanceError> found;
        for (const std::uint64_t third : {1, 2, 3}) {
            checker::testing::MemoryKeeper keeper(kept);
            checker::ExploreOptions limited = options;
            limited.keeper = &keeper;
            if (third < 3) {
                limited.max_states = 1 + whole.states * third / 3;
            }
            found = checker::product::explore(system, instance, limited);
            kept = keeper.kept();
        }
        const std::string expected = checker::testing::text_of(spec_, whole);
        const std::string text = checker::testing::text_of(spec_, found);
        if (text != expected || found->represented != whole.represented) {
            tally_.fault(fmt::format("a search of instance {} that went on from what was kept "
                                     "differs:\n{}and\n{}",
                                     instance.name,
                                     expected,
                                     text));
        }
        tally_.count("searches that went on from what was kept");
    }

    /// With symmetry the same is found, in fewer states that stand for as many.
    void compare_symmetry(const checker::TransitionSystem& system,
                          const spec::InstanceInfo& instance,
                          checker::ExploreOptions options) {
        options.on_violation = checker::OnViolation::see_everything;
        options.slicing = checker::Slicing::off;
        const auto apart = checker::product::explore(system, instance, options);
        if (!apart || apart->ended != ExploreResult::Ended::complete) {
            return;
        }
        options.permutations = checker::Permutations::taken_for_one;
        options.deadline.reset();
        const auto alike = checker::product::explore(system, instance, options);
        if (!alike || alike->ended != ExploreResult::Ended::complete) {
            tally_.fault("a search is not whole with symmetry and is without");
            return;
        }
        compare_kept(system, instance, options, *alike);
        options.permutations = checker::Permutations::told_apart;
        compare_kept(system, instance, options, *apart);
        if (!checker::testing::stand_for_as_many(spec_, instance, *alike, *apart)) {
            tally_.fault(fmt::format("with symmetry {} states stand for {}, and there are {}",
                                     alike->states,
                                     alike->represented.value_or(alike->states),
                                     apart->states));
        }
        const std::string with = checker::testing::outline(spec_, instance, *alike);
        const std::string without = checker::testing::outline(spec_, instance, *apart);
        if (with != without) {
            tally_.fault(fmt::format("symmetry makes a difference:\n{}\nand\n{}", with, without));
        }
        tally_.count(alike->represented ? "instances explored with symmetry"
                                        : "instances without anything to permute");
    }

    void compare(const spec::InstanceInfo& instance, const checker::Violation& violation) {
        if (violation.failure && violation.failure->kind == Failure::Kind::out_of_reach) {
            return;
        }
        const std::size_t length =
            violation.trace.steps.size() + (violation.trace.ending ? 1U : 0U);
        const auto told = [&](const std::string& what) {
            tally_.fault(fmt::format(
                "{}, and a run of {} steps on instance {} breaks it", what, length, instance.name));
        };
        if (violation.property) {
            const spec::PropertyInfo& property = spec_.properties[*violation.property];
            violated_.insert(*violation.property);
            if (violation.failure && proofs_.is_defined(*violation.property) &&
                proofs_.report().stopped.empty()) {
                told(fmt::format("`{}` is proved to be defined", property.name));
            } else if (!violation.failure && proofs_.is_proved(*violation.property)) {
                told(fmt::format("`{}` is proved", property.name));
            }
        } else if (violation.trace.ending) {
            tally_.count("steps that go wrong");
            const Proofs::Owed owed = proofs_.owed_at(*violation.failure);
            if (owed != Proofs::Owed::open) {
                told(fmt::format("{} that a step goes well: {}",
                                 owed == Proofs::Owed::proved ? "it is proved" : "nobody asks",
                                 violation.failure->text));
            }
        }
        replay(instance, violation);
    }

    void replay(const spec::InstanceInfo& instance, const checker::Violation& violation) {
        const auto fixed = checker::fixed_by(spec_, violation.trace.universe, instance);
        if (!fixed) {
            tally_.fault("a run was found on an instance that cannot be explored");
            return;
        }
        checker::Claim claim;
        claim.property = violation.property;
        claim.undefined = violation.property && violation.failure;
        try {
            const auto trace = checker::replay_trace(spec_, *fixed, violation.trace, claim);
            tally_.count(trace ? "runs repeated" : "runs that the evaluator cannot follow");
        } catch (const InternalError& error) {
            tally_.fault(fmt::format("a run is not repeated: {}", error.what()));
        }
    }

    void compare_happened(const checker::PropertyGroup& group,
                          const checker::TransitionSystem& system,
                          const ExploreResult& result) {
        for (const checker::StepReach& reach : proofs_.report().steps) {
            if (reach.answer != checker::StepReach::Answer::impossible ||
                !checker::leaves_out_all(group.without, reach.without)) {
                continue;
            }
            for (const std::uint32_t index : result.happened) {
                const checker::Step& step = system.steps[index];
                if (step.name == reach.step && step.span == reach.span &&
                    !goes_wrong(index, result)) {
                    tally_.fault(fmt::format("step {} is said to be impossible", step.name));
                }
            }
        }
    }

    // The prover looks at steps that end well.
    static bool goes_wrong(std::uint32_t step, const ExploreResult& result) {
        return std::any_of(
            result.violations.begin(), result.violations.end(), [&](const auto& violation) {
                return violation.trace.ending && violation.trace.ending->event.step == step;
            });
    }

    void count_properties() {
        for (const checker::PropertyProof& proof : proofs_.report().properties) {
            const bool violated = violated_.contains(proof.property);
            switch (proof.outcome) {
            case checker::ProofOutcome::proved:
                tally_.count("properties proved");
                break;
            case checker::ProofOutcome::not_inductive:
                tally_.count(violated ? "properties not inductive, and violated"
                                      : "properties not inductive, no run found");
                break;
            case checker::ProofOutcome::unknown:
                tally_.count("unknown: " + proof.reason.substr(0, proof.reason.find(" in ")));
                tally_.count(violated ? "properties unknown to the prover, and violated"
                                      : "properties unknown to the prover, no run found");
                break;
            }
            if (violated) {
                tally_.count("properties violated");
            }
        }
    }

    const spec::TypedSpec& spec_;
    const Proofs& proofs_;
    const CompareOptions& options_;
    Tally& tally_;
    std::set<std::size_t> violated_;
};

} // namespace

void compare_with_search(const spec::TypedSpec& spec,
                         const Proofs& proofs,
                         const CompareOptions& options,
                         Tally& tally) {
    SearchComparison(spec, proofs, options, tally).run();
}

} // namespace muster::test
