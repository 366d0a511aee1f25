#pragma once

#include "runtime/generated/kafka/offset_commit.hpp"
#include "runtime/generated/kafka/offset_fetch.hpp"
#include "runtime/kafka/group/group_limits.hpp"
#include "runtime/kafka/group/group_machine.hpp"
#include "runtime/kafka/topic_catalog.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// What a group stores for a partition; the machine carries it as bytes
/// (docs/internals/storage.md).
struct Position {
    std::int64_t offset = -1;
    std::int32_t leader_epoch = -1;
    std::string metadata;
};

[[nodiscard]] Bytes encode_position(const Position& position);
[[nodiscard]] std::optional<Position> decode_position(BytesView bytes);

/// A commit, taken apart: what the machine gets, and the answer as far as the front end knows it.
struct CheckedCommit {
    machine::OffsetCommit message;
    /// Every partition of the request, with 3 for one that does not exist and 12 for one with too
    /// much metadata.
    OffsetCommitResponse response;
    /// Whether the group has a say: some partition exists.
    bool concerns_group = false;
};

[[nodiscard]] CheckedCommit check_commit(const OffsetCommitRequest& request,
                                         const TopicCatalog& topics,
                                         const GroupLimits& limits);

/// Completes the answer with what the group said. Its refusal counts for every partition that
/// exists.
void settle(OffsetCommitResponse& response, ErrorCode group_error);

/// The groups that a fetch asks about. Up to version 7 it asks about one, elsewhere in the message.
[[nodiscard]] std::vector<OffsetFetchRequest::Group> wanted_groups(OffsetFetchRequest request,
                                                                   int version);

/// The answer made of what was fetched for each of these groups, in the same order.
[[nodiscard]] OffsetFetchResponse to_response(std::vector<OffsetFetchResponse::Group> fetched,
                                              int version);

[[nodiscard]] machine::OffsetFetch to_machine(const OffsetFetchRequest::Group& wanted);

/// Partitions that have no position get -1 without an error, as in Kafka.
[[nodiscard]] OffsetFetchResponse::Group fetched(const OffsetFetchRequest::Group& wanted,
                                                 const machine::OffsetFetchReply& reply);

/// What is fetched of a group that could not be asked.
[[nodiscard]] OffsetFetchResponse::Group refused_fetch(const OffsetFetchRequest::Group& wanted,
                                                       ErrorCode error);

} // namespace muster::runtime::kafka
