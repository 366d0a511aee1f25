#pragma once

#include "checker/infer/clause.hpp"
#include "checker/infer/ground_states.hpp"

#include <vector>

namespace muster::checker::infer {

/// The clause that says nothing but that one state is not there, nor any with the same elements of
/// which the same is true; simple literals first.
struct Diagram {
    Clause clause;
    bool is_complete = true; // it says everything that the predicates say
};

/// By predicate: whether diagrams are made of it. Left out are predicates with a quantifier inside,
/// derived ones, those that say something of all elements, those with terms in the place of
/// variables, and messages of which not every part is named.
std::vector<bool> predicates_of_diagrams(const std::vector<Predicate>& predicates);

/// Of the only state of `state`. The samples know which elements a clause may speak of.
Diagram diagram_of(const std::vector<Predicate>& predicates,
                   std::vector<GroundStates>& samples,
                   GroundStates& state,
                   const std::vector<bool>& allowed);

} // namespace muster::checker::infer
