#pragma once

#include "runtime/generated/kafka/find_coordinator.hpp"
#include "runtime/generated/kafka/list_offsets.hpp"
#include "runtime/generated/kafka/metadata.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/net/frame_server.hpp"

#include <cstdint>

namespace muster::runtime::kafka {

// What clients ask before they do something. There is one broker, this one, under the address by
// which the client reached it; it leads every partition and coordinates every group.

/// The two timestamps that name an end of a log instead of a time.
inline constexpr std::int64_t kLatestTimestamp = -1;
inline constexpr std::int64_t kEarliestTimestamp = -2;

/// `version` matters because in version 0 an empty list of topics asks for all of them.
[[nodiscard]] MetadataResponse describe_cluster(const MetadataRequest& request,
                                                int version,
                                                const TopicCatalog& topics,
                                                const net::Address& self);

/// From version 4 on a request has any number of keys, each with a place of its own in the answer.
[[nodiscard]] FindCoordinatorResponse
find_coordinator(const FindCoordinatorRequest& request, int version, const net::Address& self);

[[nodiscard]] ListOffsetsResponse list_offsets(const ListOffsetsRequest& request,
                                               TopicCatalog& topics);

} // namespace muster::runtime::kafka
