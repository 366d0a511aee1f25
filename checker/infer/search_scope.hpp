#pragma once

#include "checker/infer/predicate.hpp"
#include "checker/infer/sample_states.hpp"
#include "checker/smt/induction_oracle.hpp"
#include "checker/smt/relevance.hpp"

#include <vector>

/// What a search for lemmas looks at.
namespace muster::checker::infer {

/// What the properties depend on, with everything that lemmas may say of it.
smt::Relevance relevance_for(const TransitionSystem& system,
                             const std::vector<std::size_t>& properties);

PredicateOptions predicate_options(const TransitionSystem& system, const smt::Relevance& relevance);

/// Reachable states of the spec's instances, and of ones with up to three elements of each sort.
std::vector<Sample> small_samples(const TransitionSystem& system,
                                  smt::InductionOracle& oracle,
                                  const SampleOptions& options);

} // namespace muster::checker::infer
