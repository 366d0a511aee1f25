// Generated from runtime/kafka/messages/offset_fetch.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/offset_fetch.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<OffsetFetchRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.array(value.partitions, 4);
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchRequest::Group> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.group_id);
    if (version >= 9) {
        s.nullable_string(value.member_id);
        s.int32(value.member_epoch);
    }
    s.nullable_array(value.topics, Null::allowed, version >= 6 ? 3 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version <= 7) {
        s.string(message.group_id);
        s.nullable_array(
            message.topics,
            null_if(version >= 2 && version <= 7),
            version >= 6 ? 3 : 6,
            version);
    } else {
        s.absent("group_id", message.group_id.empty());
        s.absent("topics", !message.topics);
    }
    if (version >= 8) {
        s.array(message.groups, version >= 9 ? 8 : 3, version);
    } else {
        s.absent("groups", message.groups.empty());
    }
    if (version >= 7) {
        s.boolean(message.require_stable);
    } else {
        s.absent("require_stable", !message.require_stable);
    }
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    s.int64(value.offset);
    if (version >= 5) {
        s.int32(value.leader_epoch);
    }
    s.nullable_string(value.metadata);
    s.error(value.error);
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(value.partitions, version >= 5 ? 20 : 16, version);
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchResponse::Group> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.group_id);
    s.array(value.topics, version >= 6 ? 3 : 6, version);
    s.error(value.error);
    s.tagged_fields();
}

template <class Stream, Is<OffsetFetchResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    if (version <= 7) {
        s.array(message.topics, version >= 6 ? 3 : 6, version);
    } else {
        s.absent("topics", message.topics.empty());
    }
    if (version >= 2 && version <= 7) {
        s.error(message.error);
    }
    if (version >= 8) {
        s.array(message.groups, 5, version);
    } else {
        s.absent("groups", message.groups.empty());
    }
    s.tagged_fields();
}

template void layout(Reader&, OffsetFetchRequest&, int);
template void layout(Writer&, const OffsetFetchRequest&, int);
template void layout(Reader&, OffsetFetchResponse&, int);
template void layout(Writer&, const OffsetFetchResponse&, int);

} // namespace muster::runtime::kafka
