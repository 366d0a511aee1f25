// Generated from runtime/kafka/messages/offset_delete.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Deletes offsets that a group stored.
struct OffsetDeleteRequest {
    static constexpr std::string_view kName = "OffsetDeleteRequest";
    static constexpr VersionRange kVersions{0, 0};
    static constexpr int kFirstFlexible = kNeverFlexible;

    struct Partition {
        std::int32_t index = 0;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    std::string group_id{};
    std::vector<Topic> topics{};

    friend bool operator==(const OffsetDeleteRequest&, const OffsetDeleteRequest&) = default;
};

struct OffsetDeleteResponse {
    static constexpr std::string_view kName = "OffsetDeleteResponse";
    static constexpr VersionRange kVersions{0, 0};
    static constexpr int kFirstFlexible = kNeverFlexible;

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

    ErrorCode error = ErrorCode::none;
    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const OffsetDeleteResponse&, const OffsetDeleteResponse&) = default;
};

template <class Stream, Is<OffsetDeleteRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<OffsetDeleteResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
