// Generated from runtime/kafka/messages/describe_cluster.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Which brokers there are, without topics.
struct DescribeClusterRequest {
    static constexpr std::string_view kName = "DescribeClusterRequest";
    static constexpr VersionRange kVersions{0, 1};
    static constexpr int kFirstFlexible = 0;

    bool include_cluster_authorized_operations = false;
    /// 1 asks for brokers, 2 for controllers.
    /// From version 1 on.
    std::int8_t endpoint_type = 1;

    friend bool operator==(const DescribeClusterRequest&, const DescribeClusterRequest&) = default;
};

struct DescribeClusterResponse {
    static constexpr std::string_view kName = "DescribeClusterResponse";
    static constexpr VersionRange kVersions{0, 1};
    static constexpr int kFirstFlexible = 0;

    struct Broker {
        std::int32_t node_id = 0;
        std::string host{};
        std::int32_t port = 0;
        std::optional<std::string> rack{};

        friend bool operator==(const Broker&, const Broker&) = default;
    };

    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::optional<std::string> error_message{};
    /// From version 1 on.
    std::int8_t endpoint_type = 1;
    std::string cluster_id{};
    std::int32_t controller_id = -1;
    std::vector<Broker> brokers{};
    /// A set of bits; this number says that it was not asked for.
    std::int32_t cluster_authorized_operations = -2147483648;

    friend bool operator==(
        const DescribeClusterResponse&,
        const DescribeClusterResponse&) = default;
};

template <class Stream, Is<DescribeClusterRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<DescribeClusterResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
