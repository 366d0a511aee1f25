// Generated from runtime/kafka/messages/list_offsets.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/list_offsets.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ListOffsetsRequest::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    if (version >= 4) {
        s.int32(value.current_leader_epoch);
    }
    s.int64(value.timestamp);
    if (version == 0) {
        s.int32(value.max_offsets);
    }
    s.tagged_fields();
}

template <class Stream, Is<ListOffsetsRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(
        value.partitions,
        version >= 6 ? 17 : version >= 4 ? 16 : version >= 1 ? 12 : 16,
        version);
    s.tagged_fields();
}

template <class Stream, Is<ListOffsetsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.replica_id);
    if (version >= 2) {
        s.int8(message.isolation_level);
    }
    s.array(message.topics, version >= 6 ? 3 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<ListOffsetsResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    s.error(value.error);
    if (version == 0) {
        s.array(value.old_style_offsets, 8);
    }
    if (version >= 1) {
        s.int64(value.timestamp);
        s.int64(value.offset);
    }
    if (version >= 4) {
        s.int32(value.leader_epoch);
    }
    s.tagged_fields();
}

template <class Stream, Is<ListOffsetsResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(
        value.partitions,
        version >= 6 ? 27 : version >= 4 ? 26 : version >= 1 ? 22 : 10,
        version);
    s.tagged_fields();
}

template <class Stream, Is<ListOffsetsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 2) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, version >= 6 ? 3 : 6, version);
    s.tagged_fields();
}

template void layout(Reader&, ListOffsetsRequest&, int);
template void layout(Writer&, const ListOffsetsRequest&, int);
template void layout(Reader&, ListOffsetsResponse&, int);
template void layout(Writer&, const ListOffsetsResponse&, int);

} // namespace muster::runtime::kafka
