#pragma once

#include "checker/infer/clause_finder.hpp"
#include "checker/infer/lemma_goals.hpp"

#include <functional>
#include <vector>

namespace muster::checker::infer {

/// Of the candidates that were derived from the spec, those that hold on the samples and that every
/// step keeps as long as they hold together, with what the oracle assumes; short ones first. Where
/// the time does not suffice, what was not refuted yet is among them: they are guesses like others.
std::vector<Clause> keep_derived(const SearchContext& context,
                                 LemmaGoals& goals,
                                 ClauseFinder& finder,
                                 const std::vector<Clause>& candidates,
                                 const std::function<bool()>& out_of_time);

} // namespace muster::checker::infer
