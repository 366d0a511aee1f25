// Generated from runtime/kafka/messages/metadata.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Which brokers, topics and partitions there are.
struct MetadataRequest {
    static constexpr std::string_view kName = "MetadataRequest";
    static constexpr VersionRange kVersions{0, 12};
    static constexpr int kFirstFlexible = 9;

    struct Topic {
        /// Zero where the topic is named.
        /// From version 10 on.
        Uuid topic_id{};
        std::optional<std::string> name = "";

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// Nothing asks for all topics; in version 0 an empty list does so too.
    std::optional<std::vector<Topic>> topics{};
    /// From version 4 on.
    bool allow_auto_create = true;
    /// Versions 8 to 10.
    bool include_cluster_authorized_operations = false;
    /// From version 8 on.
    bool include_topic_authorized_operations = false;

    friend bool operator==(const MetadataRequest&, const MetadataRequest&) = default;
};

struct MetadataResponse {
    static constexpr std::string_view kName = "MetadataResponse";
    static constexpr VersionRange kVersions{0, 12};
    static constexpr int kFirstFlexible = 9;

    struct Broker {
        std::int32_t node_id = 0;
        std::string host{};
        std::int32_t port = 0;
        /// From version 1 on.
        std::optional<std::string> rack{};

        friend bool operator==(const Broker&, const Broker&) = default;
    };

    struct Partition {
        ErrorCode error = ErrorCode::none;
        std::int32_t index = 0;
        std::int32_t leader = 0;
        /// From version 7 on.
        std::int32_t leader_epoch = -1;
        std::vector<std::int32_t> replicas{};
        std::vector<std::int32_t> in_sync_replicas{};
        /// From version 5 on.
        std::vector<std::int32_t> offline_replicas{};

        friend bool operator==(const Partition&, const Partition&) = default;
    };

    struct Topic {
        ErrorCode error = ErrorCode::none;
        /// Null where a topic was asked for by an id that nobody knows.
        std::optional<std::string> name = "";
        /// From version 10 on.
        Uuid topic_id{};
        /// From version 1 on.
        bool is_internal = false;
        std::vector<Partition> partitions{};
        /// A set of bits; this number says that it was not asked for.
        /// From version 8 on.
        std::int32_t authorized_operations = -2147483648;

        friend bool operator==(const Topic&, const Topic&) = default;
    };

    /// From version 3 on.
    std::int32_t throttle_ms = 0;
    std::vector<Broker> brokers{};
    /// From version 2 on.
    std::optional<std::string> cluster_id{};
    /// From version 1 on.
    std::int32_t controller_id = -1;
    std::vector<Topic> topics{};
    /// Versions 8 to 10.
    std::int32_t cluster_authorized_operations = -2147483648;

    friend bool operator==(const MetadataResponse&, const MetadataResponse&) = default;
};

template <class Stream, Is<MetadataRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<MetadataResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
