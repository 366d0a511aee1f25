#include "runtime/kafka/wire/find_coordinator.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<FindCoordinatorRequest> Message>
void layout(Stream& s, Message& message, int version) {
    s.string(message.key);
    if (version >= 1) {
        s.int8(message.key_type);
    }
}

template <class Stream, Is<FindCoordinatorResponse> Message>
void layout(Stream& s, Message& message, int version) {
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    s.error(message.error);
    if (version >= 1) {
        s.nullable_string(message.error_message);
    }
    s.int32(message.node_id);
    s.string(message.host);
    s.int32(message.port);
}

template void layout(Reader&, FindCoordinatorRequest&, int);
template void layout(Writer&, const FindCoordinatorRequest&, int);
template void layout(Reader&, FindCoordinatorResponse&, int);
template void layout(Writer&, const FindCoordinatorResponse&, int);

} // namespace muster::runtime::kafka
