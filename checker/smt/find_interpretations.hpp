#pragma once

#include "checker/smt/induction_oracle.hpp"
#include "checker/smt/vocabulary.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker::smt {

struct InterpretationRequest {
    std::vector<std::uint32_t> sort_sizes; // by sort
    std::size_t count = 1;
    unsigned seed = 0;
};

/// What functions and constants can be where sorts have these sizes. Each is a model of the axioms
/// under a few random facts, so that they differ from each other. Fewer than asked for where the
/// solver finds no more.
std::vector<Interpretation> find_interpretations(Vocabulary& vocabulary,
                                                 const Terms& axioms,
                                                 const InterpretationRequest& request);

} // namespace muster::checker::smt
