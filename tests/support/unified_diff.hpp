#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace muster::test {

// The differences between two texts in unified form with three lines of context, without file
// headers. Empty when the texts are equal. At most `max_lines` lines are returned, the last of
// which says how many were left out. A longest common subsequence over lines is computed after
// common ends are cut off: time and memory grow with the product of what is left. Where that
// exceeds a few million entries, the whole middle counts as replaced.
[[nodiscard]] std::string
unified_diff(std::string_view expected, std::string_view actual, std::size_t max_lines = 40);

} // namespace muster::test
