#pragma once

namespace muster::runtime {

/// What a machine without ghosts has in their place.
struct NoGhosts {
    friend bool operator==(const NoGhosts&, const NoGhosts&) = default;
};

} // namespace muster::runtime
