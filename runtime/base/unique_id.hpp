#pragma once

#include <string>

namespace muster::runtime {

/// A random UUID (version 4, 122 random bits from the operating system), as text. Never repeats,
/// over restarts included.
[[nodiscard]] std::string unique_id();

} // namespace muster::runtime
