#include "checker/mutate/judge.hpp"

#include "checker/check/searchable.hpp"
#include "checker/eval/run_tests.hpp"
#include "checker/live/check_live.hpp"
#include "checker/product/product_search.hpp"

#include <algorithm>
#include <numeric>

namespace muster::checker {
namespace {

using Kind = Judgement::Kind;

/// The title of the first test that fails; empty if none does.
std::string failing_test(const spec::TypedSpec& spec) {
    for (const spec::TestInfo& test : spec.tests) {
        if (!run_test(spec, test).passed) {
            return test.title;
        }
    }
    return "";
}

const PropertyProof* proof_of(const InductionReport& report, std::size_t property) {
    const auto found = std::find_if(report.properties.begin(),
                                    report.properties.end(),
                                    [&](const auto& proof) { return proof.property == property; });
    return found == report.properties.end() ? nullptr : &*found;
}

/// Built-in obligations are counted by kind and step, because their places move.
std::size_t failing_obligations(const InductionReport& report, const ObligationProof& like) {
    return static_cast<std::size_t>(std::count_if(
        report.obligations.begin(), report.obligations.end(), [&](const ObligationProof& other) {
            return other.kind == like.kind && other.step == like.step &&
                   other.outcome != ProofOutcome::proved;
        }));
}

} // namespace

Judge::Judge(const spec::TypedSpec& original, const JudgeOptions& options)
    : original_(original)
    , options_(options) {
    if (const std::string test = failing_test(original); !test.empty()) {
        refusal_ = "the test \"" + test + "\" fails";
        return;
    }
    seen_ = explore_all(original);
    for (const Seen& seen : seen_) {
        if (!seen.violated.empty()) {
            refusal_ = seen.violated + " is violated";
            return;
        }
    }
    if (const std::string live = first_broken_live(original); !live.empty()) {
        refusal_ = live + " is violated";
    }
}

Judge::Seen Judge::explore(const spec::TypedSpec& spec,
                           const std::vector<spec::FaultInfo>& without,
                           const std::vector<std::size_t>& properties,
                           std::size_t instance) const {
    ExploreOptions search;
    for (const std::size_t property : properties) {
        if (!why_not_searched(spec, without, property)) {
            const bool is_cover = spec.properties[property].kind == spec::PropertyKind::cover;
            (is_cover ? search.covers : search.properties).push_back(property);
        }
    }
    search.max_states = options_.max_states;
    search.stop = options_.stop;
    search.slicing = Slicing::off;
    search.obligations = Obligations::of_all_roles;
    search.permutations = Permutations::taken_for_one;
    search.with_fingerprint = true;
    search.on_violation = OnViolation::stop_there_only;
    Seen seen;
    const spec::InstanceInfo& info = spec.instances[instance];
    const auto result = product::explore(lower(spec, without, vanishing_on(info)), info, search);
    if (!result) {
        return seen;
    }
    seen.is_whole = result->ended == ExploreResult::Ended::complete;
    seen.has_cuts = !result->cuts.empty();
    seen.fingerprint = result->fingerprint;
    for (const Violation& violation : result->violations) {
        seen.violated = violation.property ? spec.properties[*violation.property].name
                                           : violation.failure->text;
    }
    for (const CoverRun& cover : result->covers) {
        seen.covers.insert(cover.property);
    }
    return seen;
}

std::vector<Judge::Seen> Judge::explore_all(const spec::TypedSpec& spec) const {
    std::vector<Seen> all;
    for (const PropertyGroup& group : groups_with_obligations(spec)) {
        for (std::size_t i = 0; i < spec.instances.size(); ++i) {
            all.push_back(explore(spec, group.without, group.properties, i));
            if (!all.back().violated.empty()) {
                return all;
            }
        }
    }
    return all;
}

std::string Judge::first_broken_live(const spec::TypedSpec& spec) const {
    std::vector<std::size_t> all(spec.lives.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    live::LiveOptions search;
    search.max_states = options_.max_states;
    search.stop = options_.stop;
    for (const spec::InstanceInfo& instance : spec.instances) {
        for (const auto& finding : live::check_lives(spec, all, instance, search)) {
            if (std::holds_alternative<Violated>(finding.verdict)) {
                return spec.lives[finding.live].name;
            }
        }
    }
    return "";
}

InductionReport Judge::prove(const spec::TypedSpec& spec) const {
    InductionOptions induction;
    induction.timeout_ms = options_.proof_timeout_ms;
    induction.with_counterexamples = false;
    induction.stop = options_.stop;
    return prove_by_induction(spec, induction);
}

std::string Judge::first_unproved(const spec::TypedSpec& changed) {
    if (!proofs_) {
        proofs_ = prove(original_);
    }
    const InductionReport now = prove(changed);
    for (const PropertyProof& proof : now.properties) {
        const PropertyProof* before = proof_of(*proofs_, proof.property);
        if (proof.outcome == ProofOutcome::not_inductive && before != nullptr &&
            before->outcome == ProofOutcome::proved) {
            return changed.properties[proof.property].name;
        }
    }
    for (const ObligationProof& proof : now.obligations) {
        if (proof.outcome == ProofOutcome::not_inductive &&
            failing_obligations(now, proof) > failing_obligations(*proofs_, proof)) {
            return proof.reason;
        }
    }
    return "";
}

Judgement Judge::judge(const spec::TypedSpec& changed) {
    if (std::string test = failing_test(changed); !test.empty()) {
        return {Kind::failed_test, std::move(test)};
    }
    const std::vector<Seen> now = explore_all(changed);
    if (!now.empty() && !now.back().violated.empty()) {
        return {Kind::violated, now.back().violated};
    }
    std::set<std::size_t> reached;
    std::set<std::size_t> lost;
    bool is_whole = true;
    bool is_same = true;
    bool has_cuts = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        is_whole = is_whole && now[i].is_whole && seen_[i].is_whole;
        is_same = is_same && now[i].fingerprint == seen_[i].fingerprint;
        has_cuts = has_cuts || seen_[i].has_cuts;
        reached.insert(now[i].covers.begin(), now[i].covers.end());
        lost.insert(seen_[i].covers.begin(), seen_[i].covers.end());
    }
    is_same = is_same && is_whole && !now.empty();
    // Where no bound cut the searches off, that is all there is.
    if (is_same && !has_cuts) {
        return {Kind::same_behaviour, ""};
    }
    if (std::string live = first_broken_live(changed); !live.empty()) {
        return {Kind::violated, std::move(live)};
    }
    for (const std::size_t cover : lost) {
        if (is_whole && !reached.contains(cover)) {
            return {Kind::lost_cover, changed.properties[cover].name};
        }
    }
    const bool is_stopped = options_.stop != nullptr && options_.stop->requested();
    if (options_.proofs && !is_stopped) {
        if (std::string property = first_unproved(changed); !property.empty()) {
            return {Kind::unproved, std::move(property)};
        }
    }
    if (is_same) {
        return {Kind::same_behaviour, ""};
    }
    return {is_whole ? Kind::survived : Kind::undecided, ""};
}

} // namespace muster::checker
