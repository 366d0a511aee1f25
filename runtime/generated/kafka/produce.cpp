// Generated from runtime/kafka/messages/produce.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/produce.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ProduceRequest::Partition> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.index);
    s.nullable_bytes(value.records);
    s.tagged_fields();
}

template <class Stream, Is<ProduceRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(value.partitions, version >= 9 ? 6 : 8, version);
    s.tagged_fields();
}

template <class Stream, Is<ProduceRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.nullable_string(message.transactional_id);
    s.int16(message.acks);
    s.int32(message.timeout_ms);
    s.array(message.topics, version >= 9 ? 3 : 6, version);
    s.tagged_fields();
}

template <class Stream, Is<ProduceResponse::RecordError> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.batch_index);
    s.nullable_string(value.message);
    s.tagged_fields();
}

template <class Stream, Is<ProduceResponse::Leader> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.leader_id);
    s.int32(value.leader_epoch);
    s.tagged_fields();
}

template <class Stream, Is<ProduceResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    s.error(value.error);
    s.int64(value.base_offset);
    s.int64(value.log_append_time_ms);
    if (version >= 5) {
        s.int64(value.log_start_offset);
    }
    if (version >= 8) {
        s.array(value.record_errors, 6, version);
        s.nullable_string(value.error_message);
    }
    s.tagged_fields(
        version,
        tag(
            0,
            version >= 10,
            value.current_leader,
            value.current_leader == ProduceResponse::Leader{}));
}

template <class Stream, Is<ProduceResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.array(
        value.partitions,
        version >= 9 ? 33 : version >= 8 ? 36 : version >= 5 ? 30 : 22,
        version);
    s.tagged_fields();
}

template <class Stream, Is<ProduceResponse::NodeEndpoint> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.node_id);
    s.string(value.host);
    s.int32(value.port);
    s.nullable_string(value.rack);
    s.tagged_fields();
}

template <class Stream, Is<ProduceResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.topics, version >= 9 ? 3 : 6, version);
    s.int32(message.throttle_ms);
    s.tagged_fields(
        version,
        tag(0, version >= 10, message.node_endpoints, message.node_endpoints.empty(), 11));
}

template void layout(Reader&, ProduceRequest&, int);
template void layout(Writer&, const ProduceRequest&, int);
template void layout(Reader&, ProduceResponse&, int);
template void layout(Writer&, const ProduceResponse&, int);

} // namespace muster::runtime::kafka
