#pragma once

#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/api_versions.hpp"
#include "runtime/kafka/wire/fetch.hpp"
#include "runtime/kafka/wire/find_coordinator.hpp"
#include "runtime/kafka/wire/heartbeat.hpp"
#include "runtime/kafka/wire/join_group.hpp"
#include "runtime/kafka/wire/leave_group.hpp"
#include "runtime/kafka/wire/list_offsets.hpp"
#include "runtime/kafka/wire/metadata.hpp"
#include "runtime/kafka/wire/offset_commit.hpp"
#include "runtime/kafka/wire/offset_fetch.hpp"
#include "runtime/kafka/wire/produce.hpp"
#include "runtime/kafka/wire/sync_group.hpp"

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
    case ApiKey::api_versions:
        return use(ApiVersionsRequest{}, ApiVersionsResponse{});
    }
}

} // namespace muster::runtime::kafka
