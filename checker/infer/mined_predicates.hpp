#pragma once

#include "checker/infer/predicate.hpp"

#include <vector>

namespace muster::checker::infer {

/// Predicates that the spec itself uses: quantified formulas, majorities and calls of defs inside
/// its properties and guards, with a slot for each local that is bound outside of them.
std::vector<Predicate> mine_predicates(ExprBuilder& builder, const PredicateOptions& options);

/// `exists x. p(x, …)` for each slot of the given predicates that is of a sort, and
/// `exists x. p(x, …) and q(x, …)` for pairs of those that say something holds together.
std::vector<Predicate> project_predicates(ExprBuilder& builder,
                                          const std::vector<Predicate>& predicates);

} // namespace muster::checker::infer
