#include "runtime/kafka/wire/api_table.hpp"

#include <array>

namespace muster::runtime::kafka {

namespace {

// librdkafka compares these ranges with tables of its own. FindCoordinator must include 0 or it
// never looks for a coordinator; Produce 3 and Fetch 4 must be there or it falls back to Fetch 0.
// kafkajs looks at the maxima only.
constexpr std::array<Api, 21> kApis{{
    {ApiKey::produce, 3, 11, "Produce"},
    {ApiKey::fetch, 4, 16, "Fetch"},
    {ApiKey::list_offsets, 1, 9, "ListOffsets"},
    {ApiKey::metadata, 0, 12, "Metadata"},
    {ApiKey::offset_commit, 2, 9, "OffsetCommit"},
    {ApiKey::offset_fetch, 1, 9, "OffsetFetch"},
    {ApiKey::find_coordinator, 0, 6, "FindCoordinator"},
    {ApiKey::join_group, 0, 9, "JoinGroup"},
    {ApiKey::heartbeat, 0, 4, "Heartbeat"},
    {ApiKey::leave_group, 0, 5, "LeaveGroup"},
    {ApiKey::sync_group, 0, 4, "SyncGroup"},
    {ApiKey::describe_groups, 0, 5, "DescribeGroups"},
    {ApiKey::list_groups, 0, 5, "ListGroups"},
    {ApiKey::api_versions, 0, 4, "ApiVersions"},
    {ApiKey::create_topics, 0, 7, "CreateTopics"},
    {ApiKey::delete_topics, 0, 6, "DeleteTopics"},
    {ApiKey::init_producer_id, 0, 4, "InitProducerId"},
    {ApiKey::describe_configs, 0, 4, "DescribeConfigs"},
    {ApiKey::delete_groups, 0, 2, "DeleteGroups"},
    {ApiKey::offset_delete, 0, 0, "OffsetDelete"},
    {ApiKey::describe_cluster, 0, 1, "DescribeCluster"},
}};

/// Whatever is served can be decoded and encoded.
constexpr bool are_described() {
    for (const auto& api : kApis) {
        bool is_described = false;
        for (const auto& described : kDescribedApis) {
            is_described = is_described || (described.key == api.key &&
                                            described.versions.contains(api.min_version) &&
                                            described.versions.contains(api.max_version));
        }
        if (!is_described) {
            return false;
        }
    }
    return true;
}

static_assert(are_described());

} // namespace

const DescribedApi* find_described(std::int16_t key) {
    for (const auto& api : kDescribedApis) {
        if (static_cast<std::int16_t>(api.key) == key) {
            return &api;
        }
    }
    return nullptr;
}

std::span<const Api> api_table() {
    return kApis;
}

const Api* find_api(std::int16_t key) {
    for (const auto& api : kApis) {
        if (static_cast<std::int16_t>(api.key) == key) {
            return &api;
        }
    }
    return nullptr;
}

const Api* find_api_version(std::int16_t key, std::int16_t version) {
    const auto* api = find_api(key);
    const bool served =
        api != nullptr && version >= api->min_version && version <= api->max_version;
    return served ? api : nullptr;
}

ApiVersionsResponse advertise(ErrorCode error) {
    ApiVersionsResponse response;
    response.error = error;
    for (const auto& api : kApis) {
        response.apis.push_back({.key = static_cast<std::int16_t>(api.key),
                                 .min_version = api.min_version,
                                 .max_version = api.max_version});
    }
    return response;
}

} // namespace muster::runtime::kafka
