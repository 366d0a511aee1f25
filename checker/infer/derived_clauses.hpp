#pragma once

#include "checker/infer/clause.hpp"
#include "checker/system/transition_system.hpp"

#include <vector>

namespace muster::checker::infer {

/// Candidates that follow from the shape of the protocol: for every statement that records
/// something (see `recorded.hpp`), that what is recorded implies what held then.
///
/// - `sent(Granted(token: t) to c) implies φ(t, c)`, and the same of elements that were put into a
///   set, of entries of maps and of values that were assigned. φ is a condition on the way to the
///   statement, what the handled message says, or that a field is equal to some state. What was
///   assigned on the way stands for what it was assigned: with `rounds[g] = keys(members)`, who was
///   in `members` is in `rounds[g]`. Of integers `==` is also weakened to `<=` and `>=`.
/// - A condition on something that the record does not name becomes `exists`.
/// - What one part of the record determines the others: no two messages with the same token have
///   different addressees. That is how values of `fresh` are unique, and votes are given once.
///
/// Whether any of it is true, and stays so, is not looked at: the clauses are guesses. Their order
/// is that of the spec. What they are made of goes to the end of `predicates`, marked as derived.
std::vector<Clause> derive_clauses(ExprBuilder& builder,
                                   const TransitionSystem& system,
                                   const PredicateOptions& options,
                                   std::vector<Predicate>& predicates);

} // namespace muster::checker::infer
