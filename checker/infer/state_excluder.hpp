#pragma once

#include "checker/infer/clause.hpp"
#include "checker/infer/ground_states.hpp"
#include "checker/infer/prove_lemmas.hpp"
#include "checker/smt/induction_oracle.hpp"
#include "checker/smt/relevance.hpp"

#include <optional>
#include <vector>

namespace muster::checker::infer {

/// Looks for lemmas that show that no run reaches a state, given what is proved of a system. What
/// it believes is not proved yet: `are_proved` says so.
///
/// All effort is counted by the solver, never by the clock, so that the same questions have the
/// same answers on every machine.
class StateExcluder {
public:
    /// All outlive the excluder; the spec of the system is that of the builder. `known` holds in
    /// the system.
    StateExcluder(const TransitionSystem& system,
                  const ExprBuilder& builder,
                  const std::vector<Predicate>& predicates,
                  std::vector<GroundStates>& samples,
                  const ProvedAlready& known,
                  const Stop* stop);

    enum class Standing {
        open,      // some step may break it, or nothing is known
        kept,      // it holds at the start and every step keeps it as it stands
        is_enough, // and with it, every step keeps the property
    };

    /// By clause, for a property of the spec that is not proved; without one, none is enough.
    std::vector<Standing> standings(const std::vector<Clause>& clauses,
                                    std::optional<std::size_t> property);

    /// Clauses that every step keeps together, none of which could be left out; one of them is
    /// false of the state. None where that was not found out within the budget.
    std::vector<Clause> exclude(const Universe& universe, const State& state);

    /// Whether every step keeps the property from states in which all of these hold.
    bool are_enough(const std::vector<Clause>& clauses, std::size_t property);

private:
    void assume(const ProvedAlready& known);
    bool is_spoken_of(const Predicate& predicate) const;
    bool is_understood(const Clause& clause) const;
    bool is_kept(const Clause& clause);
    bool is_kept_with(const std::vector<Clause>& clauses, std::size_t property);
    std::vector<Clause> search(const Universe& universe, const State& state);
    template <class Work>
    auto within(unsigned effort_ms, const Work& work);
    std::vector<Clause> only_needed(const std::vector<Clause>& clauses, GroundStates& excluded);
    bool is_used_up() const;

    const ExprBuilder& builder_;
    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    const Stop* stop_;
    smt::Relevance relevance_;
    smt::InductionOracle oracle_;
    std::vector<bool> understood_; // by predicate: whether the oracle knows what it speaks of
    unsigned limit_ms_ = 0;        // of the oracle's effort
    unsigned left_ms_;             // of the effort for all states
};

} // namespace muster::checker::infer
