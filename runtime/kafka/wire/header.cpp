#include "runtime/kafka/wire/header.hpp"

#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

namespace {

/// ApiVersions is the only API here with a flexible version. Versions above the known one are
/// flexible too, but the answer to them does not need the body.
bool has_tagged_header(std::int16_t api_key, std::int16_t api_version) {
    return api_key == static_cast<std::int16_t>(ApiKey::api_versions) && api_version >= 3;
}

} // namespace

std::optional<RequestFrame> split_request(BytesView frame) {
    Reader reader(frame);
    RequestFrame split;
    reader.int16(split.header.api_key);
    reader.int16(split.header.api_version);
    reader.int32(split.header.correlation_id);
    reader.nullable_string(split.header.client_id);
    if (has_tagged_header(split.header.api_key, split.header.api_version)) {
        reader.tagged_fields();
    }
    if (!reader.ok()) {
        return std::nullopt;
    }
    split.body = reader.rest();
    return split;
}

Bytes make_request(const RequestHeader& header, BytesView body) {
    Writer writer;
    writer.int16(header.api_key);
    writer.int16(header.api_version);
    writer.int32(header.correlation_id);
    writer.nullable_string(header.client_id);
    if (has_tagged_header(header.api_key, header.api_version)) {
        writer.tagged_fields();
    }
    auto request = writer.take();
    request += body;
    return request;
}

Bytes make_response(std::int32_t correlation_id, BytesView body) {
    Writer writer;
    writer.int32(correlation_id);
    auto response = writer.take();
    response += body;
    return response;
}

} // namespace muster::runtime::kafka
