#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct ProduceRequest {
    struct Partition {
        std::int32_t index = 0;
        std::optional<Bytes> records;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::optional<std::string> transactional_id;
    /// 0 wants no answer at all, 1 and -1 (all replicas, of which there is one) want one.
    std::int16_t acks = -1;
    std::int32_t timeout_ms = 0;
    std::vector<Topic> topics;
};

struct ProduceResponse {
    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        std::int64_t base_offset = -1;
        std::int64_t log_append_time_ms = -1;
        std::int64_t log_start_offset = -1;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::vector<Topic> topics;
    std::int32_t throttle_ms = 0;
};

template <class Stream, Is<ProduceRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ProduceResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
