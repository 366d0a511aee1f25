// Generated from runtime/kafka/messages/join_group.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// A member wants to be in the next generation of its group.
struct JoinGroupRequest {
    static constexpr std::string_view kName = "JoinGroupRequest";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 6;

    struct Protocol {
        std::string name{};
        Bytes metadata{};

        friend bool operator==(const Protocol&, const Protocol&) = default;
    };

    std::string group_id{};
    std::int32_t session_timeout_ms = 0;
    /// Version 0 has none; the session timeout then serves for both.
    /// From version 1 on.
    std::int32_t rebalance_timeout_ms = -1;
    /// Empty for a newcomer.
    std::string member_id{};
    /// From version 5 on.
    std::optional<std::string> group_instance_id{};
    std::string protocol_type{};
    /// What the member can work with, the dearest first.
    std::vector<Protocol> protocols{};
    /// Why the member joins, for whoever reads the server's log.
    /// From version 8 on.
    std::optional<std::string> reason{};

    friend bool operator==(const JoinGroupRequest&, const JoinGroupRequest&) = default;
};

struct JoinGroupResponse {
    static constexpr std::string_view kName = "JoinGroupResponse";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 6;

    struct Member {
        std::string member_id{};
        /// From version 5 on.
        std::optional<std::string> group_instance_id{};
        Bytes metadata{};

        friend bool operator==(const Member&, const Member&) = default;
    };

    /// From version 2 on.
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::int32_t generation_id = -1;
    /// From version 7 on.
    std::optional<std::string> protocol_type{};
    std::optional<std::string> protocol_name = "";
    std::string leader{};
    /// The leader is to keep the assignment that there is.
    /// From version 9 on.
    bool skip_assignment = false;
    std::string member_id{};
    /// For the leader only.
    std::vector<Member> members{};

    friend bool operator==(const JoinGroupResponse&, const JoinGroupResponse&) = default;
};

template <class Stream, Is<JoinGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<JoinGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
