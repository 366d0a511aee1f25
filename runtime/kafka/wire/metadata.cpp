#include "runtime/kafka/wire/metadata.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<MetadataRequest> Message>
void layout(Stream& s, Message& message, int version) {
    const auto each_topic = [&s](auto& topic) {
        s.string(topic);
    };
    s.nullable_array(message.topics, 2, each_topic);
    if (version >= 4) {
        s.boolean(message.allow_auto_create);
    }
}

namespace {

template <class Stream, class Partition>
void layout_partition(Stream& s, Partition& partition) {
    const auto each_node = [&s](auto& node) {
        s.int32(node);
    };
    s.error(partition.error);
    s.int32(partition.index);
    s.int32(partition.leader);
    s.array(partition.replicas, 4, each_node);
    s.array(partition.in_sync_replicas, 4, each_node);
}

template <class Stream, class Topic>
void layout_topic(Stream& s, Topic& topic, int version) {
    s.error(topic.error);
    s.string(topic.name);
    if (version >= 1) {
        s.boolean(topic.is_internal);
    }
    s.array(topic.partitions, 18, [&s](auto& partition) { layout_partition(s, partition); });
}

} // namespace

template <class Stream, Is<MetadataResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    s.array(message.brokers, 10, [&s, version](auto& broker) {
        s.int32(broker.node_id);
        s.string(broker.host);
        s.int32(broker.port);
        if (version >= 1) {
            s.nullable_string(broker.rack);
        }
    });
    if (version >= 2) {
        s.nullable_string(message.cluster_id);
    }
    if (version >= 1) {
        s.int32(message.controller_id);
    }
    s.array(message.topics, 8, [&s, version](auto& topic) { layout_topic(s, topic, version); });
}

template void layout(Reader&, MetadataRequest&, int);
template void layout(Writer&, const MetadataRequest&, int);
template void layout(Reader&, MetadataResponse&, int);
template void layout(Writer&, const MetadataResponse&, int);

} // namespace muster::runtime::kafka
