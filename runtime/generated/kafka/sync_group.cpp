// Generated from runtime/kafka/messages/sync_group.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/sync_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<SyncGroupRequest::Assignment> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.member_id);
    s.bytes(value.assignment);
    s.tagged_fields();
}

template <class Stream, Is<SyncGroupRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.int32(message.generation_id);
    s.string(message.member_id);
    if (version >= 3) {
        s.nullable_string(message.group_instance_id);
    } else {
        s.absent("group_instance_id", !message.group_instance_id);
    }
    if (version >= 5) {
        s.nullable_string(message.protocol_type);
        s.nullable_string(message.protocol_name);
    }
    s.array(message.assignments, version >= 4 ? 3 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<SyncGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    if (version >= 5) {
        s.nullable_string(message.protocol_type);
        s.nullable_string(message.protocol_name);
    }
    s.bytes(message.assignment);
    s.tagged_fields();
}

template void layout(Reader&, SyncGroupRequest&, int);
template void layout(Writer&, const SyncGroupRequest&, int);
template void layout(Reader&, SyncGroupResponse&, int);
template void layout(Writer&, const SyncGroupResponse&, int);

} // namespace muster::runtime::kafka
