#include "runtime/kafka/cluster_service.hpp"

#include "runtime/kafka/broker.hpp"

#include <optional>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

namespace {

/// The lowest timestamp that means a place in that version.
std::int64_t least_timestamp(int version) {
    constexpr int kFirstMax = 7;
    constexpr int kFirstLocal = 8;
    constexpr int kFirstTiered = 9;
    if (version >= kFirstTiered) {
        return kLatestTiered;
    }
    if (version >= kFirstLocal) {
        return kEarliestLocal;
    }
    return version >= kFirstMax ? kMaxTimestamp : kEarliestTimestamp;
}

std::optional<log::PartitionLog::TimedOffset> find_place(const log::PartitionLog& log,
                                                         std::int64_t timestamp) {
    switch (timestamp) {
    case kLatestTimestamp:
        return log::PartitionLog::TimedOffset{.offset = log.end_offset()};
    case kEarliestTimestamp:
    case kEarliestLocal: // Everything is local.
        return log::PartitionLog::TimedOffset{.offset = log.start_offset()};
    case kMaxTimestamp:
        return log.find_greatest_time();
    case kLatestTiered: // Nothing was moved to another storage.
        return std::nullopt;
    default:
        return log.find_time(timestamp);
    }
}

ListOffsetsResponse::Partition find_offset(const log::PartitionLog* log,
                                           int version,
                                           const ListOffsetsRequest::Partition& wanted) {
    ListOffsetsResponse::Partition found;
    found.index = wanted.index;
    if (log == nullptr) {
        found.error = ErrorCode::unknown_topic_or_partition;
        return found;
    }
    found.error = check_leader_epoch(wanted.current_leader_epoch);
    if (found.error != ErrorCode::none) {
        return found;
    }
    if (wanted.timestamp < least_timestamp(version)) {
        found.error = ErrorCode::unsupported_version;
    } else if (const auto place = find_place(*log, wanted.timestamp)) {
        found.offset = place->offset;
        found.timestamp = place->timestamp_ms;
        found.leader_epoch = kLeaderEpoch;
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

ListOffsetsResponse
list_offsets(const ListOffsetsRequest& request, int version, TopicCatalog& topics) {
    ListOffsetsResponse response;
    for (const auto& topic : request.topics) {
        auto& results = response.topics.emplace_back();
        results.name = topic.name;
        for (const auto& wanted : topic.partitions) {
            results.partitions.push_back(
                find_offset(topics.find(topic.name, wanted.index), version, wanted));
        }
    }
    return response;
}

} // namespace muster::runtime::kafka
