#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/kafka/first_error.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "runtime/net/frame_server.hpp"

#include <cstdint>
#include <string>

namespace muster::runtime::kafka {

/// A request that waits for its answer: to whom, and in which version.
struct Call {
    net::ConnectionId connection = 0;
    std::int16_t api_key = 0;
    std::int32_t correlation_id = 0;
    int version = 0;
    std::string client_id;
};

/// Takes the answers of calls. Exactly one of its functions is called for every call, at any time;
/// it does not matter whether the client is still there.
class Answers {
public:
    Answers() = default;
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;
    virtual ~Answers() = default;

    /// `error` is what the response tells, for those who count.
    virtual void answer_body(const Call& call, BytesView body, ErrorCode error) = 0;
    /// The client wants no answer.
    virtual void finish(const Call& call) = 0;
    virtual void close(const Call& call, const std::string& reason) = 0;

    /// Encodes the response in the version of the call. One that cannot be told in that version
    /// ends the connection: half of the truth would be taken for all of it.
    template <class Response>
    void answer(const Call& call, const Response& response) {
        if (const auto body = encode_body(response, call.version)) {
            answer_body(call, *body, first_error(response));
        } else {
            close(call, body.error().message);
        }
    }
};

} // namespace muster::runtime::kafka
