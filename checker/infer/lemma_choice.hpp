#pragma once

#include "checker/infer/candidate.hpp"
#include "checker/infer/clause_finder.hpp"
#include "checker/infer/lemma_goals.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace muster::checker::infer {

/// Guesses the clause that excludes a state from which a step breaks a goal.
class LemmaChoice {
public:
    /// All outlive this; the samples may grow.
    LemmaChoice(const SearchContext& context,
                LemmaGoals& goals,
                std::vector<GroundStates>& samples,
                FinderOptions options)
        : context_(context)
        , goals_(goals)
        , finder_(context.predicates, samples, std::move(options)) {}

    /// Nothing if there is none, or no time to find it. Takes the state out of the counterexample,
    /// which is no older than what is assumed. `reason` says what breaks the goal, for the log.
    std::optional<Clause> clause_against(const Goal& goal,
                                         smt::OracleCounterexample& counterexample,
                                         const std::string& reason);

    [[nodiscard]] ClauseFinder& finder() { return finder_; }

    /// These are looked at before anything is guessed: every step keeps them, together, as far as
    /// there was time to ask.
    void prefer(std::vector<Clause> clauses) { preferred_ = std::move(clauses); }

    /// States that were asked for so far.
    [[nodiscard]] std::size_t counterexamples() const { return counterexamples_.size(); }

private:
    enum class Tier { to_the_point, universal, existential };

    [[nodiscard]] bool is_everything_to_the_point() const;
    [[nodiscard]] std::vector<bool> allowed(const Footprint& cone, Tier tier) const;
    std::optional<Clause> preferred_against(const Goal& goal);
    std::size_t excluded_by(const Clause& clause);
    std::optional<Clause> choose(const Goal& goal, const std::vector<Clause>& candidates);
    const Candidate* first_kept(std::vector<Candidate>& entries);
    bool make_known(Candidate& entry);
    void look_around(const Goal& goal, std::vector<Candidate>& entries);
    void add_state(smt::OracleCounterexample& counterexample);

    const SearchContext& context_;
    LemmaGoals& goals_;
    ClauseFinder finder_;
    std::vector<Clause> preferred_;
    std::vector<std::unique_ptr<GroundStates>> counterexamples_;
    std::size_t way_ = 0; // that broke the goal
};

} // namespace muster::checker::infer
