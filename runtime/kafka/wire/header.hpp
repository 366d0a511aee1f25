#pragma once

#include "runtime/base/bytes.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace muster::runtime::kafka {

/// The first four fields of every request: header version 1, or version 2 with its tagged fields
/// skipped.
struct RequestHeader {
    std::int16_t api_key = 0;
    std::int16_t api_version = 0;
    std::int32_t correlation_id = 0;
    std::optional<std::string> client_id;
};

struct RequestFrame {
    RequestHeader header;
    /// What follows the header; it points into the bytes that were split.
    BytesView body;
};

/// Splits a request (without its length prefix) into header and body, or nothing if the header is
/// malformed. A header of an API or version that this server does not have is read as version 1.
[[nodiscard]] std::optional<RequestFrame> split_request(BytesView frame);

/// A request as a client sends it, without length prefix; for tests and tools.
[[nodiscard]] Bytes make_request(const RequestHeader& header, BytesView body);

/// A response without length prefix. Every version that this server has uses response header 0:
/// none is flexible but ApiVersions 3, whose response keeps header 0 so that any client can read
/// it.
[[nodiscard]] Bytes make_response(std::int32_t correlation_id, BytesView body);

} // namespace muster::runtime::kafka
