// Generated from runtime/kafka/messages/. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/described_api.hpp"

#include <array>
#include <cstdint>

namespace muster::runtime::kafka {

/// The APIs whose messages are described; numbers are Kafka's.
enum class ApiKey : std::int16_t {
    produce = 0,
    fetch = 1,
    list_offsets = 2,
    metadata = 3,
    offset_commit = 8,
    offset_fetch = 9,
    find_coordinator = 10,
    join_group = 11,
    heartbeat = 12,
    leave_group = 13,
    sync_group = 14,
    describe_groups = 15,
    list_groups = 16,
    api_versions = 18,
    create_topics = 19,
    delete_topics = 20,
    init_producer_id = 22,
    describe_configs = 32,
    delete_groups = 42,
    offset_delete = 47,
    describe_cluster = 60,
};

/// Every described API with the versions of its messages, by key.
inline constexpr std::array<DescribedApi, 21> kDescribedApis{{
    {ApiKey::produce, "Produce", {3, 11}, 9},
    {ApiKey::fetch, "Fetch", {4, 16}, 12},
    {ApiKey::list_offsets, "ListOffsets", {0, 9}, 6},
    {ApiKey::metadata, "Metadata", {0, 12}, 9},
    {ApiKey::offset_commit, "OffsetCommit", {0, 9}, 8},
    {ApiKey::offset_fetch, "OffsetFetch", {1, 9}, 6},
    {ApiKey::find_coordinator, "FindCoordinator", {0, 6}, 3},
    {ApiKey::join_group, "JoinGroup", {0, 9}, 6},
    {ApiKey::heartbeat, "Heartbeat", {0, 4}, 4},
    {ApiKey::leave_group, "LeaveGroup", {0, 5}, 4},
    {ApiKey::sync_group, "SyncGroup", {0, 5}, 4},
    {ApiKey::describe_groups, "DescribeGroups", {0, 5}, 5},
    {ApiKey::list_groups, "ListGroups", {0, 5}, 3},
    {ApiKey::api_versions, "ApiVersions", {0, 4}, 3},
    {ApiKey::create_topics, "CreateTopics", {0, 7}, 5},
    {ApiKey::delete_topics, "DeleteTopics", {0, 6}, 4},
    {ApiKey::init_producer_id, "InitProducerId", {0, 4}, 2},
    {ApiKey::describe_configs, "DescribeConfigs", {0, 4}, 4},
    {ApiKey::delete_groups, "DeleteGroups", {0, 2}, 2},
    {ApiKey::offset_delete, "OffsetDelete", {0, 0}, kNeverFlexible},
    {ApiKey::describe_cluster, "DescribeCluster", {0, 1}, 0},
}};

} // namespace muster::runtime::kafka
