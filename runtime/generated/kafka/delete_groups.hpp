// Generated from runtime/kafka/messages/delete_groups.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Deletes groups without members.
struct DeleteGroupsRequest {
    static constexpr std::string_view kName = "DeleteGroupsRequest";
    static constexpr VersionRange kVersions{0, 2};
    static constexpr int kFirstFlexible = 2;

    std::vector<std::string> groups{};

    friend bool operator==(const DeleteGroupsRequest&, const DeleteGroupsRequest&) = default;
};

struct DeleteGroupsResponse {
    static constexpr std::string_view kName = "DeleteGroupsResponse";
    static constexpr VersionRange kVersions{0, 2};
    static constexpr int kFirstFlexible = 2;

    struct Result {
        std::string group_id{};
        ErrorCode error = ErrorCode::none;

        friend bool operator==(const Result&, const Result&) = default;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Result> results{};

    friend bool operator==(const DeleteGroupsResponse&, const DeleteGroupsResponse&) = default;
};

template <class Stream, Is<DeleteGroupsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<DeleteGroupsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
