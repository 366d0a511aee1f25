// Generated from runtime/kafka/messages/list_groups.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Which groups there are.
struct ListGroupsRequest {
    static constexpr std::string_view kName = "ListGroupsRequest";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 3;

    /// None lets all states pass.
    /// From version 4 on.
    std::vector<std::string> states{};
    /// None lets all types pass.
    /// From version 5 on.
    std::vector<std::string> types{};

    friend bool operator==(const ListGroupsRequest&, const ListGroupsRequest&) = default;
};

struct ListGroupsResponse {
    static constexpr std::string_view kName = "ListGroupsResponse";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 3;

    struct Group {
        std::string group_id{};
        std::string protocol_type{};
        /// From version 4 on.
        std::string state{};
        /// From version 5 on.
        std::string type{};

        friend bool operator==(const Group&, const Group&) = default;
    };

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::vector<Group> groups{};

    friend bool operator==(const ListGroupsResponse&, const ListGroupsResponse&) = default;
};

template <class Stream, Is<ListGroupsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ListGroupsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
