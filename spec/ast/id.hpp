#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace muster::spec {

/// An index into one arena. The tag keeps indices of different arenas apart.
template <class Tag>
struct Id {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value = kNone;

    /// Whether this names an element at all; a default-constructed id does not.
    [[nodiscard]] constexpr bool valid() const { return value != kNone; }

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with 0 for a
    // pointer
    friend constexpr auto operator<=>(Id, Id) = default;
};

} // namespace muster::spec
