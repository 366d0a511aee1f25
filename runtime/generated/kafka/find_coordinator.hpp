// Generated from runtime/kafka/messages/find_coordinator.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Who coordinates a group or a transaction.
struct FindCoordinatorRequest {
    static constexpr std::string_view kName = "FindCoordinatorRequest";
    static constexpr VersionRange kVersions{0, 6};
    static constexpr int kFirstFlexible = 3;

    /// One of them, up to version 3.
    /// Versions 0 to 3.
    std::string key{};
    /// 0 asks for a group's coordinator, 1 for a transaction's. Version 0 knows groups only.
    /// From version 1 on.
    std::int8_t key_type = 0;
    /// From version 4 on.
    std::vector<std::string> keys{};

    friend bool operator==(const FindCoordinatorRequest&, const FindCoordinatorRequest&) = default;
};

struct FindCoordinatorResponse {
    static constexpr std::string_view kName = "FindCoordinatorResponse";
    static constexpr VersionRange kVersions{0, 6};
    static constexpr int kFirstFlexible = 3;

    struct Coordinator {
        std::string key{};
        std::int32_t node_id = -1;
        std::string host{};
        std::int32_t port = -1;
        ErrorCode error = ErrorCode::none;
        std::optional<std::string> error_message{};

        friend bool operator==(const Coordinator&, const Coordinator&) = default;
    };

    /// From version 1 on.
    std::int32_t throttle_ms = 0;
    /// Versions 0 to 3.
    ErrorCode error = ErrorCode::none;
    /// Versions 1 to 3.
    std::optional<std::string> error_message{};
    /// Versions 0 to 3.
    std::int32_t node_id = -1;
    /// Versions 0 to 3.
    std::string host{};
    /// Versions 0 to 3.
    std::int32_t port = -1;
    /// One for each key that was asked for, in the same order.
    /// From version 4 on.
    std::vector<Coordinator> coordinators{};

    friend bool operator==(
        const FindCoordinatorResponse&,
        const FindCoordinatorResponse&) = default;
};

template <class Stream, Is<FindCoordinatorRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<FindCoordinatorResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
