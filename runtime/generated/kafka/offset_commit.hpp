// Generated from runtime/kafka/messages/offset_commit.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Stores how far a group has come.
struct OffsetCommitRequest {
    static constexpr std::string_view kName = "OffsetCommitRequest";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 8;

    struct Partition {
        std::int32_t index = 0;
        std::int64_t offset = -1;
        /// From version 6 on.
        std::int32_t leader_epoch = -1;
        /// Version 1 only.
        std::int64_t commit_timestamp_ms = -1;
        std::optional<std::string> metadata{};

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    std::string group_id{};
    /// From version 1 on.
    std::int32_t generation_id = -1;
    /// From version 1 on.
    std::string member_id{};
    /// From version 7 on.
    std::optional<std::string> group_instance_id{};
    /// -1 leaves it to the server.
    /// Versions 2 to 4.
    std::int64_t retention_ms = -1;
    std::vector<Topic> topics{};

    friend bool operator==(const OffsetCommitRequest&, const OffsetCommitRequest&) = default;
};

struct OffsetCommitResponse {
    static constexpr std::string_view kName = "OffsetCommitResponse";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 8;

    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// From version 3 on.
    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const OffsetCommitResponse&, const OffsetCommitResponse&) = default;
};

template <class Stream, Is<OffsetCommitRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<OffsetCommitResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
