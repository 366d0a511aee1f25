#include "tests/fuzz/wire_input.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"

namespace muster::test {
namespace {

using namespace runtime::kafka;

template <class Message>
bool recode(runtime::BytesView body, int version) {
    const auto message = decode_body<Message>(body, version);
    if (!message) {
        return false;
    }
    const auto encoded = encode_body(*message, version);
    MUSTER_RUNTIME_ASSERT(encoded.has_value());
    MUSTER_RUNTIME_ASSERT((decode_body<Message>(*encoded, version) == message));
    return true;
}

} // namespace

bool run_wire_codec(std::span<const std::uint8_t> input) {
    constexpr std::size_t kHead = 3;
    if (input.size() < kHead) {
        return false;
    }
    const runtime::Bytes body(input.begin() + kHead, input.end());
    static_cast<void>(split_request(body));
    const auto& api = kDescribedApis[input[0] % kDescribedApis.size()];
    const int count = api.versions.last - api.versions.first + 1;
    const int version = api.versions.first + input[1] % count;
    bool is_message = false;
    with_messages(api.key, [&]<class Request, class Response>(Request, Response) {
        is_message =
            input[2] % 2 == 0 ? recode<Request>(body, version) : recode<Response>(body, version);
    });
    return is_message;
}

} // namespace muster::test
