// Generated from runtime/kafka/messages/leave_group.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Members leave their group.
struct LeaveGroupRequest {
    static constexpr std::string_view kName = "LeaveGroupRequest";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 4;

    struct Member {
        std::string member_id{};
        std::optional<std::string> group_instance_id{};
        /// From version 5 on.
        std::optional<std::string> reason{};

        friend bool operator==(const Member&, const Member&) = default;
    };

    std::string group_id{};
    /// Versions 0 to 2 carry one member without an instance id.
    /// Versions 0 to 2.
    std::string member_id{};
    /// Version 3 carries a list instead.
    /// From version 3 on.
    std::vector<Member> members{};

    friend bool operator==(const LeaveGroupRequest&, const LeaveGroupRequest&) = default;
};

struct LeaveGroupResponse {
    static constexpr std::string_view kName = "LeaveGroupResponse";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 4;

    struct Member {
        std::string member_id{};
        std::optional<std::string> group_instance_id{};
        ErrorCode error = ErrorCode::none;

        friend bool operator==(const Member&, const Member&) = default;
    };

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    /// From version 3 on.
    std::vector<Member> members{};

    friend bool operator==(const LeaveGroupResponse&, const LeaveGroupResponse&) = default;
};

template <class Stream, Is<LeaveGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<LeaveGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
