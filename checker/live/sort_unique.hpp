#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace muster::checker::live {

/// Makes a set of numbers, ascending, each once.
inline void sort_unique(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace muster::checker::live
