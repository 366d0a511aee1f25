#pragma once

#include "runtime/generated/kafka/describe_cluster.hpp"
#include "runtime/generated/kafka/metadata.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/kafka/topic_service.hpp"
#include "runtime/net/frame_server.hpp"

#include <optional>

namespace muster::runtime::kafka {

// Which broker and which topics there are. There is one broker, this one, under the address by
// which the client reached it; it leads every partition.

/// The request, or nothing if it is malformed. In flexible versions librdkafka (2.16.0 still, its
/// issue 5049) asks for all topics, and for none, by a count in the older form: four zero bytes
/// instead of one. Kafka takes the first for all topics and does not look at what is left over;
/// here the four are taken for that one.
[[nodiscard]] std::optional<MetadataRequest> decode_metadata(BytesView body, int version);

/// `version` matters because in version 0 an empty list of topics asks for all of them. A topic
/// that is asked for by name and is not there is made, if both the client and `defaults` let it.
[[nodiscard]] MetadataResponse answer_metadata(const MetadataRequest& request,
                                               int version,
                                               const TopicDefaults& defaults,
                                               TopicCatalog& topics,
                                               const net::Address& self);

[[nodiscard]] DescribeClusterResponse describe_cluster(const DescribeClusterRequest& request,
                                                       const net::Address& self);

} // namespace muster::runtime::kafka
