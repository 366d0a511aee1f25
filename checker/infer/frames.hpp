#pragma once

#include "checker/infer/clause.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace muster::checker::infer {

/// A formula that holds in all frames up to its level.
struct FrameLemma {
    std::optional<Clause> clause; // none: a formula of which nothing else is known
    smt::FormulaNumber formula = 0;
    std::size_t level = 0;
};

/// The frames of property-directed reachability: frame i is what all lemmas of level i or above say
/// together, and frame 0 the initial states, where they are known. Every lemma holds at the start,
/// and one of level i > 0 is kept by every step from a state of frame i - 1 in which it holds
/// itself. So frame i contains what i steps can reach.
class Frames {
public:
    /// All outlive this. What the oracle assumes is assumed in every frame.
    Frames(smt::InductionOracle& oracle,
           const ExprBuilder& builder,
           const std::vector<Predicate>& predicates)
        : oracle_(oracle)
        , builder_(builder)
        , predicates_(predicates) {}

    /// Holds at the start and, unless the level is 0, is kept from the frame before. Lemmas that
    /// say no more than it are forgotten.
    void add(const Clause& clause, std::size_t level);
    /// The same, of the lowest level.
    void add(smt::FormulaNumber formula);

    /// That a state is an initial one, and so in frame 0.
    void set_start(smt::FormulaNumber formula) { start_ = formula; }

    [[nodiscard]] std::vector<smt::FormulaNumber> formulas(std::size_t level) const;

    [[nodiscard]] const std::vector<FrameLemma>& lemmas() const { return lemmas_; }

    /// Lifts lemmas to later frames, up to the one after `last`. If two of the frames are then the
    /// same, the level of the first: every step keeps what is above it.
    std::optional<std::size_t> push(std::size_t last);

    /// The clause as the oracle knows it. Throws `Unsupported` if it has no encoding.
    smt::FormulaNumber formula_of_clause(const Clause& clause);

private:
    struct Entry {
        std::optional<std::size_t> failed_at{}; // what the frame was when it could not be lifted
    };

    bool lift(std::size_t index);
    void note_change(std::size_t level);

    smt::InductionOracle& oracle_;
    const ExprBuilder& builder_;
    const std::vector<Predicate>& predicates_;
    std::optional<smt::FormulaNumber> start_;
    std::vector<FrameLemma> lemmas_;
    std::vector<Entry> entries_;       // beside the lemmas
    std::vector<std::size_t> changes_; // by level: when the frame last became smaller
    std::size_t clock_ = 0;
    std::map<Clause, smt::FormulaNumber> formulas_;
};

} // namespace muster::checker::infer
