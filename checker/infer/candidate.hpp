#pragma once

#include "checker/infer/clause.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <cstddef>
#include <tuple>

namespace muster::checker::infer {

/// A clause that may become a lemma, and what is known of it.
struct Candidate {
    const Clause* clause; // outlives this
    smt::FormulaNumber formula = 0;
    bool is_known = false;   // the formula
    bool is_unknown = false; // whether steps keep it
    bool is_probed = false;
    bool closes = false;    // with it, the failing path breaks the goal no more
    std::size_t missed = 0; // of the states from which this path breaks the goal
    std::size_t excluded_ever = 0;
};

/// Short clauses first; to miss a few states is as bad as one literal more.
inline bool is_better(const Candidate& a, const Candidate& b) {
    constexpr std::size_t kLiteralWeight = 3;
    const auto key = [](const Candidate& candidate) {
        return std::tuple(candidate.clause->literals.size() * kLiteralWeight + candidate.missed,
                          candidate.closes ? 0 : 1,
                          -static_cast<std::ptrdiff_t>(candidate.excluded_ever));
    };
    return key(a) < key(b);
}

} // namespace muster::checker::infer
