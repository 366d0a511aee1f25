// Generated from runtime/kafka/messages/delete_groups.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/delete_groups.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<DeleteGroupsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.groups, version >= 2 ? 1 : 2);
    s.tagged_fields();
}

template <class Stream, Is<DeleteGroupsResponse::Result> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.group_id);
    s.error(value.error);
    s.tagged_fields();
}

template <class Stream, Is<DeleteGroupsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.throttle_ms);
    s.array(message.results, 4, version);
    s.tagged_fields();
}

template void layout(Reader&, DeleteGroupsRequest&, int);
template void layout(Writer&, const DeleteGroupsRequest&, int);
template void layout(Reader&, DeleteGroupsResponse&, int);
template void layout(Writer&, const DeleteGroupsResponse&, int);

} // namespace muster::runtime::kafka
