#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct OffsetCommitRequest {
    struct Partition {
        std::int32_t index = 0;
        std::int64_t offset = -1;
        std::int32_t leader_epoch = -1;
        std::optional<std::string> metadata;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::string group_id;
    std::int32_t generation_id = -1;
    std::string member_id;
    std::optional<std::string> group_instance_id;
    /// Versions 2 to 4 only. Offsets do not expire yet, so it is carried and not used.
    std::int64_t retention_ms = -1;
    std::vector<Topic> topics;
};

struct OffsetCommitResponse {
    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics;
};

template <class Stream, Is<OffsetCommitRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<OffsetCommitResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
