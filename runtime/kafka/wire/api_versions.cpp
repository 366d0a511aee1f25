#include "runtime/kafka/wire/api_versions.hpp"

#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

namespace muster::runtime::kafka {

template <class Stream, Is<ApiVersionsRequest> Message>
void layout(Stream& s, Message& message, int version) {
    if (version < 3) {
        return;
    }
    s.compact_string(message.client_software_name);
    s.compact_string(message.client_software_version);
    s.tagged_fields();
}

template <class Stream, Is<ApiVersionsResponse> Message>
void layout(Stream& s, Message& message, int version) {
    const bool flexible = version >= 3;
    s.error(message.error);
    const auto each_api = [&s, flexible](auto& api) {
        s.int16(api.key);
        s.int16(api.min_version);
        s.int16(api.max_version);
        if (flexible) {
            s.tagged_fields();
        }
    };
    if (flexible) {
        s.compact_array(message.apis, 7, each_api);
    } else {
        s.array(message.apis, 6, each_api);
    }
    if (version >= 1) {
        s.int32(message.throttle_ms);
    }
    if (flexible) {
        s.tagged_fields();
    }
}

template void layout(Reader&, ApiVersionsRequest&, int);
template void layout(Writer&, const ApiVersionsRequest&, int);
template void layout(Reader&, ApiVersionsResponse&, int);
template void layout(Writer&, const ApiVersionsResponse&, int);

} // namespace muster::runtime::kafka
