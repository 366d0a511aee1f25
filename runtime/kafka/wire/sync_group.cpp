#include "runtime/kafka/wire/sync_group.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<SyncGroupRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.int32(message.generation_id);
    s.string(message.member_id);
    if (version >= 3) {
        s.nullable_string(message.group_instance_id);
    }
    s.array(message.assignments, 6, [&s](auto& share) {
        s.string(share.member_id);
        s.bytes(share.assignment);
    });
}

template <class Stream, Is<SyncGroupResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    s.bytes(message.assignment);
}

template void layout(Reader&, SyncGroupRequest&, int);
template void layout(Writer&, const SyncGroupRequest&, int);
template void layout(Reader&, SyncGroupResponse&, int);
template void layout(Writer&, const SyncGroupResponse&, int);

} // namespace muster::runtime::kafka
