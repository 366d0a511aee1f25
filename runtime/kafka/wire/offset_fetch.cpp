#include "runtime/kafka/wire/offset_fetch.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<OffsetFetchRequest> Message>
void layout(Stream& s, Message& message, int version) {
    static_cast<void>(version); // A null list is read in version 1 too: it can only mean the same.
    s.string(message.group_id);
    s.nullable_array(message.topics, 6, [&s](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 4, [&s](auto& index) { s.int32(index); });
    });
}

namespace {

template <class Stream, class Topic>
void layout_topic(Stream& s, Topic& topic, int version) {
    s.string(topic.name);
    s.array(topic.partitions, 16, [&s, version](auto& partition) {
        s.int32(partition.index);
        s.int64(partition.offset);
        if (version >= 5) {
            s.int32(partition.leader_epoch);
        }
        s.nullable_string(partition.metadata);
        s.error(partition.error);
    });
}

} // namespace

template <class Stream, Is<OffsetFetchResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, 6, [&s, version](auto& topic) { layout_topic(s, topic, version); });
    if (version >= 2) {
        s.error(message.error);
    }
}

template void layout(Reader&, OffsetFetchRequest&, int);
template void layout(Writer&, const OffsetFetchRequest&, int);
template void layout(Reader&, OffsetFetchResponse&, int);
template void layout(Writer&, const OffsetFetchResponse&, int);

} // namespace muster::runtime::kafka
