#pragma once

#include "checker/eval/state.hpp"

#include <cstdint>

namespace muster::checker {

/// A hash of everything in a state. The same in every run of the program.
[[nodiscard]] std::uint64_t hash_of(const State& state);

} // namespace muster::checker
