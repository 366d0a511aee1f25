#pragma once

#include "runtime/generated/kafka_group.hpp"
#include "runtime/kafka/wire/error_code.hpp"

#include <cstdint>

namespace muster::runtime::kafka {

// The generated coordinator of one group, with strings for every sort: the names by which the front
// end uses it.

namespace machine {

namespace protocol = protocols::kafka_group;

using Types = protocol::DefaultTypes;
using JoinGroup = protocol::JoinGroup<Types>;
using JoinGroupReply = protocol::JoinGroupReply<Types>;
using SyncGroup = protocol::SyncGroup<Types>;
using SyncGroupReply = protocol::SyncGroupReply<Types>;
using Heartbeat = protocol::Heartbeat<Types>;
using HeartbeatReply = protocol::HeartbeatReply<Types>;
using LeaveGroup = protocol::LeaveGroup<Types>;
using LeaveGroupReply = protocol::LeaveGroupReply<Types>;
using OffsetCommit = protocol::OffsetCommit<Types>;
using OffsetCommitReply = protocol::OffsetCommitReply<Types>;
using OffsetFetch = protocol::OffsetFetch<Types>;
using OffsetFetchReply = protocol::OffsetFetchReply<Types>;
using OffsetDelete = protocol::OffsetDelete<Types>;
using OffsetDeleteReply = protocol::OffsetDeleteReply<Types>;
using DeleteGroup = protocol::DeleteGroup<Types>;
using DeleteGroupReply = protocol::DeleteGroupReply<Types>;

} // namespace machine

/// The machine's errors have Kafka's numbers.
[[nodiscard]] inline ErrorCode error_code(machine::protocol::Error error) {
    return static_cast<ErrorCode>(static_cast<std::int16_t>(error));
}

} // namespace muster::runtime::kafka
