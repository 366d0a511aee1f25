#include "runtime/kafka/wire/leave_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<LeaveGroupRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    if (version < 3) {
        s.string(message.member_id);
        return;
    }
    s.array(message.members, 4, [&s](auto& member) {
        s.string(member.member_id);
        s.nullable_string(member.group_instance_id);
    });
}

template <class Stream, Is<LeaveGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    if (version < 3) {
        return;
    }
    s.array(message.members, 6, [&s](auto& member) {
        s.string(member.member_id);
        s.nullable_string(member.group_instance_id);
        s.error(member.error);
    });
}

template void layout(Reader&, LeaveGroupRequest&, int);
template void layout(Writer&, const LeaveGroupRequest&, int);
template void layout(Reader&, LeaveGroupResponse&, int);
template void layout(Writer&, const LeaveGroupResponse&, int);

} // namespace muster::runtime::kafka
