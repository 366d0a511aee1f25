#pragma once

namespace muster::runtime::kafka {

/// The versions from `first` to `last`, both included.
struct VersionRange {
    int first = 0;
    int last = 0;

    [[nodiscard]] constexpr bool contains(int version) const {
        return first <= version && version <= last;
    }
};

} // namespace muster::runtime::kafka
