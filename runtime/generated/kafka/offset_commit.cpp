// Generated from runtime/kafka/messages/offset_commit.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/offset_commit.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<OffsetCommitRequest::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    s.int64(value.offset);
    if (version >= 6) {
        s.int32(value.leader_epoch);
    }
    if (version == 1) {
        s.int64(value.commit_timestamp_ms);
    }
    s.nullable_string(value.metadata);
    s.tagged_fields();
}

template <class Stream, Is<OffsetCommitRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(
        value.partitions,
        version >= 6 ? 18 : version >= 2 ? 14 : version >= 1 ? 22 : 14,
        version);
    s.tagged_fields();
}

template <class Stream, Is<OffsetCommitRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    if (version >= 1) {
        s.int32(message.generation_id);
        s.string(message.member_id);
    }
    if (version >= 7) {
        s.nullable_string(message.group_instance_id);
    } else {
        s.absent("group_instance_id", !message.group_instance_id);
    }
    if (version >= 2 && version <= 4) {
        s.int64(message.retention_ms);
    }
    s.array(message.topics, version >= 8 ? 3 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<OffsetCommitResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.index);
    s.error(value.error);
    s.tagged_fields();
}

template <class Stream, Is<OffsetCommitResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(value.partitions, version >= 8 ? 7 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<OffsetCommitResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, version >= 8 ? 3 : 6, version);
    s.tagged_fields();
}

template void layout(Reader&, OffsetCommitRequest&, int);
template void layout(Writer&, const OffsetCommitRequest&, int);
template void layout(Reader&, OffsetCommitResponse&, int);
template void layout(Writer&, const OffsetCommitResponse&, int);

} // namespace muster::runtime::kafka
