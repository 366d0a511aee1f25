#include "runtime/kafka/wire/offset_commit.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

namespace {

template <class Stream, class Topic>
void layout_topic(Stream& s, Topic& topic, int version) {
    s.string(topic.name);
    s.array(topic.partitions, 14, [&s, version](auto& partition) {
        s.int32(partition.index);
        s.int64(partition.offset);
        if (version >= 6) {
            s.int32(partition.leader_epoch);
        }
        s.nullable_string(partition.metadata);
    });
}

} // namespace

template <class Stream, Is<OffsetCommitRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.group_id);
    s.int32(message.generation_id);
    s.string(message.member_id);
    if (version >= 7) {
        s.nullable_string(message.group_instance_id);
    }
    if (version <= 4) {
        s.int64(message.retention_ms);
    }
    s.array(message.topics, 6, [&s, version](auto& topic) { layout_topic(s, topic, version); });
}

template <class Stream, Is<OffsetCommitResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, 6, [&s](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 6, [&s](auto& partition) {
            s.int32(partition.index);
            s.error(partition.error);
        });
    });
}

template void layout(Reader&, OffsetCommitRequest&, int);
template void layout(Writer&, const OffsetCommitRequest&, int);
template void layout(Reader&, OffsetCommitResponse&, int);
template void layout(Writer&, const OffsetCommitResponse&, int);

} // namespace muster::runtime::kafka
