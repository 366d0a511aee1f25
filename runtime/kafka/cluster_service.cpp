#include "runtime/kafka/cluster_service.hpp"

#include <set>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

namespace {

constexpr std::int32_t kNodeId = 1;

MetadataResponse::Topic describe_topic(const std::string& name, const TopicCatalog& topics) {
    MetadataResponse::Topic topic;
    topic.name = name;
    const auto count = topics.partition_count(name);
    if (count == 0) {
        topic.error = ErrorCode::unknown_topic_or_partition;
    }
    for (std::int32_t index = 0; index < count; ++index) {
        topic.partitions.push_back({.error = ErrorCode::none,
                                    .index = index,
                                    .leader = kNodeId,
                                    .replicas = {kNodeId},
                                    .in_sync_replicas = {kNodeId}});
    }
    return topic;
}

ListOffsetsResponse::Partition find_offset(const log::PartitionLog* log,
                                           const ListOffsetsRequest::Partition& wanted) {
    ListOffsetsResponse::Partition found;
    found.index = wanted.index;
    if (log == nullptr) {
        found.error = ErrorCode::unknown_topic_or_partition;
    } else if (wanted.timestamp == kLatestTimestamp) {
        found.offset = log->end_offset();
    } else if (wanted.timestamp == kEarliestTimestamp) {
        found.offset = log->start_offset();
    } else if (const auto timed = log->find_time(wanted.timestamp)) {
        found.offset = timed->offset;
        found.timestamp = timed->timestamp_ms;
    }
    return found;
}

FindCoordinatorResponse::Coordinator
coordinator_of(const std::string& key, std::int8_t key_type, const net::Address& self) {
    constexpr std::int8_t kGroup = 0;
    FindCoordinatorResponse::Coordinator coordinator;
    coordinator.key = key;
    if (key_type != kGroup) {
        coordinator.error = ErrorCode::invalid_request;
        coordinator.error_message = "only groups have a coordinator here";
        return coordinator;
    }
    coordinator.node_id = kNodeId;
    coordinator.host = self.host;
    coordinator.port = self.port;
    return coordinator;
}

} // namespace

MetadataResponse describe_cluster(const MetadataRequest& request,
                                  int version,
                                  const TopicCatalog& topics,
                                  const net::Address& self) {
    MetadataResponse response;
    response.brokers.push_back(
        {.node_id = kNodeId, .host = self.host, .port = self.port, .rack = std::nullopt});
    response.cluster_id = "muster";
    response.controller_id = kNodeId;
    const bool wants_all = !request.topics || (version == 0 && request.topics->empty());
    // Each topic once: a request full of one large topic's name would be answered with gigabytes.
    std::set<std::string> wanted;
    if (wants_all) {
        const auto names = topics.names();
        wanted.insert(names.begin(), names.end());
    } else {
        for (const auto& topic : *request.topics) {
            wanted.insert(topic.name.value_or(""));
        }
    }
    for (const auto& name : wanted) {
        response.topics.push_back(describe_topic(name, topics));
    }
    return response;
}

FindCoordinatorResponse
find_coordinator(const FindCoordinatorRequest& request, int version, const net::Address& self) {
    constexpr int kFirstBatchVersion = 4;
    FindCoordinatorResponse response;
    if (version >= kFirstBatchVersion) {
        for (const auto& key : request.keys) {
            response.coordinators.push_back(coordinator_of(key, request.key_type, self));
        }
        return response;
    }
    auto found = coordinator_of(request.key, request.key_type, self);
    response.error = found.error;
    response.error_message = std::move(found.error_message);
    response.node_id = found.node_id;
    response.host = std::move(found.host);
    response.port = found.port;
    return response;
}

ListOffsetsResponse list_offsets(const ListOffsetsRequest& request, TopicCatalog& topics) {
    ListOffsetsResponse response;
    for (const auto& topic : request.topics) {
        auto& results = response.topics.emplace_back();
        results.name = topic.name;
        for (const auto& wanted : topic.partitions) {
            results.partitions.push_back(
                find_offset(topics.find(topic.name, wanted.index), wanted));
        }
    }
    return response;
}

} // namespace muster::runtime::kafka
