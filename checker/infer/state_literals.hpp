#pragma once

#include "checker/infer/ground_states.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace muster::checker::infer {

/// An element of a state that a variable of a clause stands for.
struct StateVariable {
    spec::TypeId type;
    std::uint16_t element = 0; // place in the domain of the state
};

/// Variables for the elements of a state, one each, and the literals over them that are false of
/// it. Integers that count different things have variables of their own.
struct StateLiterals {
    std::vector<StateVariable> variables;
    std::vector<Literal> literals; // simple ones first
    bool is_complete = true;       // nothing was left out because there is too much of it
};

/// Of the only state of `state`, made of the allowed predicates that have no more than so many rows
/// of arguments. Types of which the samples know no values have no variables.
StateLiterals false_literals(const std::vector<Predicate>& predicates,
                             std::vector<GroundStates>& samples,
                             GroundStates& state,
                             const std::vector<bool>& allowed,
                             std::size_t max_rows);

} // namespace muster::checker::infer
