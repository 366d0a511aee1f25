#pragma once

#include "checker/infer/predicate.hpp"

#include <vector>

namespace muster::checker::infer {

/// What a formula says one by one, or what its negation does: `p and not (q or r)` says `p`,
/// `not q` and `not r`. Calls of defs are looked into where they say several things. Negated
/// comparisons and options are turned into the opposite ones.
std::vector<spec::ExprId> conjuncts(const ExprBuilder& builder, spec::ExprId formula, bool holds);

/// `element in container`; of the keys of a map, in the map.
spec::ExprId member(const ExprBuilder& builder, spec::ExprId element, spec::ExprId container);

} // namespace muster::checker::infer
