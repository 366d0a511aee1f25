#pragma once

#include "checker/infer/predicate.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace muster::checker::infer {

/// A predicate of a clause's variables, or its negation.
struct Literal {
    std::uint32_t predicate = 0;
    std::vector<std::uint8_t> arguments; // variables of the clause
    bool positive = true;
    auto operator<=>(const Literal&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Literal&) const = default;
};

/// A candidate lemma: for all values of the variables, one of the literals holds, or one of them is
/// about something that is not there (its guard does not hold).
struct Clause {
    std::vector<spec::TypeId> variables;
    std::vector<Literal> literals;
    auto operator<=>(const Clause&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Clause&) const = default;
};

/// The same clause with its variables and literals in the order that is the least one of all, and
/// without variables that no literal has. Two clauses that say the same up to the names of
/// variables become equal.
Clause canonical(const Clause& clause);

/// Whether some values for the variables of the first make it a part of the second, which then says
/// nothing new. It is not sought for ever: a false may be wrong for long clauses.
bool subsumes(const Clause& general, const Clause& special);

/// The clause as a formula of the language: what is negated, and what guards ask for, implies what
/// is not negated. Every call makes new bound variables.
spec::ExprId formula_of(const ExprBuilder& builder,
                        const std::vector<Predicate>& predicates,
                        const Clause& clause);

} // namespace muster::checker::infer
