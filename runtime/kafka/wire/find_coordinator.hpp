#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace muster::runtime::kafka {

struct FindCoordinatorRequest {
    std::string key;
    /// 0 asks for a group's coordinator, 1 for a transaction's. Version 0 knows groups only.
    std::int8_t key_type = 0;
};

struct FindCoordinatorResponse {
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::optional<std::string> error_message;
    std::int32_t node_id = -1;
    std::string host;
    std::int32_t port = -1;
};

template <class Stream, Is<FindCoordinatorRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<FindCoordinatorResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
