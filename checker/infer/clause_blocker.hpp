#pragma once

#include "checker/infer/frames.hpp"
#include "checker/infer/ground_states.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

namespace muster::checker::infer {

/// Asks whether clauses can be added to frames, and cuts down those that can.
class ClauseBlocker {
public:
    /// All outlive this.
    ClauseBlocker(smt::InductionOracle& oracle,
                  const ExprBuilder& builder,
                  const std::vector<Predicate>& predicates,
                  std::vector<GroundStates>& samples,
                  const std::function<bool()>& out_of_time)
        : oracle_(oracle)
        , builder_(builder)
        , predicates_(predicates)
        , samples_(samples)
        , out_of_time_(out_of_time) {}

    /// Whether it is false of a sampled state.
    bool is_refuted(const Clause& clause);
    /// Whether an initial state is one that it excludes.
    smt::CubeAnswer reached_at_start(const Clause& clause);
    /// Whether a step leads to a state that it excludes from one of the frame that it does not.
    smt::CubeAnswer reached_from(Frames& frames,
                                 std::size_t level,
                                 const Clause& clause,
                                 smt::InductionOracle::Effort effort);

    /// A part of a clause that can be added at this level as well. `needed` are the literals that
    /// are enough, as places in the clause, which has the simple ones first. No sampled state
    /// refutes the clause, or what comes out.
    Clause generalised(Frames& frames,
                       std::size_t level,
                       const Clause& clause,
                       std::set<std::size_t> needed);

private:
    using Places = std::set<std::size_t>;

    Places unrefuted(const Clause& clause, Places chosen);
    void leave_out_parts(
        Frames& frames, std::size_t level, const Clause& clause, Places& chosen, std::size_t size);
    void leave_out(Frames& frames,
                   std::size_t level,
                   const Clause& clause,
                   Places& chosen,
                   const Places& less);

    smt::InductionOracle& oracle_;
    const ExprBuilder& builder_;
    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    const std::function<bool()>& out_of_time_;
};

} // namespace muster::checker::infer
