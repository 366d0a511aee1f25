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

    friend constexpr auto operator<=>(Id, Id) = default; // NOLINT(modernize-use-nullptr)
};

} // namespace muster::spec
