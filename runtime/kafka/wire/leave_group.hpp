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

template <class Stream>
void layout(Stream& s, typename Stream::template Of<LeaveGroupRequest>& message, int version);

template <class Stream>
void layout(Stream& s, typename Stream::template Of<LeaveGroupResponse>& message, int version);

} // namespace muster::runtime::kafka
