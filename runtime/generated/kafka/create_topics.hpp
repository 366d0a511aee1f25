// Generated from runtime/kafka/messages/create_topics.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Creates topics.
struct CreateTopicsRequest {
    static constexpr std::string_view kName = "CreateTopicsRequest";
    static constexpr VersionRange kVersions{0, 7};
    static constexpr int kFirstFlexible = 5;

    struct Assignment {
        std::int32_t index = 0;
        std::vector<std::int32_t> broker_ids{};

        friend bool operator==(const Assignment&, const Assignment&) = default;
    };

    struct Config {
        std::string name{};
        std::optional<std::string> value{};

        friend bool operator==(const Config&, const Config&) = default;
    };

    struct Topic {
        std::string name{};
        /// -1 leaves it to the server or to the assignments.
        std::int32_t num_partitions = -1;
        std::int16_t replication_factor = -1;
        std::vector<Assignment> assignments{};
        std::vector<Config> configs{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    std::vector<Topic> topics{};
    std::int32_t timeout_ms = 60000;
    /// Only say whether it would work.
    /// From version 1 on.
    bool validate_only = false;

    friend bool operator==(const CreateTopicsRequest&, const CreateTopicsRequest&) = default;
};

struct CreateTopicsResponse {
    static constexpr std::string_view kName = "CreateTopicsResponse";
    static constexpr VersionRange kVersions{0, 7};
    static constexpr int kFirstFlexible = 5;

    struct Config {
        std::string name{};
        std::optional<std::string> value{};
        bool is_read_only = false;
        std::int8_t source = -1;
        bool is_sensitive = false;

        friend bool operator==(const Config&, const Config&) = default;
    };

    struct Topic {
        std::string name{};
        /// From version 7 on.
        Uuid topic_id{};
        ErrorCode error = ErrorCode::none;
        /// From version 1 on.
        std::optional<std::string> error_message{};
        /// From version 5 on.
        ErrorCode config_error = ErrorCode::none;
        /// From version 5 on.
        std::int32_t num_partitions = -1;
        /// From version 5 on.
        std::int16_t replication_factor = -1;
        /// From version 5 on.
        std::optional<std::vector<Config>> configs{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// From version 2 on.
    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const CreateTopicsResponse&, const CreateTopicsResponse&) = default;
};

template <class Stream, Is<CreateTopicsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<CreateTopicsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
