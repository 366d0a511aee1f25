#pragma once

#include "checker/infer/search_context.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker::infer {

enum class GoalKind { property, never_twice, lemma };

/// A formula that every step is to keep.
struct Goal {
    GoalKind kind = GoalKind::property;
    std::size_t property = 0; // into the spec's properties
    Clause clause;            // of a lemma
    smt::FormulaNumber formula = 0;
    bool is_understood = true; // by proofs
    bool is_assumed = false;
    bool is_alive = true;
    bool holds_at_start = false;
    bool is_kept = false;
    std::size_t born = 0;       // when it was first assumed
    std::size_t kept_since = 0; // when it was last seen to be kept
    std::size_t repairs = 0;
    std::string reason{};
};

/// The formulas that are assumed before every step while it is open whether all of them are kept:
/// properties, that messages are in flight once, and lemmas. Where one is given up, what was seen
/// to be kept with it is open again.
class LemmaGoals {
public:
    explicit LemmaGoals(const SearchContext& context)
        : context_(context) {}

    void add_property(std::size_t property);
    /// For every message that the network does not repeat.
    void add_never_twice();
    /// Ends the life of every reference to a goal. Proofs understand the clause.
    void add_lemma(const Clause& clause);
    /// The same, of one that every step is known to keep.
    void add_kept_lemma(const Clause& clause);

    [[nodiscard]] std::vector<Goal>& all() { return goals_; }

    [[nodiscard]] const std::vector<Goal>& all() const { return goals_; }

    /// The newest lemma first: one that cannot be kept is found out before much rests on it. Null
    /// if nothing is open.
    Goal* next_open();

    void assume(Goal& goal);
    void note_kept(Goal& goal);
    void give_up(Goal& goal, const std::string& reason);

    /// Without looking for more lemmas: takes away what is not kept until the rest is.
    void settle();
    /// Takes lemmas away until each one left is needed for some property; the last ones first.
    /// That messages are never in flight twice is worth keeping only where something rests on it.
    void minimise();

    /// Nothing if proofs do not understand it.
    std::optional<smt::FormulaNumber> formula_of_clause(const Clause& clause);

    /// It is no lemma: it was given up, or does not hold at the start.
    [[nodiscard]] bool is_banned(const Clause& clause) const { return banned_.contains(clause); }

    void ban(const Clause& clause) { banned_.insert(clause); }

    [[nodiscard]] bool is_lemma(const Clause& clause) const;

    [[nodiscard]] std::size_t lemma_count() const;

    /// Lemmas that could not be kept.
    [[nodiscard]] std::size_t dropped() const { return dropped_; }

    [[nodiscard]] std::string name_of(const Goal& goal) const;

private:
    Goal lemma_of(const Clause& clause);
    void withdraw(Goal& goal);
    void take_away(Goal& first);
    Goal* first_broken();

    const SearchContext& context_;
    std::vector<Goal> goals_;
    std::map<Clause, smt::FormulaNumber> formulas_;
    std::set<Clause> banned_;
    std::size_t clock_ = 0;
    std::size_t dropped_ = 0;
};

} // namespace muster::checker::infer
