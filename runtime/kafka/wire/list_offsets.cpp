#include "runtime/kafka/wire/list_offsets.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ListOffsetsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.replica_id);
    if (version >= 2) {
        s.int8(message.isolation_level);
    }
    s.array(message.topics, 6, [&s](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 12, [&s](auto& partition) {
            s.int32(partition.index);
            s.int64(partition.timestamp);
        });
    });
}

template <class Stream, Is<ListOffsetsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 2) {
        s.int32(message.throttle_ms);
    }
    s.array(message.topics, 6, [&s](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 22, [&s](auto& partition) {
            s.int32(partition.index);
            s.error(partition.error);
            s.int64(partition.timestamp);
            s.int64(partition.offset);
        });
    });
}

template void layout(Reader&, ListOffsetsRequest&, int);
template void layout(Writer&, const ListOffsetsRequest&, int);
template void layout(Reader&, ListOffsetsResponse&, int);
template void layout(Writer&, const ListOffsetsResponse&, int);

} // namespace muster::runtime::kafka
