#pragma once

#include "checker/infer/ground_states.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace muster::checker::infer {

struct FinderOptions {
    /// Clauses that hold on the samples, of one number of literals, before the search ends there.
    std::size_t max_clauses = 60;
    /// Sets of literals that are tried for one state.
    std::size_t max_tries = 400'000;
    std::uint64_t seed = 1;
    std::function<bool()> out_of_time{};
};

/// Finds clauses that are false of one state and true of all sampled ones.
///
/// Every literal that is false of the state is a set of the samples that satisfy it, and a clause
/// is a small cover of all samples by such sets. Covers are looked for on a row of hard samples
/// first; one that misses a sample elsewhere adds this sample to the row.
class ClauseFinder {
public:
    /// All outlive the finder.
    ClauseFinder(const std::vector<Predicate>& predicates,
                 std::vector<GroundStates>& samples,
                 FinderOptions options);

    /// Clauses made of the allowed predicates that exclude the only state of `excluded`: canonical,
    /// without repeats, none a part of another; fewest literals first, then fewest variables, then
    /// the cheapest.
    std::vector<Clause>
    find(GroundStates& excluded, const std::vector<bool>& allowed, std::size_t max_literals);

    /// Whether the clause holds on all samples.
    bool holds(const Clause& clause);

private:
    friend class CoverSearch;

    const std::vector<Predicate>& predicates_;
    std::vector<GroundStates>& samples_;
    FinderOptions options_;
};

/// Less is better: the number of literals, then of variables, then what the literals cost.
struct ClauseRank {
    std::size_t literals = 0;
    std::size_t variables = 0;
    int cost = 0;
    auto operator<=>(const ClauseRank&) const = default; // NOLINT(modernize-use-nullptr)
};

ClauseRank rank_of(const std::vector<Predicate>& predicates, const Clause& clause);

} // namespace muster::checker::infer
