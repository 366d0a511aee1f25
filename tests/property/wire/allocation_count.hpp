#pragma once

#include <cstddef>

namespace muster::test {

/// How many bytes the program has asked operator new for, from its start.
[[nodiscard]] std::size_t allocated_bytes();

} // namespace muster::test
