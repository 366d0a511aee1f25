#pragma once

#include <z3++.h>

namespace muster::checker::smt {

/// How long a solver may take for one question, in milliseconds.
struct Patience {
    unsigned ordinary = 0; // what it is set to afterwards
    unsigned for_smaller = 0;
};

/// After a satisfiable question: a model with as few elements of each sort as can be had cheaply,
/// but for the sake of at most `max_elements` of one.
z3::model small_model(z3::solver& solver, unsigned max_elements, const Patience& patience);

} // namespace muster::checker::smt
