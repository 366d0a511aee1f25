// Generated from runtime/kafka/messages/headers.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// Version 2 goes with the flexible versions of an API.
struct RequestHeader {
    static constexpr std::string_view kName = "RequestHeader";
    static constexpr VersionRange kVersions{1, 2};
    static constexpr int kFirstFlexible = 2;

    std::int16_t api_key = 0;
    std::int16_t api_version = 0;
    /// The response repeats it.
    std::int32_t correlation_id = 0;
    std::optional<std::string> client_id{};

    friend bool operator==(const RequestHeader&, const RequestHeader&) = default;
};

/// Version 1 goes with the flexible versions of an API, except ApiVersions, whose responses have
/// version 0 so that a client can read them before it knows what the server is.
struct ResponseHeader {
    static constexpr std::string_view kName = "ResponseHeader";
    static constexpr VersionRange kVersions{0, 1};
    static constexpr int kFirstFlexible = 1;

    std::int32_t correlation_id = 0;

    friend bool operator==(const ResponseHeader&, const ResponseHeader&) = default;
};

template <class Stream, Is<RequestHeader> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ResponseHeader> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
