// Generated from runtime/kafka/messages/heartbeat.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// A member says that it is alive and hears whether its generation still is.
struct HeartbeatRequest {
    static constexpr std::string_view kName = "HeartbeatRequest";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 4;

    std::string group_id{};
    std::int32_t generation_id = -1;
    std::string member_id{};
    /// From version 3 on.
    std::optional<std::string> group_instance_id{};

    friend bool operator==(const HeartbeatRequest&, const HeartbeatRequest&) = default;
};

struct HeartbeatResponse {
    static constexpr std::string_view kName = "HeartbeatResponse";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 4;

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;

    friend bool operator==(const HeartbeatResponse&, const HeartbeatResponse&) = default;
};

template <class Stream, Is<HeartbeatRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<HeartbeatResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
