#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace muster::runtime {

/// A random UUID (version 4, 122 random bits from the operating system). Never repeats, over
/// restarts included.
[[nodiscard]] std::array<std::uint8_t, 16> unique_bytes();

/// The same, as text.
[[nodiscard]] std::string unique_id();

} // namespace muster::runtime
