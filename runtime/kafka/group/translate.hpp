#pragma once

#include "runtime/generated/kafka/join_group.hpp"
#include "runtime/generated/kafka/leave_group.hpp"
#include "runtime/generated/kafka/sync_group.hpp"
#include "runtime/kafka/group/group_limits.hpp"
#include "runtime/kafka/group/group_machine.hpp"

#include <optional>
#include <string>

namespace muster::runtime::kafka {

// Between the messages of the wire and those of the machine.

/// Nobody is called by the empty id: it stands for none.
[[nodiscard]] std::optional<std::string> member_of(const std::string& member_id);

/// What is wrong with a join before any group is asked, or ErrorCode::none.
[[nodiscard]] ErrorCode check_join(const JoinGroupRequest& request, const GroupLimits& limits);

/// From version 4 on a newcomer joins in two steps, and from version 9 on a client can be told that
/// the assignment is there already. Of protocols with one name the first counts.
[[nodiscard]] machine::JoinGroup to_machine(const JoinGroupRequest& request, int version);
[[nodiscard]] machine::SyncGroup to_machine(const SyncGroupRequest& request);

[[nodiscard]] JoinGroupResponse
to_response(const JoinGroupRequest& request, int version, const machine::JoinGroupReply& reply);
[[nodiscard]] SyncGroupResponse to_response(const machine::SyncGroupReply& reply);

/// The answer to a join that no machine has seen.
[[nodiscard]] JoinGroupResponse
refused_join(const JoinGroupRequest& request, int version, ErrorCode error);

} // namespace muster::runtime::kafka
