// Generated from runtime/kafka/messages/find_coordinator.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/find_coordinator.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<FindCoordinatorRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version <= 3) {
        s.string(message.key);
    } else {
        s.absent("key", message.key.empty());
    }
    if (version >= 1) {
        s.int8(message.key_type);
    } else {
        s.absent("key_type", message.key_type == 0);
    }
    if (version >= 4) {
        s.array(message.keys, 1);
    } else {
        s.absent("keys", message.keys.empty());
    }
    s.tagged_fields();
}

template <class Stream, Is<FindCoordinatorResponse::Coordinator> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.key);
    s.int32(value.node_id);
    s.string(value.host);
    s.int32(value.port);
    s.error(value.error);
    s.nullable_string(value.error_message);
    s.tagged_fields();
}

template <class Stream, Is<FindCoordinatorResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    if (version <= 3) {
        s.error(message.error);
    }
    if (version >= 1 && version <= 3) {
        s.nullable_string(message.error_message);
    }
    if (version <= 3) {
        s.int32(message.node_id);
        s.string(message.host);
        s.int32(message.port);
    }
    if (version >= 4) {
        s.array(message.coordinators, 14, version);
    } else {
        s.absent("coordinators", message.coordinators.empty());
    }
    s.tagged_fields();
}

template void layout(Reader&, FindCoordinatorRequest&, int);
template void layout(Writer&, const FindCoordinatorRequest&, int);
template void layout(Reader&, FindCoordinatorResponse&, int);
template void layout(Writer&, const FindCoordinatorResponse&, int);

} // namespace muster::runtime::kafka
