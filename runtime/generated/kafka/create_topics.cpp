// Generated from runtime/kafka/messages/create_topics.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/create_topics.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<CreateTopicsRequest::Assignment> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.index);
    s.array(value.broker_ids, 4);
    s.tagged_fields();
}

template <class Stream, Is<CreateTopicsRequest::Config> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.nullable_string(value.value);
    s.tagged_fields();
}

template <class Stream, Is<CreateTopicsRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.int32(value.num_partitions);
    s.int16(value.replication_factor);
    s.array(value.assignments, version >= 5 ? 6 : 8, version);
    s.array(value.configs, version >= 5 ? 3 : 4, version);
    s.tagged_fields();
}

template <class Stream, Is<CreateTopicsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.topics, version >= 5 ? 10 : 16, version);
    s.int32(message.timeout_ms);
    if (version >= 1) {
        s.boolean(message.validate_only);
    } else {
        s.absent("validate_only", !message.validate_only);
    }
    s.tagged_fields();
}

template <class Stream, Is<CreateTopicsResponse::Config> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.nullable_string(value.value);
    s.boolean(value.is_read_only);
    s.int8(value.source);
    s.boolean(value.is_sensitive);
    s.tagged_fields();
}

template <class Stream, Is<CreateTopicsResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    if (version >= 7) {
        s.uuid(value.topic_id);
    }
    s.error(value.error);
    if (version >= 1) {
        s.nullable_string(value.error_message);
    }
    if (version >= 5) {
        s.int32(value.num_partitions);
        s.int16(value.replication_factor);
        s.nullable_array(value.configs, Null::allowed, 6, version);
    }
    s.tagged_fields(
        version,
        tag(0, true, value.config_error, value.config_error == ErrorCode::none));
}

template <class Stream, Is<CreateTopicsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 2) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, version >= 7 ? 28 : version >= 5 ? 12 : version >= 1 ? 6 : 4, version);
    s.tagged_fields();
}

template void layout(Reader&, CreateTopicsRequest&, int);
template void layout(Writer&, const CreateTopicsRequest&, int);
template void layout(Reader&, CreateTopicsResponse&, int);
template void layout(Writer&, const CreateTopicsResponse&, int);

} // namespace muster::runtime::kafka
