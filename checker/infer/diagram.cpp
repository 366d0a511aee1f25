#include "checker/infer/diagram.hpp"

#include "checker/infer/state_literals.hpp"

#include <utility>

namespace muster::checker::infer {

namespace {

constexpr std::size_t kMaxRows = 3000; // of one predicate

} // namespace

std::vector<bool> predicates_of_diagrams(const std::vector<Predicate>& predicates) {
    std::vector<bool> allowed;
    for (const Predicate& predicate : predicates) {
        allowed.push_back(!predicate.is_quantified && !predicate.is_derived &&
                          !predicate.is_projection && !predicate.says_of_all &&
                          predicate.filled == 0 &&
                          (!predicate.message || predicate.message->is_whole));
    }
    return allowed;
}

Diagram diagram_of(const std::vector<Predicate>& predicates,
                   std::vector<GroundStates>& samples,
                   GroundStates& state,
                   const std::vector<bool>& allowed) {
    StateLiterals found = false_literals(predicates, samples, state, allowed, kMaxRows);
    Diagram result;
    for (const StateVariable& variable : found.variables) {
        result.clause.variables.push_back(variable.type);
    }
    result.clause.literals = std::move(found.literals);
    result.is_complete = found.is_complete;
    return result;
}

} // namespace muster::checker::infer
