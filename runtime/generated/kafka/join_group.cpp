// Generated from runtime/kafka/messages/join_group.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/join_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<JoinGroupRequest::Protocol> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.bytes(value.metadata);
    s.tagged_fields();
}

template <class Stream, Is<JoinGroupRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.int32(message.session_timeout_ms);
    if (version >= 1) {
        s.int32(message.rebalance_timeout_ms);
    }
    s.string(message.member_id);
    if (version >= 5) {
        s.nullable_string(message.group_instance_id);
    } else {
        s.absent("group_instance_id", !message.group_instance_id);
    }
    s.string(message.protocol_type);
    s.array(message.protocols, version >= 6 ? 3 : 6, version);
    if (version >= 8) {
        s.nullable_string(message.reason);
    }
    s.tagged_fields();
}

template <class Stream, Is<JoinGroupResponse::Member> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.member_id);
    if (version >= 5) {
        s.nullable_string(value.group_instance_id);
    }
    s.bytes(value.metadata);
    s.tagged_fields();
}

template <class Stream, Is<JoinGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 2) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    s.int32(message.generation_id);
    if (version >= 7) {
        s.nullable_string(message.protocol_type);
    }
    s.nullable_string(message.protocol_name, null_if(version >= 7));
    s.string(message.leader);
    if (version >= 9) {
        s.boolean(message.skip_assignment);
    } else {
        s.absent("skip_assignment", !message.skip_assignment);
    }
    s.string(message.member_id);
    s.array(message.members, version >= 6 ? 4 : version >= 5 ? 8 : 6, version);
    s.tagged_fields();
}

template void layout(Reader&, JoinGroupRequest&, int);
template void layout(Writer&, const JoinGroupRequest&, int);
template void layout(Reader&, JoinGroupResponse&, int);
template void layout(Writer&, const JoinGroupResponse&, int);

} // namespace muster::runtime::kafka
