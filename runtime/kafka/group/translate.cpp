#include "runtime/kafka/group/translate.hpp"

#include <algorithm>

namespace muster::runtime::kafka {

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
    machine::JoinGroup message;
    if (!request.member_id.empty()) {
        message.member = request.member_id;
    }
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
    return message;
}

machine::SyncGroup to_machine(const SyncGroupRequest& request) {
    machine::SyncGroup message;
    message.member = request.member_id;
    message.generation = request.generation_id;
    for (const auto& share : request.assignments) {
        message.shares[share.member_id] = share.assignment;
    }
    return message;
}

JoinGroupResponse to_response(const machine::JoinGroupReply& reply) {
    JoinGroupResponse response;
    response.error = error_code(reply.error);
    response.generation_id = static_cast<std::int32_t>(reply.generation);
    response.protocol_name = reply.strategy.value_or("");
    response.leader = reply.leader.value_or("");
    response.member_id = reply.member.value_or("");
    for (const auto& [member, metadata] : reply.members) {
        response.members.push_back(
            {.member_id = member, .group_instance_id = std::nullopt, .metadata = metadata});
    }
    return response;
}

SyncGroupResponse to_response(const machine::SyncGroupReply& reply) {
    SyncGroupResponse response;
    response.error = error_code(reply.error);
    response.assignment = reply.share.value_or("");
    return response;
}

JoinGroupResponse refused_join(const JoinGroupRequest& request, ErrorCode error) {
    JoinGroupResponse response;
    response.error = error;
    // A member that is turned away for want of room is to forget its id.
    response.member_id = error == ErrorCode::group_max_size_reached ? "" : request.member_id;
    return response;
}

} // namespace muster::runtime::kafka
