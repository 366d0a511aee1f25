#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace muster::runtime::kafka {

struct HeartbeatRequest {
    std::string group_id;
    std::int32_t generation_id = -1;
    std::string member_id;
    std::optional<std::string> group_instance_id;
};

struct HeartbeatResponse {
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
};

template <class Stream, Is<HeartbeatRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<HeartbeatResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
