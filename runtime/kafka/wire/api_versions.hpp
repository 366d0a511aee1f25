#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct ApiVersionsRequest {
    std::string client_software_name;
    std::string client_software_version;
};

struct ApiVersionsResponse {
    struct Api {
        std::int16_t key = 0;
        std::int16_t min_version = 0;
        std::int16_t max_version = 0;
    };

    ErrorCode error = ErrorCode::none;
    std::vector<Api> apis;
    std::int32_t throttle_ms = 0;
};

template <class Stream, Is<ApiVersionsRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<ApiVersionsResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
