// Generated from runtime/kafka/messages/heartbeat.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/heartbeat.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<HeartbeatRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.int32(message.generation_id);
    s.string(message.member_id);
    if (version >= 3) {
        s.nullable_string(message.group_instance_id);
    } else {
        s.absent("group_instance_id", !message.group_instance_id);
    }
    s.tagged_fields();
}

template <class Stream, Is<HeartbeatResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    s.tagged_fields();
}

template void layout(Reader&, HeartbeatRequest&, int);
template void layout(Writer&, const HeartbeatRequest&, int);
template void layout(Reader&, HeartbeatResponse&, int);
template void layout(Writer&, const HeartbeatResponse&, int);

} // namespace muster::runtime::kafka
