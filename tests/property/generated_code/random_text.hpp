#pragma once

#include <cstdint>
#include <string>

namespace muster::test {

/// A random spec: of one half of the seeds one with everything that can be written, much of it
/// undefined when it is evaluated, of the others one that is meant to be checked, whose runs come
/// far.
[[nodiscard]] std::string random_text(std::uint64_t seed);

} // namespace muster::test
