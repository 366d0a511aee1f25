// Generated from runtime/kafka/messages/leave_group.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/leave_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<LeaveGroupRequest::Member> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.member_id);
    s.nullable_string(value.group_instance_id);
    if (version >= 5) {
        s.nullable_string(value.reason);
    }
    s.tagged_fields();
}

template <class Stream, Is<LeaveGroupRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    if (version <= 2) {
        s.string(message.member_id);
    } else {
        s.absent("member_id", message.member_id.empty());
    }
    if (version >= 3) {
        s.array(message.members, version >= 5 ? 4 : version >= 4 ? 3 : 4, version);
    } else {
        s.absent("members", message.members.empty());
    }
    s.tagged_fields();
}

template <class Stream, Is<LeaveGroupResponse::Member> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.member_id);
    s.nullable_string(value.group_instance_id);
    s.error(value.error);
    s.tagged_fields();
}

template <class Stream, Is<LeaveGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    if (version >= 3) {
        s.array(message.members, version >= 4 ? 5 : 6, version);
    }
    s.tagged_fields();
}

template void layout(Reader&, LeaveGroupRequest&, int);
template void layout(Writer&, const LeaveGroupRequest&, int);
template void layout(Reader&, LeaveGroupResponse&, int);
template void layout(Writer&, const LeaveGroupResponse&, int);

} // namespace muster::runtime::kafka
