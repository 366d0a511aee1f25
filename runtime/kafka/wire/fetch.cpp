#include "runtime/kafka/wire/fetch.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

namespace {

template <class Stream, class Partition>
void layout_wanted(Stream& s, Partition& partition, int version) {
    s.int32(partition.index);
    if (version >= 9) {
        s.int32(partition.current_leader_epoch);
    }
    s.int64(partition.offset);
    if (version >= 5) {
        s.int64(partition.log_start_offset);
    }
    s.int32(partition.max_bytes);
}

template <class Stream, class Partition>
void layout_fetched(Stream& s, Partition& partition, int version) {
    s.int32(partition.index);
    s.error(partition.error);
    s.int64(partition.high_watermark);
    s.int64(partition.last_stable_offset);
    if (version >= 5) {
        s.int64(partition.log_start_offset);
    }
    s.nullable_array(partition.aborted_transactions, 16, [&s](auto& transaction) {
        s.int64(transaction.producer_id);
        s.int64(transaction.first_offset);
    });
    if (version >= 11) {
        s.int32(partition.preferred_read_replica);
    }
    s.nullable_bytes(partition.records);
}

} // namespace

template <class Stream, Is<FetchRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.replica_id);
    s.int32(message.max_wait_ms);
    s.int32(message.min_bytes);
    s.int32(message.max_bytes);
    s.int8(message.isolation_level);
    if (version >= 7) {
        s.int32(message.session_id);
        s.int32(message.session_epoch);
    }
    s.array(message.topics, 6, [&s, version](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 16, [&s, version](auto& partition) {
            layout_wanted(s, partition, version);
        });
    });
    if (version >= 7) {
        s.array(message.forgotten_topics, 6, [&s](auto& topic) {
            s.string(topic.name);
            s.array(topic.partitions, 4, [&s](auto& index) { s.int32(index); });
        });
    }
    if (version >= 11) {
        s.string(message.rack_id);
    }
}

template <class Stream, Is<FetchResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.throttle_ms);
    if (version >= 7) {
        s.error(message.error);
        s.int32(message.session_id);
    }
    s.array(message.topics, 6, [&s, version](auto& topic) {
        s.string(topic.name);
        s.array(topic.partitions, 30, [&s, version](auto& partition) {
            layout_fetched(s, partition, version);
        });
    });
}

template void layout(Reader&, FetchRequest&, int);
template void layout(Writer&, const FetchRequest&, int);
template void layout(Reader&, FetchResponse&, int);
template void layout(Writer&, const FetchResponse&, int);

} // namespace muster::runtime::kafka
