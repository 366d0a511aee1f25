#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct SyncGroupRequest {
    struct Assignment {
        std::string member_id;
        Bytes assignment;
    };

    std::string group_id;
    std::int32_t generation_id = -1;
    std::string member_id;
    std::optional<std::string> group_instance_id;
    std::vector<Assignment> assignments;
};

struct SyncGroupResponse {
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    Bytes assignment;
};

template <class Stream, Is<SyncGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<SyncGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
