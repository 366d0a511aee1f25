// Generated from runtime/kafka/messages/describe_configs.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// How topics and brokers are configured.
struct DescribeConfigsRequest {
    static constexpr std::string_view kName = "DescribeConfigsRequest";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 4;

    struct Resource {
        /// 2 is a topic, 4 a broker.
        std::int8_t type = 0;
        std::string name{};
        /// Nothing asks for all of them.
        std::optional<std::vector<std::string>> keys{};

        friend bool operator==(const Resource&, const Resource&) = default;
    };

    std::vector<Resource> resources{};
    /// From version 1 on.
    bool include_synonyms = false;
    /// From version 3 on.
    bool include_documentation = false;

    friend bool operator==(const DescribeConfigsRequest&, const DescribeConfigsRequest&) = default;
};

struct DescribeConfigsResponse {
    static constexpr std::string_view kName = "DescribeConfigsResponse";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 4;

    struct Synonym {
        std::string name{};
        std::optional<std::string> value{};
        std::int8_t source = 0;

        friend bool operator==(const Synonym&, const Synonym&) = default;
    };

    struct Config {
        std::string name{};
        std::optional<std::string> value{};
        bool is_read_only = false;
        /// Version 0 only.
        bool is_default = false;
        /// From version 1 on.
        std::int8_t source = -1;
        bool is_sensitive = false;
        /// From version 1 on.
        std::vector<Synonym> synonyms{};
        /// From version 3 on.
        std::int8_t type = 0;
        /// From version 3 on.
        std::optional<std::string> documentation{};

        friend bool operator==(const Config&, const Config&) = default;
    };

    struct Result {
        ErrorCode error = ErrorCode::none;
        std::optional<std::string> error_message{};
        std::int8_t resource_type = 0;
        std::string resource_name{};
        std::vector<Config> configs{};

        friend bool operator==(const Result&, const Result&) = default;
    };

    std::int32_t throttle_ms = 0;
    std::vector<Result> results{};

    friend bool operator==(
        const DescribeConfigsResponse&,
        const DescribeConfigsResponse&) = default;
};

template <class Stream, Is<DescribeConfigsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<DescribeConfigsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
