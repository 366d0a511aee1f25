// Generated from runtime/kafka/messages/fetch.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Messages for a consumer, or for a broker that follows.
struct FetchRequest {
    static constexpr std::string_view kName = "FetchRequest";
    static constexpr VersionRange kVersions{4, 16};
    static constexpr int kFirstFlexible = 12;

    struct ReplicaState {
        std::int32_t replica_id = -1;
        std::int64_t replica_epoch = -1;

        friend bool operator==(const ReplicaState&, const ReplicaState&) = default;
    };

    struct Partition {
        std::int32_t index = 0;
        /// From version 9 on.
        std::int32_t current_leader_epoch = -1;
        std::int64_t offset = 0;
        /// From version 12 on.
        std::int32_t last_fetched_epoch = -1;
        /// From version 5 on.
        std::int64_t log_start_offset = -1;
        std::int32_t max_bytes = 0;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        /// Versions 4 to 12.
        std::string name{};
        /// From version 13 on.
        Uuid topic_id{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    struct ForgottenTopic {
        /// Versions 7 to 12.
        std::string name{};
        /// From version 13 on.
        Uuid topic_id{};
        std::vector<std::int32_t> partitions{};

        friend bool operator==(const ForgottenTopic&, const ForgottenTopic&) = default;
    };

    /// From version 12 on.
    std::optional<std::string> cluster_id{};
    /// Versions 4 to 14.
    std::int32_t replica_id = -1;
    /// From version 15 on.
    ReplicaState replica_state{};
    std::int32_t max_wait_ms = 0;
    std::int32_t min_bytes = 0;
    std::int32_t max_bytes = 2147483647;
    std::int8_t isolation_level = 0;
    /// 0 and the epoch -1 do without a session.
    /// From version 7 on.
    std::int32_t session_id = 0;
    /// From version 7 on.
    std::int32_t session_epoch = -1;
    std::vector<Topic> topics{};
    /// From version 7 on.
    std::vector<ForgottenTopic> forgotten_topics{};
    /// From version 11 on.
    std::string rack_id{};

    friend bool operator==(const FetchRequest&, const FetchRequest&) = default;
};

struct FetchResponse {
    static constexpr std::string_view kName = "FetchResponse";
    static constexpr VersionRange kVersions{4, 16};
    static constexpr int kFirstFlexible = 12;

    struct EpochEndOffset {
        std::int32_t epoch = -1;
        std::int64_t end_offset = -1;

        friend bool operator==(const EpochEndOffset&, const EpochEndOffset&) = default;
    };

    struct Leader {
        std::int32_t leader_id = -1;
        std::int32_t leader_epoch = -1;

        friend bool operator==(const Leader&, const Leader&) = default;
    };

    struct SnapshotId {
        std::int64_t end_offset = -1;
        std::int32_t epoch = -1;

        friend bool operator==(const SnapshotId&, const SnapshotId&) = default;
    };

    struct AbortedTransaction {
        std::int64_t producer_id = 0;
        std::int64_t first_offset = 0;

        friend bool operator==(const AbortedTransaction&, const AbortedTransaction&) = default;
    };

    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        std::int64_t high_watermark = -1;
        std::int64_t last_stable_offset = -1;
        /// From version 5 on.
        std::int64_t log_start_offset = -1;
        /// From version 12 on.
        EpochEndOffset diverging_epoch{};
        /// From version 12 on.
        Leader current_leader{};
        /// From version 12 on.
        SnapshotId snapshot_id{};
        std::optional<std::vector<AbortedTransaction>> aborted_transactions{};
        /// From version 11 on.
        std::int32_t preferred_read_replica = -1;
        std::optional<Bytes> records{};

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        /// Versions 4 to 12.
        std::string name{};
        /// From version 13 on.
        Uuid topic_id{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    struct NodeEndpoint {
        std::int32_t node_id = 0;
        std::string host{};
        std::int32_t port = 0;
        std::optional<std::string> rack{};

        friend bool operator==(const NodeEndpoint&, const NodeEndpoint&) = default;
    };

    std::int32_t throttle_ms = 0;
    /// From version 7 on.
    ErrorCode error = ErrorCode::none;
    /// 0 refuses a fetch session, which every client accepts.
    /// From version 7 on.
    std::int32_t session_id = 0;
    std::vector<Topic> topics{};
    /// Where the leaders that partitions name are reached.
    /// From version 16 on.
    std::vector<NodeEndpoint> node_endpoints{};

    friend bool operator==(const FetchResponse&, const FetchResponse&) = default;
};

template <class Stream, Is<FetchRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<FetchResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
