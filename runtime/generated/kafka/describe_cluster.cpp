// Generated from runtime/kafka/messages/describe_cluster.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/describe_cluster.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<DescribeClusterRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.boolean(message.include_cluster_authorized_operations);
    if (version >= 1) {
        s.int8(message.endpoint_type);
    } else {
        s.absent("endpoint_type", message.endpoint_type == 1);
    }
    s.tagged_fields();
}

template <class Stream, Is<DescribeClusterResponse::Broker> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.int32(value.node_id);
    s.string(value.host);
    s.int32(value.port);
    s.nullable_string(value.rack);
    s.tagged_fields();
}

template <class Stream, Is<DescribeClusterResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.throttle_ms);
    s.error(message.error);
    s.nullable_string(message.error_message);
    if (version >= 1) {
        s.int8(message.endpoint_type);
    }
    s.string(message.cluster_id);
    s.int32(message.controller_id);
    s.array(message.brokers, 11, version);
    s.int32(message.cluster_authorized_operations);
    s.tagged_fields();
}

template void layout(Reader&, DescribeClusterRequest&, int);
template void layout(Writer&, const DescribeClusterRequest&, int);
template void layout(Reader&, DescribeClusterResponse&, int);
template void layout(Writer&, const DescribeClusterResponse&, int);

} // namespace muster::runtime::kafka
