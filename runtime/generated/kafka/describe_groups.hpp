// Generated from runtime/kafka/messages/describe_groups.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Everything about some groups.
struct DescribeGroupsRequest {
    static constexpr std::string_view kName = "DescribeGroupsRequest";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 5;

    std::vector<std::string> groups{};
    /// From version 3 on.
    bool include_authorized_operations = false;

    friend bool operator==(const DescribeGroupsRequest&, const DescribeGroupsRequest&) = default;
};

struct DescribeGroupsResponse {
    static constexpr std::string_view kName = "DescribeGroupsResponse";
    static constexpr VersionRange kVersions{0, 5};
    static constexpr int kFirstFlexible = 5;

    struct Member {
        std::string member_id{};
        /// From version 4 on.
        std::optional<std::string> group_instance_id{};
        std::string client_id{};
        std::string client_host{};
        Bytes metadata{};
        Bytes assignment{};

        friend bool operator==(const Member&, const Member&) = default;
    };

    struct Group {
        ErrorCode error = ErrorCode::none;
        std::string group_id{};
        std::string state{};
        std::string protocol_type{};
        /// The protocol that the members agreed on; empty where there is none.
        std::string protocol_data{};
        std::vector<Member> members{};
        /// A set of bits; this number says that it was not asked for.
        /// From version 3 on.
        std::int32_t authorized_operations = -2147483648;

        friend bool operator==(const Group&, const Group&) = default;
    };

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    std::vector<Group> groups{};

    friend bool operator==(const DescribeGroupsResponse&, const DescribeGroupsResponse&) = default;
};

template <class Stream, Is<DescribeGroupsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<DescribeGroupsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
