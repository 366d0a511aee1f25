// Generated from runtime/kafka/messages/api_versions.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/api_versions.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ApiVersionsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.string(message.client_software_name);
        s.string(message.client_software_version);
    }
    s.tagged_fields();
}

template <class Stream, Is<ApiVersionsResponse::Api> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int16(value.key);
    s.int16(value.min_version);
    s.int16(value.max_version);
    s.tagged_fields();
}

template <class Stream, Is<ApiVersionsResponse::SupportedFeature> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.int16(value.min_version);
    s.int16(value.max_version);
    s.tagged_fields();
}

template <class Stream, Is<ApiVersionsResponse::FinalizedFeature> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.int16(value.max_version_level);
    s.int16(value.min_version_level);
    s.tagged_fields();
}

template <class Stream, Is<ApiVersionsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.error(message.error);
    s.array(message.apis, version >= 3 ? 7 : 6, version);
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.tagged_fields(
        version,
        tag(0, true, message.supported_features, message.supported_features.empty(), 6),
        tag(1, true, message.finalized_features_epoch, message.finalized_features_epoch == -1),
        tag(2, true, message.finalized_features, message.finalized_features.empty(), 6),
        tag(3, true, message.zk_migration_ready, !message.zk_migration_ready));
}

template void layout(Reader&, ApiVersionsRequest&, int);
template void layout(Writer&, const ApiVersionsRequest&, int);
template void layout(Reader&, ApiVersionsResponse&, int);
template void layout(Writer&, const ApiVersionsResponse&, int);

} // namespace muster::runtime::kafka
