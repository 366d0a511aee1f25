#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct MetadataRequest {
    /// Nothing asks for all topics; in version 0 an empty list does so too.
    std::optional<std::vector<std::string>> topics;
    bool allow_auto_create = true;
};

struct MetadataResponse {
    struct Broker {
        std::int32_t node_id = 0;
        std::string host;
        std::int32_t port = 0;
        std::optional<std::string> rack;
    };

    struct Partition {
        ErrorCode error = ErrorCode::none;
        std::int32_t index = 0;
        std::int32_t leader = 0;
        std::vector<std::int32_t> replicas;
        std::vector<std::int32_t> in_sync_replicas;
    };

    struct Topic {
        ErrorCode error = ErrorCode::none;
        std::string name;
        bool is_internal = false;
        std::vector<Partition> partitions;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Broker> brokers;
    std::optional<std::string> cluster_id;
    std::int32_t controller_id = 0;
    std::vector<Topic> topics;
};

template <class Stream, Is<MetadataRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<MetadataResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
