#include "checker/infer/prove_lemmas.hpp"

#include "checker/smt/group_prover.hpp"
#include "checker/system/transition_system.hpp"

#include <algorithm>
#include <iterator>

namespace muster::checker::infer {

namespace {

constexpr unsigned kMostMs = 2000; // for one query: what was found is easy to prove

/// Of a proof that only answers, and that nobody is told about.
InductionOptions quiet(const InductionOptions& given) {
    InductionOptions options;
    options.timeout_ms = std::min(given.timeout_ms, kMostMs);
    options.seed = given.seed;
    options.with_counterexamples = false;
    options.answers = given.answers;
    options.stop = given.stop;
    return options;
}

bool is_all_proved(const smt::GroupResult& result) {
    const auto is_proved = [](const auto& proof) {
        return proof.outcome == ProofOutcome::proved;
    };
    return !result.stopped && result.inconsistencies.empty() && result.perhaps_twice.empty() &&
           std::all_of(result.properties.begin(), result.properties.end(), is_proved) &&
           std::all_of(result.obligations.begin(), result.obligations.end(), is_proved);
}

} // namespace

ProvedAlready known_without(const spec::TypedSpec& spec,
                            const ProvedAlready& proved,
                            const std::vector<spec::FaultInfo>& without) {
    ProvedAlready result;
    std::copy_if(proved.properties.begin(),
                 proved.properties.end(),
                 std::back_inserter(result.properties),
                 [&](std::size_t property) {
                     return leaves_out_all(without, spec.properties[property].without);
                 });
    result.never_twice = proved.never_twice;
    return result;
}

bool are_proved(const spec::TypedSpec& spec,
                const std::vector<spec::PropertyInfo>& properties,
                const ProvedAlready& known,
                const InductionOptions& options) {
    spec::TypedSpec longer = spec;
    smt::GroupTask task;
    task.without = properties.front().without;
    task.known = known.properties;
    task.never_twice = known.never_twice;
    for (const spec::PropertyInfo& property : properties) {
        task.properties.push_back(longer.properties.size());
        longer.properties.push_back(property);
    }
    const TransitionSystem system = lower(longer, task.without);
    task.system = &system;
    while (true) {
        const smt::GroupResult result = smt::prove_group(task, quiet(options));
        if (result.stopped || result.perhaps_twice.empty()) {
            return is_all_proved(result);
        }
        // Known under fewer faults only: what rested on it is asked again.
        for (const spec::MessageId message : result.perhaps_twice) {
            std::erase(task.never_twice, message);
        }
    }
}

} // namespace muster::checker::infer
