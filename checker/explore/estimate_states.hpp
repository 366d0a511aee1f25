#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace muster::checker {

/// How many states a breadth-first search will find, guessed from how many are at each depth so
/// far, the last of them whole. Levels grow more and more slowly and then shrink: the logarithm of
/// the ratio of one level to the one before is taken to go on falling along a line, as that of a
/// bell curve does. None where nothing can be said yet: there are too few levels, or no end is in
/// sight.
std::optional<std::uint64_t> estimate_states(const std::vector<std::uint64_t>& levels);

} // namespace muster::checker
