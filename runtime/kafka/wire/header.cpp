#include "runtime/kafka/wire/header.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/message.hpp"

namespace muster::runtime::kafka {

namespace {

/// The part of the header that tells the version of all of it.
struct HeaderStart {
    std::int16_t api_key = 0;
    std::int16_t api_version = 0;
};

std::optional<HeaderStart> read_start(BytesView frame) {
    Reader reader(frame);
    HeaderStart start;
    reader.int16(start.api_key);
    reader.int16(start.api_version);
    return reader.ok() ? std::optional(start) : std::nullopt;
}

bool is_flexible(std::int16_t api_key, int api_version) {
    const auto* api = find_described(api_key);
    return api != nullptr && api_version >= api->first_flexible;
}

int request_header_version(std::int16_t api_key, int api_version) {
    return is_flexible(api_key, api_version) ? 2 : 1;
}

} // namespace

std::optional<RequestFrame> split_request(BytesView frame) {
    const auto start = read_start(frame);
    if (!start) {
        return std::nullopt;
    }
    const int version = request_header_version(start->api_key, start->api_version);
    Reader reader(frame, form_of<RequestHeader>(version));
    RequestFrame split;
    layout(reader, split.header, version);
    if (!reader.ok()) {
        return std::nullopt;
    }
    split.body = reader.rest();
    return split;
}

Result<Bytes> make_request(const RequestHeader& header, BytesView body) {
    auto request = encode_body(header, request_header_version(header.api_key, header.api_version));
    if (request) {
        *request += body;
    }
    return request;
}

int response_header_version(std::int16_t api_key, int api_version) {
    const bool is_told_first = api_key == static_cast<std::int16_t>(ApiKey::api_versions);
    return is_flexible(api_key, api_version) && !is_told_first ? 1 : 0;
}

Bytes make_response(const RequestHeader& request, BytesView body) {
    const ResponseHeader header{.correlation_id = request.correlation_id};
    auto response =
        encode_body(header, response_header_version(request.api_key, request.api_version));
    MUSTER_RUNTIME_ASSERT(response.has_value()); // Every number can be written.
    *response += body;
    return *std::move(response);
}

} // namespace muster::runtime::kafka
