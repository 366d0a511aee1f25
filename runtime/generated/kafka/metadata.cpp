// Generated from runtime/kafka/messages/metadata.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/metadata.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<MetadataRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    if (version >= 10) {
        s.uuid(value.topic_id);
    } else {
        s.absent("topic_id", value.topic_id == Uuid{});
    }
    s.nullable_string(value.name, null_if(version >= 10));
    s.tagged_fields();
}

template <class Stream, Is<MetadataRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.nullable_array(message.topics, null_if(version >= 1), version >= 10 ? 18 : 2, version);
    if (version >= 4) {
        s.boolean(message.allow_auto_create);
    } else {
        s.absent("allow_auto_create", message.allow_auto_create);
    }
    if (version >= 8 && version <= 10) {
        s.boolean(message.include_cluster_authorized_operations);
    } else {
        s.absent(
            "include_cluster_authorized_operations",
            !message.include_cluster_authorized_operations);
    }
    if (version >= 8) {
        s.boolean(message.include_topic_authorized_operations);
    } else {
        s.absent(
            "include_topic_authorized_operations",
            !message.include_topic_authorized_operations);
    }
    s.tagged_fields();
}

template <class Stream, Is<MetadataResponse::Broker> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.node_id);
    s.string(value.host);
    s.int32(value.port);
    if (version >= 1) {
        s.nullable_string(value.rack);
    }
    s.tagged_fields();
}

template <class Stream, Is<MetadataResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.error(value.error);
    s.int32(value.index);
    s.int32(value.leader);
    if (version >= 7) {
        s.int32(value.leader_epoch);
    }
    s.array(value.replicas, 4);
    s.array(value.in_sync_replicas, 4);
    if (version >= 5) {
        s.array(value.offline_replicas, 4);
    }
    s.tagged_fields();
}

template <class Stream, Is<MetadataResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.error(value.error);
    s.nullable_string(value.name, null_if(version >= 12));
    if (version >= 10) {
        s.uuid(value.topic_id);
    }
    if (version >= 1) {
        s.boolean(value.is_internal);
    }
    s.array(
        value.partitions,
        version >= 9 ? 18 : version >= 7 ? 26 : version >= 5 ? 22 : 18,
        version);
    if (version >= 8) {
        s.int32(value.authorized_operations);
    }
    s.tagged_fields();
}

template <class Stream, Is<MetadataResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 3) {
        s.int32(message.throttle_ms);
    }
    s.array(message.brokers, version >= 9 ? 11 : version >= 1 ? 12 : 10, version);
    if (version >= 2) {
        s.nullable_string(message.cluster_id);
    }
    if (version >= 1) {
        s.int32(message.controller_id);
    }
    s.array(
        message.topics,
        version >= 10 ? 26 : version >= 9 ? 10 : version >= 8 ? 13 : version >= 1 ? 9 : 8,
        version);
    if (version >= 8 && version <= 10) {
        s.int32(message.cluster_authorized_operations);
    }
    s.tagged_fields();
}

template void layout(Reader&, MetadataRequest&, int);
template void layout(Writer&, const MetadataRequest&, int);
template void layout(Reader&, MetadataResponse&, int);
template void layout(Writer&, const MetadataResponse&, int);

} // namespace muster::runtime::kafka
