#pragma once

#include <cstdint>
#include <string>

namespace muster::test {

/// A random spec without properties that matter: for a fourth of the seeds one with everything that
/// can be written, much of it undefined when it is evaluated, for a fourth one that is meant to be
/// checked, whose runs come far, and for the others one whose handlers do all that they can.
[[nodiscard]] std::string random_text(std::uint64_t seed);

} // namespace muster::test
