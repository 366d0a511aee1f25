#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::runtime::kafka {

/// What the server grants to groups. Times are in milliseconds and default to Kafka's.
struct GroupLimits {
    std::int32_t min_session_timeout_ms = 6'000;
    std::int32_t max_session_timeout_ms = 1'800'000;
    /// How long the first round of an empty group waits for more members.
    std::int64_t initial_rebalance_delay_ms = 3'000;
    /// How long a new member may wait for its first round.
    std::int64_t new_member_timeout_ms = 300'000;
    std::size_t max_groups = 100'000;
    /// Members and ids that were given out but not used yet.
    std::size_t max_members = 1'000;
    std::size_t max_protocols = 64;
    std::size_t max_metadata_bytes = std::size_t{256} << 10U;
    /// Ids of groups and instances, and names of protocols: no longer than the older form of
    /// messages can carry, so that any client can be told of them.
    std::size_t max_name_bytes = 32'767;
    std::size_t max_offset_metadata_bytes = 4'096;
};

} // namespace muster::runtime::kafka
