#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct LeaveGroupRequest {
    struct Member {
        std::string member_id;
        std::optional<std::string> group_instance_id;
    };

    std::string group_id;
    /// Versions 0 to 2 carry one member without an instance id.
    std::string member_id;
    /// Version 3 carries a list instead.
    std::vector<Member> members;
};

struct LeaveGroupResponse {
    struct Member {
        std::string member_id;
        std::optional<std::string> group_instance_id;
        ErrorCode error = ErrorCode::none;
    };

    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::vector<Member> members;
};

template <class Stream, Is<LeaveGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<LeaveGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
