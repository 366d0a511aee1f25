#pragma once

#include "checker/infer/predicate.hpp"

#include <map>
#include <set>
#include <string>

namespace muster::checker::infer {

/// What the free locals of an expression stand for.
using Substitution = std::map<spec::LocalId, spec::ExprId>;

/// A copy of the expression with other expressions in the place of locals. What is bound inside is
/// bound anew, so that no two copies share a local.
spec::ExprId
substitute(const ExprBuilder& builder, spec::ExprId id, const Substitution& substitution);

/// Other expressions by the dumps of those that they stand for.
using TermSubstitution = std::map<std::string, spec::ExprId>;

/// The same for terms, the outermost ones first. `some(x).value` becomes `x`.
spec::ExprId
substitute_terms(const ExprBuilder& builder, spec::ExprId id, const TermSubstitution& terms);

/// The locals that are bound outside of the expression.
std::set<spec::LocalId> free_locals(const spec::TypedSpec& spec, spec::ExprId id);

} // namespace muster::checker::infer
