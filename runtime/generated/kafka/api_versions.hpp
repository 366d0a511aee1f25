// Generated from runtime/kafka/messages/api_versions.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Which APIs the server has, in which versions.
struct ApiVersionsRequest {
    static constexpr std::string_view kName = "ApiVersionsRequest";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 3;

    /// From version 3 on.
    std::string client_software_name{};
    /// From version 3 on.
    std::string client_software_version{};

    friend bool operator==(const ApiVersionsRequest&, const ApiVersionsRequest&) = default;
};

struct ApiVersionsResponse {
    static constexpr std::string_view kName = "ApiVersionsResponse";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 3;

    struct Api {
        std::int16_t key = 0;
        std::int16_t min_version = 0;
        std::int16_t max_version = 0;

        friend bool operator==(const Api&, const Api&) = default;
    };

    struct SupportedFeature {
        std::string name{};
        std::int16_t min_version = 0;
        std::int16_t max_version = 0;

        friend bool operator==(const SupportedFeature&, const SupportedFeature&) = default;
    };

    struct FinalizedFeature {
        std::string name{};
        std::int16_t max_version_level = 0;
        std::int16_t min_version_level = 0;

        friend bool operator==(const FinalizedFeature&, const FinalizedFeature&) = default;
    };

    ErrorCode error = ErrorCode::none;
    std::vector<Api> apis{};
    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    /// Features that the server can switch on.
    /// From version 3 on.
    std::vector<SupportedFeature> supported_features{};
    /// -1 as long as nothing is known of features that are switched on.
    /// From version 3 on.
    std::int64_t finalized_features_epoch = -1;
    /// From version 3 on.
    std::vector<FinalizedFeature> finalized_features{};
    /// From version 3 on.
    bool zk_migration_ready = false;

    friend bool operator==(const ApiVersionsResponse&, const ApiVersionsResponse&) = default;
};

template <class Stream, Is<ApiVersionsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ApiVersionsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
