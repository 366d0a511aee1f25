// Generated from runtime/kafka/messages/describe_groups.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/describe_groups.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<DescribeGroupsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.groups, version >= 5 ? 1 : 2);
    if (version >= 3) {
        s.boolean(message.include_authorized_operations);
    } else {
        s.absent("include_authorized_operations", !message.include_authorized_operations);
    }
    s.tagged_fields();
}

template <class Stream, Is<DescribeGroupsResponse::Member> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.member_id);
    if (version >= 4) {
        s.nullable_string(value.group_instance_id);
    }
    s.string(value.client_id);
    s.string(value.client_host);
    s.bytes(value.metadata);
    s.bytes(value.assignment);
    s.tagged_fields();
}

template <class Stream, Is<DescribeGroupsResponse::Group> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.error(value.error);
    s.string(value.group_id);
    s.string(value.state);
    s.string(value.protocol_type);
    s.string(value.protocol_data);
    s.array(value.members, version >= 5 ? 7 : version >= 4 ? 16 : 14, version);
    if (version >= 3) {
        s.int32(value.authorized_operations);
    }
    s.tagged_fields();
}

template <class Stream, Is<DescribeGroupsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.array(message.groups, version >= 5 ? 12 : version >= 3 ? 18 : 14, version);
    s.tagged_fields();
}

template void layout(Reader&, DescribeGroupsRequest&, int);
template void layout(Writer&, const DescribeGroupsRequest&, int);
template void layout(Reader&, DescribeGroupsResponse&, int);
template void layout(Writer&, const DescribeGroupsResponse&, int);

} // namespace muster::runtime::kafka
