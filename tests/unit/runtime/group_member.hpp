#pragma once

#include "runtime/generated/kafka/all_messages.hpp"
#include "tests/unit/runtime/kafka_client.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// A member of a group for tests: a connection, and what the member knows.
struct GroupMember {
    explicit GroupMember(const net::Address& address)
        : client(address) {}

    /// Sends a join without waiting for its answer.
    void send_join(int version = 5) { client.send(ApiKey::join_group, version, join_request()); }

    std::optional<JoinGroupResponse> receive_join(int version = 5, int timeout_ms = 10'000) {
        auto response = client.receive<JoinGroupResponse>(version, timeout_ms);
        if (response && response->error == ErrorCode::none) {
            generation = response->generation_id;
        }
        if (response && !response->member_id.empty()) {
            id = response->member_id;
        }
        return response;
    }

    /// Joins in two steps if it has no id yet.
    std::optional<JoinGroupResponse> join(int version = 5) {
        send_join(version);
        auto response = receive_join(version);
        if (response && response->error == ErrorCode::member_id_required) {
            send_join(version);
            response = receive_join(version);
        }
        return response;
    }

    std::optional<SyncGroupResponse>
    sync(std::vector<SyncGroupRequest::Assignment> assignments = {}) {
        return client.call<SyncGroupResponse>(
            ApiKey::sync_group,
            3,
            SyncGroupRequest{.group_id = group,
                             .generation_id = generation,
                             .member_id = id,
                             .group_instance_id = instance,
                             .assignments = std::move(assignments)},
            10'000);
    }

    ErrorCode heartbeat() {
        const auto response = client.call<HeartbeatResponse>(
            ApiKey::heartbeat, 3, HeartbeatRequest{group, generation, id, instance});
        return response ? response->error : ErrorCode::unknown_server_error;
    }

    ErrorCode leave() {
        const LeaveGroupRequest request{.group_id = group, .member_id = id, .members = {}};
        const auto response = client.call<LeaveGroupResponse>(ApiKey::leave_group, 1, request);
        return response ? response->error : ErrorCode::unknown_server_error;
    }

    /// The answer for one member of a list that names nobody else.
    ErrorCode leave_as(const std::string& member_id, std::optional<std::string> instance_id) {
        LeaveGroupRequest request;
        request.group_id = group;
        request.members.push_back({.member_id = member_id, .group_instance_id = instance_id});
        const auto response = client.call<LeaveGroupResponse>(ApiKey::leave_group, 3, request);
        return response ? response->members.at(0).error : ErrorCode::unknown_server_error;
    }

    void send_commit(const std::string& topic, std::int32_t partition, std::int64_t offset) {
        OffsetCommitRequest request;
        request.group_id = group;
        request.generation_id = generation;
        request.member_id = id;
        request.group_instance_id = instance;
        request.topics = {{topic, {{.index = partition, .offset = offset, .metadata = "note"}}}};
        client.send(ApiKey::offset_commit, 7, request);
    }

    ErrorCode receive_commit() {
        const auto response = client.receive<OffsetCommitResponse>(7);
        return response ? response->topics[0].partitions[0].error : ErrorCode::unknown_server_error;
    }

    ErrorCode commit(const std::string& topic, std::int32_t partition, std::int64_t offset) {
        send_commit(topic, partition, offset);
        return receive_commit();
    }

    std::int64_t committed(const std::string& topic, std::int32_t partition) {
        const OffsetFetchRequest request{.group_id = group,
                                         .topics = {{{.name = topic, .partitions = {partition}}}}};
        const auto response = client.call<OffsetFetchResponse>(ApiKey::offset_fetch, 5, request);
        return response ? response->topics[0].partitions[0].offset : -2;
    }

    [[nodiscard]] JoinGroupRequest join_request() const {
        return {.group_id = group,
                .session_timeout_ms = session_timeout_ms,
                .rebalance_timeout_ms = rebalance_timeout_ms,
                .member_id = id,
                .group_instance_id = instance,
                .protocol_type = "consumer",
                .protocols = protocols};
    }

    KafkaClient client;
    std::string group = "group";
    std::string id;
    std::optional<std::string> instance; // of a static member
    std::int32_t generation = -1;
    std::int32_t session_timeout_ms = 10'000;
    std::int32_t rebalance_timeout_ms = 10'000;
    std::vector<JoinGroupRequest::Protocol> protocols{{"range", "subscription"}};
};

} // namespace muster::runtime::kafka
