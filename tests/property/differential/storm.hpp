#pragma once

#include "tests/support/tally.hpp"

#include <cstdint>

namespace muster::test {

/// Compares the engines on so many random specs, those with the seeds from `seed` on. A spec with a
/// fault is shrunk and printed with the command that repeats it. Prints how far it is and what was
/// compared, every so many specs.
Tally differential_storm(std::uint64_t count, std::uint64_t seed, std::uint64_t stride);

} // namespace muster::test
