// Generated from runtime/kafka/messages/delete_topics.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/delete_topics.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<DeleteTopicsRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.nullable_string(value.name);
    s.uuid(value.topic_id);
    s.tagged_fields();
}

template <class Stream, Is<DeleteTopicsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 6) {
        s.array(message.topics, 18, version);
    } else {
        s.absent("topics", message.topics.empty());
    }
    if (version <= 5) {
        s.array(message.topic_names, version >= 4 ? 1 : 2);
    } else {
        s.absent("topic_names", message.topic_names.empty());
    }
    s.int32(message.timeout_ms);
    s.tagged_fields();
}

template <class Stream, Is<DeleteTopicsResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.nullable_string(value.name, null_if(version >= 6));
    if (version >= 6) {
        s.uuid(value.topic_id);
    }
    s.error(value.error);
    if (version >= 5) {
        s.nullable_string(value.error_message);
    }
    s.tagged_fields();
}

template <class Stream, Is<DeleteTopicsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, version >= 6 ? 21 : version >= 5 ? 5 : 4, version);
    s.tagged_fields();
}

template void layout(Reader&, DeleteTopicsRequest&, int);
template void layout(Writer&, const DeleteTopicsRequest&, int);
template void layout(Reader&, DeleteTopicsResponse&, int);
template void layout(Writer&, const DeleteTopicsResponse&, int);

} // namespace muster::runtime::kafka
