#pragma once

#include "runtime/generated/kafka/join_group.hpp"
#include "runtime/generated/kafka/leave_group.hpp"
#include "runtime/generated/kafka/sync_group.hpp"
#include "runtime/kafka/group/group_limits.hpp"
#include "runtime/kafka/group/group_machine.hpp"

namespace muster::runtime::kafka {

// Between the messages of the wire and those of the machine. Static membership is not served yet: a
// group.instance.id is read and left aside, and its sender is a dynamic member like any other.

/// What is wrong with a join before any group is asked, or ErrorCode::none.
[[nodiscard]] ErrorCode check_join(const JoinGroupRequest& request, const GroupLimits& limits);

/// From version 4 on a newcomer joins in two steps. Of protocols with one name the first counts.
[[nodiscard]] machine::JoinGroup to_machine(const JoinGroupRequest& request, int version);
[[nodiscard]] machine::SyncGroup to_machine(const SyncGroupRequest& request);

[[nodiscard]] JoinGroupResponse to_response(const machine::JoinGroupReply& reply);
[[nodiscard]] SyncGroupResponse to_response(const machine::SyncGroupReply& reply);

/// The answer to a join that no machine has seen.
[[nodiscard]] JoinGroupResponse refused_join(const JoinGroupRequest& request, ErrorCode error);

} // namespace muster::runtime::kafka
