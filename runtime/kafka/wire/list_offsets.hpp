#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// The two timestamps that name an end of a log instead of a time.
inline constexpr std::int64_t kLatestTimestamp = -1;
inline constexpr std::int64_t kEarliestTimestamp = -2;

struct ListOffsetsRequest {
    struct Partition {
        std::int32_t index = 0;
        std::int64_t timestamp = kLatestTimestamp;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::int32_t replica_id = -1;
    std::int8_t isolation_level = 0;
    std::vector<Topic> topics;
};

struct ListOffsetsResponse {
    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        std::int64_t timestamp = -1;
        std::int64_t offset = -1;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics;
};

template <class Stream, Is<ListOffsetsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ListOffsetsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
