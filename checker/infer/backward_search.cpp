#include "checker/infer/backward_search.hpp"

#include "checker/smt/unsupported.hpp"

#include <set>
#include <utility>

namespace muster::checker::infer {

using smt::CubeAnswer;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kMaxDepth = 4;  // states before states
constexpr std::size_t kMaxBefore = 8; // different ones before the same state

/// Lemmas are kept from any state in which all lemmas hold.
constexpr std::size_t kAnyState = 0;

} // namespace

BackwardSearch::BackwardSearch(smt::InductionOracle& oracle,
                               const ExprBuilder& builder,
                               const std::vector<Predicate>& predicates,
                               std::vector<GroundStates>& samples,
                               std::vector<bool> allowed,
                               std::function<bool()> out_of_time)
    : builder_(builder)
    , predicates_(predicates)
    , samples_(samples)
    , allowed_(std::move(allowed))
    , out_of_time_(std::move(out_of_time))
    , frames_(oracle, builder, predicates)
    , blocker_(oracle, builder, predicates, samples, out_of_time_) {}

std::vector<Clause> BackwardSearch::exclude(const Universe& universe, const State& state) {
    std::vector<Clause> result;
    try {
        if (!exclude(universe, state, 0)) {
            return result;
        }
    } catch (const smt::Unsupported&) {
        return result; // a clause has no encoding, so nothing is known
    }
    for (const FrameLemma& lemma : frames_.lemmas()) {
        result.push_back(*lemma.clause);
    }
    return result;
}

bool BackwardSearch::exclude(const Universe& universe, const State& state, std::size_t depth) {
    GroundStates ground(builder_.spec(), predicates_, universe, std::vector<State>{state});
    const Clause diagram = diagram_of(predicates_, samples_, ground, allowed_).clause;
    if (diagram.literals.empty() || blocker_.is_refuted(diagram)) {
        return false; // a reached state looks the same
    }
    const CubeAnswer start = blocker_.reached_at_start(diagram);
    if (start.kind != OracleAnswer::Kind::kept) {
        return false;
    }
    for (std::size_t count = 0; count <= kMaxBefore && !out_of_time_(); ++count) {
        CubeAnswer answer =
            blocker_.reached_from(frames_, kAnyState, diagram, InductionOracle::Effort::full);
        if (answer.kind == OracleAnswer::Kind::kept) {
            std::set<std::size_t> needed = std::move(answer.needed);
            needed.insert(start.needed.begin(), start.needed.end());
            const Clause clause =
                blocker_.generalised(frames_, kAnyState + 1, diagram, std::move(needed));
            frames_.add(clause, kAnyState + 1);
            return true;
        }
        if (!answer.before || depth >= kMaxDepth ||
            !exclude(answer.before->universe, answer.before->state, depth + 1)) {
            return false;
        }
    }
    return false;
}

} // namespace muster::checker::infer
