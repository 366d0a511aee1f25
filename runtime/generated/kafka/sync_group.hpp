// Generated from runtime/kafka/messages/sync_group.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// The leader hands in what each member gets; every member asks for its share.
struct SyncGroupRequest {
    static constexpr std::string_view kName = "SyncGroupRequest";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 4;

    struct Assignment {
        std::string member_id{};
        Bytes assignment{};

        friend bool operator==(const Assignment&, const Assignment&) = default;
    };

    std::string group_id{};
    std::int32_t generation_id = -1;
    std::string member_id{};
    /// From version 3 on.
    std::optional<std::string> group_instance_id{};
    /// From version 5 on.
    std::optional<std::string> protocol_type{};
    /// From version 5 on.
    std::optional<std::string> protocol_name{};
    /// From the leader only.
    std::vector<Assignment> assignments{};

    friend bool operator==(const SyncGroupRequest&, const SyncGroupRequest&) = default;
};

struct SyncGroupResponse {
    static constexpr std::string_view kName = "SyncGroupResponse";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 4;

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    /// From version 5 on.
    std::optional<std::string> protocol_type{};
    /// From version 5 on.
    std::optional<std::string> protocol_name{};
    Bytes assignment{};

    friend bool operator==(const SyncGroupResponse&, const SyncGroupResponse&) = default;
};

template <class Stream, Is<SyncGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<SyncGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
