#include "runtime/kafka/group/translate.hpp"

#include <algorithm>

namespace muster::runtime::kafka {

namespace {

/// No strategy was chosen. From version 7 on there is a way to say so.
std::optional<std::string> no_protocol(int version) {
    constexpr int kFirstNullableVersion = 7;
    return version >= kFirstNullableVersion ? std::nullopt : std::optional<std::string>("");
}

} // namespace

std::optional<std::string> member_of(const std::string& member_id) {
    return member_id.empty() ? std::nullopt : std::optional(member_id);
}

ErrorCode check_join(const JoinGroupRequest& request, const GroupLimits& limits) {
    if (request.group_id.empty() || request.group_id.size() > limits.max_name_bytes) {
        return ErrorCode::invalid_group_id;
    }
    if (request.session_timeout_ms < limits.min_session_timeout_ms ||
        request.session_timeout_ms > limits.max_session_timeout_ms) {
        return ErrorCode::invalid_session_timeout;
    }
    if (request.protocol_type.empty() || request.protocols.empty()) {
        return ErrorCode::inconsistent_group_protocol;
    }
    const bool is_oversized =
        request.protocols.size() > limits.max_protocols ||
        request.protocol_type.size() > limits.max_name_bytes ||
        request.group_instance_id.value_or("").size() > limits.max_name_bytes ||
        std::any_of(request.protocols.begin(), request.protocols.end(), [&](const auto& protocol) {
            return protocol.name.size() > limits.max_name_bytes ||
                   protocol.metadata.size() > limits.max_metadata_bytes;
        });
    return is_oversized ? ErrorCode::invalid_request : ErrorCode::none;
}

machine::JoinGroup to_machine(const JoinGroupRequest& request, int version) {
    constexpr int kFirstTwoStepVersion = 4;
    constexpr int kFirstSkippingVersion = 9;
    machine::JoinGroup message;
    message.member = member_of(request.member_id);
    message.instance = request.group_instance_id;
    message.protocol_type = request.protocol_type;
    for (const auto& protocol : request.protocols) {
        if (message.metadata.emplace(protocol.name, protocol.metadata).second) {
            message.strategies.push_back(protocol.name);
        }
    }
    message.session_timeout = request.session_timeout_ms;
    message.rebalance_timeout =
        version == 0 ? request.session_timeout_ms : std::max(request.rebalance_timeout_ms, 0);
    message.two_step = version >= kFirstTwoStepVersion;
    message.may_skip = version >= kFirstSkippingVersion;
    return message;
}

machine::SyncGroup to_machine(const SyncGroupRequest& request) {
    machine::SyncGroup message;
    message.member = request.member_id;
    message.instance = request.group_instance_id;
    message.generation = request.generation_id;
    for (const auto& share : request.assignments) {
        message.shares[share.member_id] = share.assignment;
    }
    return message;
}

JoinGroupResponse
to_response(const JoinGroupRequest& request, int version, const machine::JoinGroupReply& reply) {
    JoinGroupResponse response;
    response.error = error_code(reply.error);
    response.generation_id = static_cast<std::int32_t>(reply.generation);
    if (response.error == ErrorCode::none) {
        response.protocol_type = request.protocol_type; // The group's, or there was an error.
    }
    response.protocol_name = reply.strategy ? reply.strategy : no_protocol(version);
    response.skip_assignment = reply.skip_assignment;
    response.leader = reply.leader.value_or("");
    response.member_id = reply.member.value_or("");
    for (const auto& [member, metadata] : reply.members) {
        auto& described = response.members.emplace_back();
        described.member_id = member;
        described.metadata = metadata;
        if (const auto instance = reply.instances.find(member); instance != reply.instances.end()) {
            described.group_instance_id = instance->second;
        }
    }
    return response;
}

SyncGroupResponse to_response(const machine::SyncGroupReply& reply) {
    SyncGroupResponse response;
    response.error = error_code(reply.error);
    response.assignment = reply.share.value_or("");
    return response;
}

JoinGroupResponse refused_join(const JoinGroupRequest& request, int version, ErrorCode error) {
    JoinGroupResponse response;
    response.error = error;
    response.protocol_name = no_protocol(version);
    response.member_id = request.member_id;
    return response;
}

} // namespace muster::runtime::kafka
