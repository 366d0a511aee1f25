// Generated from runtime/kafka/messages/list_offsets.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Where a partition begins and ends, and which message is the first from some time on.
struct ListOffsetsRequest {
    static constexpr std::string_view kName = "ListOffsetsRequest";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 6;

    struct Partition {
        std::int32_t index = 0;
        /// From version 4 on.
        std::int32_t current_leader_epoch = -1;
        /// -1 is the end of the log, -2 its beginning.
        std::int64_t timestamp = -1;
        /// Version 0 only.
        std::int32_t max_offsets = 1;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// -1 for anybody but a broker.
    std::int32_t replica_id = -1;
    /// From version 2 on.
    std::int8_t isolation_level = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const ListOffsetsRequest&, const ListOffsetsRequest&) = default;
};

struct ListOffsetsResponse {
    static constexpr std::string_view kName = "ListOffsetsResponse";
    static constexpr VersionRange kVersions{0, 9};
    static constexpr int kFirstFlexible = 6;

    struct Partition {
        std::int32_t index = 0;
        ErrorCode error = ErrorCode::none;
        /// Version 0 only.
        std::vector<std::int64_t> old_style_offsets{};
        /// From version 1 on.
        std::int64_t timestamp = -1;
        /// From version 1 on.
        std::int64_t offset = -1;
        /// From version 4 on.
        std::int32_t leader_epoch = -1;

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        std::string name{};
        std::vector<Partition> partitions{};

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// From version 2 on.
    std::int32_t throttle_ms = 0;
    std::vector<Topic> topics{};

    friend bool operator==(const ListOffsetsResponse&, const ListOffsetsResponse&) = default;
};

template <class Stream, Is<ListOffsetsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ListOffsetsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
