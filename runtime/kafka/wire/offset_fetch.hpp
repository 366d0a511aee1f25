#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct OffsetFetchRequest {
    struct Topic {
        std::string name;
        std::vector<std::int32_t> partitions;
    };

    std::string group_id;
    /// Nothing asks for every stored offset (from version 2; version 1 must give a list).
    std::optional<std::vector<Topic>> topics;
};

struct OffsetFetchResponse {
    struct Partition {
        std::int32_t index = 0;
        std::int64_t offset = -1;
        std::int32_t leader_epoch = -1;
        std::optional<std::string> metadata;
        ErrorCode error = ErrorCode::none;
    };

    struct Topic {
        std::string name;
        std::vector<Partition> partitions;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics;
    ErrorCode error = ErrorCode::none;
};

template <class Stream, Is<OffsetFetchRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<OffsetFetchResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
