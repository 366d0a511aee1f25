// Generated from runtime/kafka/messages/init_producer_id.messages. Change that, not this file.
// clang-format off
#include "runtime/generated/kafka/init_producer_id.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<InitProducerIdRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.nullable_string(message.transactional_id);
    s.int32(message.transaction_timeout_ms);
    if (version >= 3) {
        s.int64(message.producer_id);
        s.int16(message.producer_epoch);
    } else {
        s.absent("producer_id", message.producer_id == -1);
        s.absent("producer_epoch", message.producer_epoch == -1);
    }
    s.tagged_fields();
}

template <class Stream, Is<InitProducerIdResponse> Message>
void layout(Stream& s, Message& message, int /*version*/) {
    s.int32(message.throttle_ms);
    s.error(message.error);
    s.int64(message.producer_id);
    s.int16(message.producer_epoch);
    s.tagged_fields();
}

template void layout(Reader&, InitProducerIdRequest&, int);
template void layout(Writer&, const InitProducerIdRequest&, int);
template void layout(Reader&, InitProducerIdResponse&, int);
template void layout(Writer&, const InitProducerIdResponse&, int);

} // namespace muster::runtime::kafka
