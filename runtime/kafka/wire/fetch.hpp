#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct FetchRequest {
    struct Partition {
        std::int32_t index = 0;
        std::int32_t current_leader_epoch = -1;
        std::int64_t offset = 0;
        std::int64_t log_start_offset = -1;
        std::int32_t max_bytes = 0;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    struct ForgottenTopic {
        std::string name;
        std::vector<std::int32_t> partitions;
    };

    std::int32_t replica_id = -1;
    std::int32_t max_wait_ms = 0;
    std::int32_t min_bytes = 0;
    std::int32_t max_bytes = 0;
    std::int8_t isolation_level = 0;
    std::int32_t session_id = 0;
    std::int32_t session_epoch = -1;
    std::vector<Topic> topics;
    std::vector<ForgottenTopic> forgotten_topics;
    std::string rack_id;
};

struct FetchResponse {
    struct AbortedTransaction {
        std::int64_t producer_id = 0;
        std::int64_t first_offset = 0;
    };

    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        std::int64_t high_watermark = -1;
        std::int64_t last_stable_offset = -1;
        std::int64_t log_start_offset = -1;
        std::optional<std::vector<AbortedTransaction>> aborted_transactions;
        std::int32_t preferred_read_replica = -1;
        std::optional<Bytes> records;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    /// 0 refuses a fetch session, which every client accepts.
    std::int32_t session_id = 0;
    std::vector<Topic> topics;
};

template <class Stream, Is<FetchRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<FetchResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
