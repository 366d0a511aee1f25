#include "checker/infer/search_scope.hpp"

#include "checker/infer/value_pattern.hpp"

#include <algorithm>
#include <iterator>

namespace muster::checker::infer {

namespace {

constexpr std::size_t kInterpretations = 10; // of each size of the sorts

} // namespace

smt::Relevance relevance_for(const TransitionSystem& system,
                             const std::vector<std::size_t>& properties) {
    const spec::TypedSpec& spec = *system.spec;
    smt::Relevance relevance = smt::find_relevance(system, properties);
    for (std::size_t m = 0; m < relevance.messages.size(); ++m) {
        smt::TrackedMessage& message = relevance.messages[m];
        if (!message.tracked) {
            continue;
        }
        message.from = message.to = true;
        for (std::size_t f = 0; f < message.fields.size(); ++f) {
            message.fields[f] =
                message.fields[f] || !patterns_of(spec, spec.messages[m].fields[f].type).empty();
        }
    }
    return relevance;
}

PredicateOptions predicate_options(const TransitionSystem& system,
                                   const smt::Relevance& relevance) {
    PredicateOptions options;
    options.roles = relevance.roles;
    for (std::size_t m = 0; m < relevance.messages.size(); ++m) {
        const smt::TrackedMessage& message = relevance.messages[m];
        const bool arbitrary = system.is_arbitrary(system.spec->messages[m].from);
        options.messages.push_back(message.tracked && !arbitrary);
        options.history.push_back(message.history);
    }
    return options;
}

std::vector<Sample> small_samples(const TransitionSystem& system,
                                  smt::InductionOracle& oracle,
                                  const SampleOptions& options) {
    const spec::TypedSpec& spec = *system.spec;
    std::vector<smt::Interpretation> interpretations;
    const bool is_open = !spec.functions.empty() || !spec.constants.empty();
    for (const std::uint32_t size : {1U, 2U, 3U}) {
        const std::vector<std::uint32_t> sizes(spec.sorts.size(), size);
        auto found = oracle.interpretations(sizes, is_open ? kInterpretations : 1);
        std::move(found.begin(), found.end(), std::back_inserter(interpretations));
    }
    return sample_states(system, interpretations, options);
}

} // namespace muster::checker::infer
