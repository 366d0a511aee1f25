#pragma once

#include "checker/check/check.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace muster::checker {

/// Looks for properties that cannot fail for a silly reason: the left side of an implication that
/// is true in no reachable state, or a collection to quantify over that is always empty. Only
/// instances whose reachable states can all be seen within a number of states count. Says nothing
/// of a property in one of whose states its left side is true.
std::vector<VacuousPart> find_vacuous_parts(const spec::TypedSpec& spec,
                                            const std::vector<std::size_t>& properties,
                                            std::optional<std::uint64_t> max_states,
                                            const Stop* stop);

} // namespace muster::checker
