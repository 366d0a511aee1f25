#include "runtime/kafka/wire/produce.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ProduceRequest> Message>
void layout(Stream& s, Message& message, int version) {
    static_cast<void>(version); // Versions 3 to 7 have one layout.
    s.nullable_string(message.transactional_id);
    s.int16(message.acks);
    s.int32(message.timeout_ms);
    s.array(message.topics, 6, [&s](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 8, [&s](auto& partition) {
            s.int32(partition.index);
            s.nullable_bytes(partition.records);
        });
    });
}

template <class Stream, Is<ProduceResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.topics, 6, [&s, version](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 22, [&s, version](auto& partition) {
            s.int32(partition.index);
            s.error(partition.error);
            s.int64(partition.base_offset);
            s.int64(partition.log_append_time_ms);
            if (version >= 5) {
                s.int64(partition.log_start_offset);
            }
        });
    });
    s.int32(message.throttle_ms);
}

template void layout(Reader&, ProduceRequest&, int);
template void layout(Writer&, const ProduceRequest&, int);
template void layout(Reader&, ProduceResponse&, int);
template void layout(Writer&, const ProduceResponse&, int);

} // namespace muster::runtime::kafka
