#pragma once

#include "checker/infer/clause_blocker.hpp"
#include "checker/infer/diagram.hpp"
#include "checker/infer/frames.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace muster::checker::infer {

/// Asks backwards from a state: which states come before it, and before these. A state is taken as
/// its diagram, so that states that look the same are asked about at once. Where nothing comes
/// before a diagram that looks different and no start looks like it, no run reaches it, whatever
/// the number of elements: the clause that excludes it is kept by every step. It is cut down to
/// what that needs, and from then on assumed when something comes before other diagrams.
///
/// Each clause is inductive by itself, given those that were found before it; frames, which are
/// slower, are for lemmas that only keep each other.
class BackwardSearch {
public:
    /// All outlive the search. What the oracle assumes is assumed of every state that comes before.
    BackwardSearch(smt::InductionOracle& oracle,
                   const ExprBuilder& builder,
                   const std::vector<Predicate>& predicates,
                   std::vector<GroundStates>& samples,
                   std::vector<bool> allowed,
                   std::function<bool()> out_of_time);

    /// Clauses that every step keeps, in an order in which each one needs only those before it;
    /// one of them excludes the state. None where that was not found out.
    std::vector<Clause> exclude(const Universe& universe, const State& state);

private:
    bool exclude(const Universe& universe, const State& state, std::size_t depth);

    const ExprBuilder& builder_;
    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    std::vector<bool> allowed_; // predicates that diagrams are made of
    std::function<bool()> out_of_time_;
    Frames frames_; // only one is used, which does not know the start
    ClauseBlocker blocker_;
};

} // namespace muster::checker::infer
