// Generated from runtime/kafka/messages/describe_configs.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/describe_configs.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<DescribeConfigsRequest::Resource> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.int8(value.type);
    s.string(value.name);
    s.nullable_array(value.keys, Null::allowed, version >= 4 ? 1 : 2);
    s.tagged_fields();
}

template <class Stream, Is<DescribeConfigsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.array(message.resources, version >= 4 ? 4 : 7, version);
    if (version >= 1) {
        s.boolean(message.include_synonyms);
    } else {
        s.absent("include_synonyms", !message.include_synonyms);
    }
    if (version >= 3) {
        s.boolean(message.include_documentation);
    } else {
        s.absent("include_documentation", !message.include_documentation);
    }
    s.tagged_fields();
}

template <class Stream, Is<DescribeConfigsResponse::Synonym> Struct>
void layout(Stream& s, Struct& value, int /*version*/) {
    s.string(value.name);
    s.nullable_string(value.value);
    s.int8(value.source);
    s.tagged_fields();
}

template <class Stream, Is<DescribeConfigsResponse::Config> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.string(value.name);
    s.nullable_string(value.value);
    s.boolean(value.is_read_only);
    if (version == 0) {
        s.boolean(value.is_default);
    }
    if (version >= 1) {
        s.int8(value.source);
    }
    s.boolean(value.is_sensitive);
    if (version >= 1) {
        s.array(value.synonyms, version >= 4 ? 4 : 5, version);
    }
    if (version >= 3) {
        s.int8(value.type);
        s.nullable_string(value.documentation);
    }
    s.tagged_fields();
}

template <class Stream, Is<DescribeConfigsResponse::Result> Struct>
void layout(Stream& s, Struct& value, int version) {
    s.error(value.error);
    s.nullable_string(value.error_message);
    s.int8(value.resource_type);
    s.string(value.resource_name);
    s.array(value.configs, version >= 4 ? 9 : version >= 3 ? 14 : version >= 1 ? 11 : 7, version);
    s.tagged_fields();
}

template <class Stream, Is<DescribeConfigsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    s.int32(message.throttle_ms);
    s.array(message.results, version >= 4 ? 7 : 11, version);
    s.tagged_fields();
}

template void layout(Reader&, DescribeConfigsRequest&, int);
template void layout(Writer&, const DescribeConfigsRequest&, int);
template void layout(Reader&, DescribeConfigsResponse&, int);
template void layout(Writer&, const DescribeConfigsResponse&, int);

} // namespace muster::runtime::kafka
