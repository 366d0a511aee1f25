#pragma once

#include "checker/infer/clause.hpp"
#include "checker/infer/frames.hpp"
#include "checker/infer/ground_states.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker::infer {

struct FrameSearchOptions {
    std::function<bool()> out_of_time;
    std::size_t max_frames = 30;
    std::size_t max_depth = 60; // states before states
    /// By predicate: whether diagrams may be made of it; empty: as `predicates_of_diagrams` says.
    std::vector<bool> allowed{};
    /// Told every decision, one line each; may be empty.
    std::function<void(const std::string&)> log{};
};

struct FrameSearchResult {
    enum class Outcome {
        found,
        /// Some state from which a goal breaks looks, to every clause of the predicates that
        /// diagrams are made of, like one that is reached. Other lemmas may still exclude it: with
        /// quantifiers inside, or with predicates that are left out of diagrams.
        no_such_lemmas,
        unknown,
    };
    Outcome outcome = Outcome::unknown;
    /// Of `run` where there are no such lemmas: the goal that this was found out for. Of the others
    /// nothing is known.
    std::optional<smt::FormulaNumber> failed_goal{};
    std::vector<Clause> lemmas; // where they were found: kept by every step, together
    /// Those of the hopes that are kept with them.
    std::vector<smt::FormulaNumber> kept;
    /// All lemmas at the end of the search, whatever came of it.
    std::vector<FrameLemma> frames;
    std::string reason;
};

/// Property-directed search for universally quantified lemmas: UPDR of Karbyshev, Bjørner, Itzhaky,
/// Rinetzky and Shoham (JACM 64(1), 2017). Frame i over-approximates the states that i steps reach.
/// A state of the last frame from which a goal breaks is blocked by the negation of its diagram
/// (what the predicates of `predicates_of_diagrams` say of its elements), generalised by
/// unsatisfiable cores; states before it are blocked first. The search ends when two frames are
/// equal.
///
/// Slower than guessing clauses, but it finds long ones, and can say that those predicates are not
/// enough. Sampled states bound the generalisation: a clause that excludes a reached state is not
/// tried.
class FrameSearch {
public:
    /// All outlive the search. What the oracle assumes stays assumed in every frame.
    FrameSearch(smt::InductionOracle& oracle,
                const ExprBuilder& builder,
                const std::vector<Predicate>& predicates,
                std::vector<GroundStates>& samples,
                FrameSearchOptions options);

    /// The goals hold at the start and are assumed. So do the hopes, which are formulas over one
    /// state, but they are not: they are lifted from frame to frame as lemmas are, as far as that
    /// goes, and nothing is blocked for them.
    FrameSearchResult run(const std::vector<smt::FormulaNumber>& goals,
                          const std::vector<smt::FormulaNumber>& hopes = {});

    /// Lemmas that exclude one state, which is no state of the samples. There is no other goal.
    FrameSearchResult exclude(const Universe& universe, const State& state);

private:
    class Run;

    template <class Search>
    FrameSearchResult understood(const Search& search);

    smt::InductionOracle& oracle_;
    const ExprBuilder& builder_;
    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    FrameSearchOptions options_;
    std::vector<bool> allowed_; // predicates that diagrams are made of
};

} // namespace muster::checker::infer
