// Generated from runtime/kafka/messages/produce.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Messages from a producer.
struct ProduceRequest {
    static constexpr std::string_view kName = "ProduceRequest";
    static constexpr VersionRange kVersions{3, 11};
    static constexpr int kFirstFlexible = 9;

    struct Partition {
        std::int32_t index = 0;
        std::optional<Bytes> records{};

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    std::optional<std::string> transactional_id{};
    /// 0 wants no answer at all, 1 and -1 (all replicas) want one.
    std::int16_t acks = -1;
    std::int32_t timeout_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const ProduceRequest&, const ProduceRequest&) = default;
};

struct ProduceResponse {
    static constexpr std::string_view kName = "ProduceResponse";
    static constexpr VersionRange kVersions{3, 11};
    static constexpr int kFirstFlexible = 9;

    struct RecordError {
        std::int32_t batch_index = 0;
        std::optional<std::string> message{};

        friend bool operator==(const RecordError&, const RecordError&) = default;
    };

    struct Leader {
        std::int32_t leader_id = -1;
        std::int32_t leader_epoch = -1;

        friend bool operator==(const Leader&, const Leader&) = default;
    };

    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        std::int64_t base_offset = -1;
        std::int64_t log_append_time_ms = -1;
        /// From version 5 on.
        std::int64_t log_start_offset = -1;
        /// From version 8 on.
        std::vector<RecordError> record_errors{};
        /// From version 8 on.
        std::optional<std::string> error_message{};
        /// From version 10 on.
        Leader current_leader{};

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
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

    std::vector<Topic> topics{};
    std::int32_t throttle_ms = 0;
    /// Where the leaders that partitions name are reached.
    /// From version 10 on.
    std::vector<NodeEndpoint> node_endpoints{};

    friend bool operator==(const ProduceResponse&, const ProduceResponse&) = default;
};

template <class Stream, Is<ProduceRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ProduceResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
