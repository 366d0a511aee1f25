// Generated from runtime/kafka/messages/delete_topics.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Deletes topics.
struct DeleteTopicsRequest {
    static constexpr std::string_view kName = "DeleteTopicsRequest";
    static constexpr VersionRange kVersions{0, 6};
    static constexpr int kFirstFlexible = 4;

    struct Topic {
        std::optional<std::string> name{};
        Uuid topic_id{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// By name or by id.
    /// From version 6 on.
    std::vector<Topic> topics{};
    /// Versions 0 to 5.
    std::vector<std::string> topic_names{};
    std::int32_t timeout_ms = 0;

    friend bool operator==(const DeleteTopicsRequest&, const DeleteTopicsRequest&) = default;
};

struct DeleteTopicsResponse {
    static constexpr std::string_view kName = "DeleteTopicsResponse";
    static constexpr VersionRange kVersions{0, 6};
    static constexpr int kFirstFlexible = 4;

    struct Topic {
        std::optional<std::string> name = "";
        /// From version 6 on.
        Uuid topic_id{};
        ErrorCode error = ErrorCode::none;
        /// From version 5 on.
        std::optional<std::string> error_message{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const DeleteTopicsResponse&, const DeleteTopicsResponse&) = default;
};

template <class Stream, Is<DeleteTopicsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<DeleteTopicsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
