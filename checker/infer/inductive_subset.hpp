#pragma once

#include "checker/smt/induction_oracle.hpp"

#include <functional>
#include <vector>

namespace muster::checker::infer {

/// The largest part of these formulas, which are over one state, that holds at the start and that
/// every step keeps as long as the part itself holds, together with what the oracle assumes: the
/// Houdini algorithm (Flanagan and Leino, FME 2001). What the solver gives up on is left out.
///
/// What the oracle assumes is the same afterwards. Where it is out of time, what was not refuted
/// until then, neither at the start nor by a step. `out_of_time` is true whenever the oracle's own
/// limit is over, and stays so.
std::vector<smt::FormulaNumber> inductive_subset(smt::InductionOracle& oracle,
                                                 std::vector<smt::FormulaNumber> formulas,
                                                 const std::function<bool()>& out_of_time);

} // namespace muster::checker::infer
