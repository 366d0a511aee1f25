// Generated from runtime/kafka/messages/headers.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/headers.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<RequestHeader> Message>
void layout(Stream& s, Message& message, int /*version*/) {
    s.int16(message.api_key);
    s.int16(message.api_version);
    s.int32(message.correlation_id);
    s.plain_nullable_string(message.client_id);
    s.tagged_fields();
}

template <class Stream, Is<ResponseHeader> Message>
void layout(Stream& s, Message& message, int /*version*/) {
    s.int32(message.correlation_id);
    s.tagged_fields();
}

template void layout(Reader&, RequestHeader&, int);
template void layout(Writer&, const RequestHeader&, int);
template void layout(Reader&, ResponseHeader&, int);
template void layout(Writer&, const ResponseHeader&, int);

} // namespace muster::runtime::kafka
