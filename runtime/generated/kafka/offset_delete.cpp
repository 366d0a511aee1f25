// Generated from runtime/kafka/messages/offset_delete.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/offset_delete.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<OffsetDeleteRequest::Partition> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.index);
}

template <class Stream, Is<OffsetDeleteRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(value.partitions, 4, version);
}

template <class Stream, Is<OffsetDeleteRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.array(message.topics, 6, version);
}

template <class Stream, Is<OffsetDeleteResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.index);
    s.error(value.error);
}

template <class Stream, Is<OffsetDeleteResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(value.partitions, 6, version);
}

template <class Stream, Is<OffsetDeleteResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.error(message.error);
    s.int32(message.throttle_ms);
    s.array(message.topics, 6, version);
}

template void layout(Reader&, OffsetDeleteRequest&, int);
template void layout(Writer&, const OffsetDeleteRequest&, int);
template void layout(Reader&, OffsetDeleteResponse&, int);
template void layout(Writer&, const OffsetDeleteResponse&, int);

} // namespace muster::runtime::kafka
