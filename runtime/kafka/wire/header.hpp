#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"
#include "runtime/generated/kafka/headers.hpp"

#include <cstdint>
#include <optional>

namespace muster::runtime::kafka {

struct RequestFrame {
    RequestHeader header;
    /// What follows the header; it points into the bytes that were split.
    BytesView body;
};

/// Splits a request (without its length prefix) into header and body, or nothing if the header is
/// malformed. The flexible versions of an API have header version 2, also those that are not
/// described yet; an API that is not described is read with version 1.
[[nodiscard]] std::optional<RequestFrame> split_request(BytesView frame);

/// A request as a client sends it, without length prefix; for tests and tools. Fails if the client
/// id is too long.
[[nodiscard]] Result<Bytes> make_request(const RequestHeader& header, BytesView body);

/// The version of the header of a response. ApiVersions has version 0 always, so that a client can
/// read the answer before it knows what the server is.
[[nodiscard]] int response_header_version(std::int16_t api_key, int api_version);

/// A response without length prefix.
[[nodiscard]] Bytes make_response(const RequestHeader& request, BytesView body);

} // namespace muster::runtime::kafka
