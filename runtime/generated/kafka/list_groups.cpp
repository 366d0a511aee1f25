// Generated from runtime/kafka/messages/list_groups.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/list_groups.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ListGroupsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 4) {
        s.array(message.states, 1);
    } else {
        s.absent("states", message.states.empty());
    }
    if (version >= 5) {
        s.array(message.types, 1);
    } else {
        s.absent("types", message.types.empty());
    }
    s.tagged_fields();
}

template <class Stream, Is<ListGroupsResponse::Group> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.group_id);
    s.string(value.protocol_type);
    if (version >= 4) {
        s.string(value.state);
    }
    if (version >= 5) {
        s.string(value.type);
    }
    s.tagged_fields();
}

template <class Stream, Is<ListGroupsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    s.array(message.groups, version >= 5 ? 5 : version >= 4 ? 4 : version >= 3 ? 3 : 4, version);
    s.tagged_fields();
}

template void layout(Reader&, ListGroupsRequest&, int);
template void layout(Writer&, const ListGroupsRequest&, int);
template void layout(Reader&, ListGroupsResponse&, int);
template void layout(Writer&, const ListGroupsResponse&, int);

} // namespace muster::runtime::kafka
