#pragma once

#include "checker/infer/predicate.hpp"

#include <map>
#include <optional>
#include <vector>

namespace muster::checker::infer {

/// Of all predicates but those that name a whole message.
inline constexpr std::size_t kMaxSlots = 4;

/// An expression of some type whose arguments are variables.
struct Term {
    spec::TypeId type;
    std::vector<spec::TypeId> slots;
    Build build;
    Build guard; // empty: always defined
    Footprint reads;
    int cost = 1;
    std::optional<std::uint32_t> unit{}; // of an integer: what it counts
};

/// By type: what may stand in the place of a variable.
using Fillers = std::map<spec::TypeId, std::vector<Term>>;

Exprs part_of(const Exprs& arguments, std::size_t from, std::size_t count);

/// Adds predicates that have terms in the place of one or two variables, `le(id(a), id(b))` for
/// `le(i, j)`: with variables for the terms it would take two literals more to say the same. An
/// integer takes the place of one that counts the same. Only the first `plain` predicates are
/// looked at.
void fill_slots(std::vector<Predicate>& predicates, std::size_t plain, const Fillers& fillers);

} // namespace muster::checker::infer
