// Generated from runtime/kafka/messages/. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/generated/kafka/api_versions.hpp"
#include "runtime/generated/kafka/apis.hpp"
#include "runtime/generated/kafka/create_topics.hpp"
#include "runtime/generated/kafka/delete_groups.hpp"
#include "runtime/generated/kafka/delete_topics.hpp"
#include "runtime/generated/kafka/describe_cluster.hpp"
#include "runtime/generated/kafka/describe_configs.hpp"
#include "runtime/generated/kafka/describe_groups.hpp"
#include "runtime/generated/kafka/fetch.hpp"
#include "runtime/generated/kafka/find_coordinator.hpp"
#include "runtime/generated/kafka/heartbeat.hpp"
#include "runtime/generated/kafka/init_producer_id.hpp"
#include "runtime/generated/kafka/join_group.hpp"
#include "runtime/generated/kafka/leave_group.hpp"
#include "runtime/generated/kafka/list_groups.hpp"
#include "runtime/generated/kafka/list_offsets.hpp"
#include "runtime/generated/kafka/metadata.hpp"
#include "runtime/generated/kafka/offset_commit.hpp"
#include "runtime/generated/kafka/offset_delete.hpp"
#include "runtime/generated/kafka/offset_fetch.hpp"
#include "runtime/generated/kafka/produce.hpp"
#include "runtime/generated/kafka/sync_group.hpp"

namespace muster::runtime::kafka {

/// Calls `use(request, response)` with default values of the two messages of that API.
template <class Use>
void with_messages(ApiKey key, Use use) {
    switch (key) {
    case ApiKey::produce:
        return use(ProduceRequest{}, ProduceResponse{});
    case ApiKey::fetch:
        return use(FetchRequest{}, FetchResponse{});
    case ApiKey::list_offsets:
        return use(ListOffsetsRequest{}, ListOffsetsResponse{});
    case ApiKey::metadata:
        return use(MetadataRequest{}, MetadataResponse{});
    case ApiKey::offset_commit:
        return use(OffsetCommitRequest{}, OffsetCommitResponse{});
    case ApiKey::offset_fetch:
        return use(OffsetFetchRequest{}, OffsetFetchResponse{});
    case ApiKey::find_coordinator:
        return use(FindCoordinatorRequest{}, FindCoordinatorResponse{});
    case ApiKey::join_group:
        return use(JoinGroupRequest{}, JoinGroupResponse{});
    case ApiKey::heartbeat:
        return use(HeartbeatRequest{}, HeartbeatResponse{});
    case ApiKey::leave_group:
        return use(LeaveGroupRequest{}, LeaveGroupResponse{});
    case ApiKey::sync_group:
        return use(SyncGroupRequest{}, SyncGroupResponse{});
    case ApiKey::describe_groups:
        return use(DescribeGroupsRequest{}, DescribeGroupsResponse{});
    case ApiKey::list_groups:
        return use(ListGroupsRequest{}, ListGroupsResponse{});
    case ApiKey::api_versions:
        return use(ApiVersionsRequest{}, ApiVersionsResponse{});
    case ApiKey::create_topics:
        return use(CreateTopicsRequest{}, CreateTopicsResponse{});
    case ApiKey::delete_topics:
        return use(DeleteTopicsRequest{}, DeleteTopicsResponse{});
    case ApiKey::init_producer_id:
        return use(InitProducerIdRequest{}, InitProducerIdResponse{});
    case ApiKey::describe_configs:
        return use(DescribeConfigsRequest{}, DescribeConfigsResponse{});
    case ApiKey::delete_groups:
        return use(DeleteGroupsRequest{}, DeleteGroupsResponse{});
    case ApiKey::offset_delete:
        return use(OffsetDeleteRequest{}, OffsetDeleteResponse{});
    case ApiKey::describe_cluster:
        return use(DescribeClusterRequest{}, DescribeClusterResponse{});
    }
}

} // namespace muster::runtime::kafka
