// Generated from runtime/kafka/messages/offset_fetch.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// How far groups have come, as they stored it.
struct OffsetFetchRequest {
    static constexpr std::string_view kName = "OffsetFetchRequest";
    static constexpr VersionRange kVersions{1, 9};
    static constexpr int kFirstFlexible = 6;

    struct Topic {
        std::string name{};
        std::vector<std::int32_t> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    struct Group {
        std::string group_id{};
        /// From version 9 on.
        std::optional<std::string> member_id{};
        /// From version 9 on.
        std::int32_t member_epoch = -1;
        std::optional<std::vector<Topic>> topics{};

        friend bool operator==(const Group&, const Group&) = default;
    };

    /// Versions 1 to 7.
    std::string group_id{};
    /// Nothing asks for every stored offset; version 1 must give a list.
    /// Versions 1 to 7.
    std::optional<std::vector<Topic>> topics{};
    /// From version 8 on.
    std::vector<Group> groups{};
    /// Wait until no transaction can change what is answered.
    /// From version 7 on.
    bool require_stable = false;

    friend bool operator==(const OffsetFetchRequest&, const OffsetFetchRequest&) = default;
};

struct OffsetFetchResponse {
    static constexpr std::string_view kName = "OffsetFetchResponse";
    static constexpr VersionRange kVersions{1, 9};
    static constexpr int kFirstFlexible = 6;

    struct Partition {
        std::int32_t index = 0;
        std::int64_t offset = -1;
        /// From version 5 on.
        std::int32_t leader_epoch = -1;
        std::optional<std::string> metadata{};
        ErrorCode error = ErrorCode::none;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    struct Group {
        std::string group_id{};
        std::vector<Topic> topics{};
        ErrorCode error = ErrorCode::none;

        friend bool operator==(const Group&, const Group&) = default;
    };

    /// From version 3 on.
    std::int32_t throttle_ms = 0;
    /// Versions 1 to 7.
    std::vector<Topic> topics{};
    /// Versions 2 to 7.
    ErrorCode error = ErrorCode::none;
    /// From version 8 on.
    std::vector<Group> groups{};

    friend bool operator==(const OffsetFetchResponse&, const OffsetFetchResponse&) = default;
};

template <class Stream, Is<OffsetFetchRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<OffsetFetchResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
