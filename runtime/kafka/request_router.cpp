#include "runtime/kafka/request_router.hpp"

#include "runtime/generated/kafka/api_versions.hpp"
#include "runtime/kafka/cluster_service.hpp"
#include "runtime/kafka/metadata_service.hpp"
#include "runtime/kafka/wire/api_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace muster::runtime::kafka {

RequestRouter::RequestRouter(Services services)
    : services_(services) {}

void RequestRouter::route(net::ConnectionId connection, BytesView frame, const net::Address& self) {
    const auto split = split_request(frame);
    if (!split) {
        services_.answers.close({.connection = connection, .client_id = {}}, "a malformed header");
        return;
    }
    const auto& header = split->header;
    const Call call{.connection = connection,
                    .api_key = header.api_key,
                    .correlation_id = header.correlation_id,
                    .version = header.api_version,
                    .client_id = header.client_id.value_or("")};
    const auto* api = find_api(header.api_key);
    if (api != nullptr && api->key == ApiKey::api_versions) {
        answer_api_versions(call, split->body);
        return;
    }
    if (find_api_version(header.api_key, header.api_version) == nullptr) {
        services_.answers.close(
            call,
            fmt::format("API {} version {} is not served", header.api_key, header.api_version));
        return;
    }
    dispatch(api->key, call, split->body, self);
}

void RequestRouter::answer_api_versions(const Call& call, BytesView body) {
    auto& answers = services_.answers;
    if (find_api_version(static_cast<std::int16_t>(ApiKey::api_versions),
                         static_cast<std::int16_t>(call.version)) == nullptr) {
        // The client may be newer: layout 0, which every client can read, tells it what to use
        // instead.
        Call oldest = call;
        oldest.version = 0;
        answers.answer(oldest, advertise(ErrorCode::unsupported_version));
        return;
    }
    with<ApiVersionsRequest>(call, body, [&](const ApiVersionsRequest&) {
        answers.answer(call, advertise(ErrorCode::none));
    });
}

void RequestRouter::dispatch(ApiKey key,
                             const Call& call,
                             BytesView body,
                             const net::Address& self) {
    auto& groups = services_.groups;
    auto& answers = services_.answers;
    switch (key) {
    case ApiKey::produce:
        return with<ProduceRequest>(
            call, body, [&](auto request) { services_.produces.produce(call, request); });
    case ApiKey::fetch:
        return with<FetchRequest>(
            call, body, [&](auto request) { services_.fetches.fetch(call, std::move(request)); });
    case ApiKey::list_offsets:
        return with<ListOffsetsRequest>(call, body, [&](auto request) {
            answers.answer(call, list_offsets(request, call.version, services_.topics));
        });
    case ApiKey::offset_commit:
        return with<OffsetCommitRequest>(
            call, body, [&](auto request) { groups.commit(call, request); });
    case ApiKey::offset_fetch:
        return with<OffsetFetchRequest>(
            call, body, [&](auto request) { groups.fetch(call, std::move(request)); });
    case ApiKey::find_coordinator:
        return with<FindCoordinatorRequest>(call, body, [&](auto request) {
            answers.answer(call, find_coordinator(request, call.version, self));
        });
    case ApiKey::join_group:
        return with<JoinGroupRequest>(
            call, body, [&](auto request) { groups.join(call, request); });
    case ApiKey::heartbeat:
        return with<HeartbeatRequest>(
            call, body, [&](auto request) { groups.heartbeat(call, request); });
    case ApiKey::leave_group:
        return with<LeaveGroupRequest>(
            call, body, [&](auto request) { groups.leave(call, request); });
    case ApiKey::sync_group:
        return with<SyncGroupRequest>(
            call, body, [&](auto request) { groups.sync(call, request); });
    case ApiKey::describe_groups:
        return with<DescribeGroupsRequest>(
            call, body, [&](auto request) { groups.describe(call, request); });
    case ApiKey::list_groups:
        return with<ListGroupsRequest>(
            call, body, [&](auto request) { groups.list(call, request); });
    case ApiKey::delete_groups:
        return with<DeleteGroupsRequest>(
            call, body, [&](auto request) { groups.delete_groups(call, request); });
    case ApiKey::offset_delete:
        return with<OffsetDeleteRequest>(
            call, body, [&](auto request) { groups.delete_offsets(call, request); });
    case ApiKey::api_versions:
        return answer_api_versions(call, body);
    case ApiKey::metadata:
    case ApiKey::create_topics:
    case ApiKey::delete_topics:
    case ApiKey::init_producer_id:
    case ApiKey::describe_configs:
    case ApiKey::describe_cluster:
        return dispatch_administration(key, call, body, self);
    }
}

void RequestRouter::dispatch_administration(ApiKey key,
                                            const Call& call,
                                            BytesView body,
                                            const net::Address& self) {
    auto& topics = services_.topics;
    auto& answers = services_.answers;
    switch (key) {
    case ApiKey::metadata:
        return use(call, decode_metadata(body, call.version), [&](const auto& request) {
            answers.answer(
                call,
                answer_metadata(request, call.version, services_.topic_defaults, topics, self));
        });
    case ApiKey::create_topics:
        return with<CreateTopicsRequest>(call, body, [&](auto request) {
            answers.answer(call, create_topics(request, services_.topic_defaults, topics));
        });
    case ApiKey::delete_topics:
        return with<DeleteTopicsRequest>(call, body, [&](auto request) {
            // Whoever waits for messages of a topic that goes hears that it is gone.
            answers.answer(
                call,
                delete_topics(request, call.version, topics, [&](const auto& topic, auto index) {
                    services_.fetches.on_change(topic, index);
                }));
        });
    case ApiKey::init_producer_id:
        return with<InitProducerIdRequest>(call, body, [&](auto request) {
            answers.answer(call, services_.producer_ids.answer(request));
        });
    case ApiKey::describe_configs:
        return with<DescribeConfigsRequest>(call, body, [&](auto request) {
            answers.answer(call, describe_configs(request, services_.configs, topics));
        });
    case ApiKey::describe_cluster:
        return with<DescribeClusterRequest>(call, body, [&](auto request) {
            answers.answer(call, describe_cluster(request, self));
        });
    default:
        MUSTER_RUNTIME_ASSERT(false); // dispatch() sends nothing else here.
    }
}

} // namespace muster::runtime::kafka
