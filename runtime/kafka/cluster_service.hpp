#pragma once

#include "runtime/generated/kafka/find_coordinator.hpp"
#include "runtime/generated/kafka/list_offsets.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/net/frame_server.hpp"

#include <cstdint>

namespace muster::runtime::kafka {

// What clients ask before they do something. There is one broker, this one, under the address by
// which the client reached it; it coordinates every group.

/// Timestamps that name a place in a log instead of a time, and the version that first had them.
inline constexpr std::int64_t kLatestTimestamp = -1;
inline constexpr std::int64_t kEarliestTimestamp = -2;
inline constexpr std::int64_t kMaxTimestamp = -3;  // version 7
inline constexpr std::int64_t kEarliestLocal = -4; // version 8
inline constexpr std::int64_t kLatestTiered = -5;  // version 9

/// From version 4 on a request has any number of keys, each with a place of its own in the answer.
[[nodiscard]] FindCoordinatorResponse
find_coordinator(const FindCoordinatorRequest& request, int version, const net::Address& self);

[[nodiscard]] ListOffsetsResponse
list_offsets(const ListOffsetsRequest& request, int version, TopicCatalog& topics);

} // namespace muster::runtime::kafka
