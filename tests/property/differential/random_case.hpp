#pragma once

#include "tests/property/differential/compare_engines.hpp"

#include <cstdint>
#include <string>

namespace muster::test {

/// A random spec with a few properties: most of them true of the states of a short search, as what
/// people write is nearly right, and some of them not.
std::string random_case(std::uint64_t seed);

/// What is compared of it: everything of some, what is cheap of all.
CompareOptions options_of_case(std::uint64_t seed);

} // namespace muster::test
