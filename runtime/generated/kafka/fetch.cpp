// Generated from runtime/kafka/messages/fetch.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/fetch.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<FetchRequest::ReplicaState> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.replica_id);
    s.int64(value.replica_epoch);
    s.tagged_fields();
}

template <class Stream, Is<FetchRequest::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    if (version >= 9) {
        s.int32(value.current_leader_epoch);
    }
    s.int64(value.offset);
    if (version >= 12) {
        s.int32(value.last_fetched_epoch);
    } else {
        s.absent("last_fetched_epoch", value.last_fetched_epoch == -1);
    }
    if (version >= 5) {
        s.int64(value.log_start_offset);
    }
    s.int32(value.max_bytes);
    s.tagged_fields();
}

template <class Stream, Is<FetchRequest::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    if (version <= 12) {
        s.string(value.name);
    }
    if (version >= 13) {
        s.uuid(value.topic_id);
    }
    s.array(
        value.partitions,
        version >= 12 ? 33 : version >= 9 ? 28 : version >= 5 ? 24 : 16,
        version);
    s.tagged_fields();
}

template <class Stream, Is<FetchRequest::ForgottenTopic> Struct>
void layout(Stream& s, Struct& value, int version) {
    if (version >= 7 && version <= 12) {
        s.string(value.name);
    }
    if (version >= 13) {
        s.uuid(value.topic_id);
    }
    s.array(value.partitions, 4);
    s.tagged_fields();
}

template <class Stream, Is<FetchRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version <= 14) {
        s.int32(message.replica_id);
    }
    s.int32(message.max_wait_ms);
    s.int32(message.min_bytes);
    s.int32(message.max_bytes);
    s.int8(message.isolation_level);
    if (version >= 7) {
        s.int32(message.session_id);
        s.int32(message.session_epoch);
    }
    s.array(message.topics, version >= 13 ? 18 : version >= 12 ? 3 : 6, version);
    if (version >= 7) {
        s.array(message.forgotten_topics, version >= 13 ? 18 : version >= 12 ? 3 : 6, version);
    } else {
        s.absent("forgotten_topics", message.forgotten_topics.empty());
    }
    if (version >= 11) {
        s.string(message.rack_id);
    }
    s.tagged_fields(
        version,
        tag(0, true, message.cluster_id, !message.cluster_id),
        tag(
            1,
            version >= 15,
            message.replica_state,
            message.replica_state == FetchRequest::ReplicaState{}));
}

template <class Stream, Is<FetchResponse::EpochEndOffset> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.epoch);
    s.int64(value.end_offset);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse::Leader> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.leader_id);
    s.int32(value.leader_epoch);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse::SnapshotId> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int64(value.end_offset);
    s.int32(value.epoch);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse::AbortedTransaction> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int64(value.producer_id);
    s.int64(value.first_offset);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse::Partition> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int32(value.index);
    s.error(value.error);
    s.int64(value.high_watermark);
    s.int64(value.last_stable_offset);
    if (version >= 5) {
        s.int64(value.log_start_offset);
    }
    s.nullable_array(value.aborted_transactions, Null::allowed, version >= 12 ? 17 : 16, version);
    if (version >= 11) {
        s.int32(value.preferred_read_replica);
    } else {
        s.absent("preferred_read_replica", value.preferred_read_replica == -1);
    }
    s.nullable_bytes(value.records);
    s.tagged_fields(
        version,
        tag(
            0,
            true,
            value.diverging_epoch,
            value.diverging_epoch == FetchResponse::EpochEndOffset{}),
        tag(1, true, value.current_leader, value.current_leader == FetchResponse::Leader{}),
        tag(2, true, value.snapshot_id, value.snapshot_id == FetchResponse::SnapshotId{}));
}

template <class Stream, Is<FetchResponse::Topic> Struct>
void layout(Stream& s, Struct& value, int version) {
    if (version <= 12) {
        s.string(value.name);
    }
    if (version >= 13) {
        s.uuid(value.topic_id);
    }
    s.array(
        value.partitions,
        version >= 12 ? 37 : version >= 11 ? 42 : version >= 5 ? 38 : 30,
        version);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse::NodeEndpoint> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.node_id);
    s.string(value.host);
    s.int32(value.port);
    s.nullable_string(value.rack);
    s.tagged_fields();
}

template <class Stream, Is<FetchResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.throttle_ms);
    if (version >= 7) {
        s.error(message.error);
        s.int32(message.session_id);
    } else {
        s.absent("session_id", message.session_id == 0);
    }
    s.array(message.topics, version >= 13 ? 18 : version >= 12 ? 3 : 6, version);
    s.tagged_fields(
        version,
        tag(0, version >= 16, message.node_endpoints, message.node_endpoints.empty(), 11));
}

template void layout(Reader&, FetchRequest&, int);
template void layout(Writer&, const FetchRequest&, int);
template void layout(Reader&, FetchResponse&, int);
template void layout(Writer&, const FetchResponse&, int);

} // namespace muster::runtime::kafka
