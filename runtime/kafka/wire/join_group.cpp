#include "runtime/kafka/wire/join_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

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
    }
    s.string(message.protocol_type);
    s.array(message.protocols, 6, [&s](auto& protocol) {
        s.string(protocol.name);
        s.bytes(protocol.metadata);
    });
}

template <class Stream, Is<JoinGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 2) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    s.int32(message.generation_id);
    s.string(message.protocol_name);
    s.string(message.leader);
    s.string(message.member_id);
    s.array(message.members, 6, [&s, version](auto& member) {
        s.string(member.member_id);
        if (version >= 5) {
            s.nullable_string(member.group_instance_id);
        }
        s.bytes(member.metadata);
    });
}

template void layout(Reader&, JoinGroupRequest&, int);
template void layout(Writer&, const JoinGroupRequest&, int);
template void layout(Reader&, JoinGroupResponse&, int);
template void layout(Writer&, const JoinGroupResponse&, int);

} // namespace muster::runtime::kafka
