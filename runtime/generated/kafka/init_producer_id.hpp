// Generated from runtime/kafka/messages/init_producer_id.messages. Change that, not this file.
// clang-format off
#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

/// An id for a producer, by which repeated messages are told from new ones.
struct InitProducerIdRequest {
    static constexpr std::string_view kName = "InitProducerIdRequest";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 2;

    /// Nothing for a producer without transactions.
    std::optional<std::string> transactional_id{};
    std::int32_t transaction_timeout_ms = 0;
    /// What the producer has so far, if anything.
    /// From version 3 on.
    std::int64_t producer_id = -1;
    /// From version 3 on.
    std::int16_t producer_epoch = -1;

    friend bool operator==(const InitProducerIdRequest&, const InitProducerIdRequest&) = default;
};

struct InitProducerIdResponse {
    static constexpr std::string_view kName = "InitProducerIdResponse";
    static constexpr VersionRange kVersions{0, 4};
    static constexpr int kFirstFlexible = 2;

    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::int64_t producer_id = -1;
    std::int16_t producer_epoch = 0;

    friend bool operator==(const InitProducerIdResponse&, const InitProducerIdResponse&) = default;
};

template <class Stream, Is<InitProducerIdRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<InitProducerIdResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
