#pragma once

#include "runtime/kafka/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

struct JoinGroupRequest {
    struct Protocol {
        std::string name;
        Bytes metadata;
    };

    std::string group_id;
    std::int32_t session_timeout_ms = 0;
    /// Version 0 has none; the session timeout then serves for both.
    std::int32_t rebalance_timeout_ms = -1;
    std::string member_id;
    std::optional<std::string> group_instance_id;
    std::string protocol_type;
    std::vector<Protocol> protocols;
};

struct JoinGroupResponse {
    struct Member {
        std::string member_id;
        std::optional<std::string> group_instance_id;
        Bytes metadata;
    };

    std::int32_t throttle_ms = 0;
    ErrorCode error = ErrorCode::none;
    std::int32_t generation_id = -1;
    std::string protocol_name;
    std::string leader;
    std::string member_id;
    std::vector<Member> members;
};

template <class Stream, Is<JoinGroupRequest> Message>
void layout(Stream& s, Message& message, int version);

template <class Stream, Is<JoinGroupResponse> Message>
void layout(Stream& s, Message& message, int version);

} // namespace muster::runtime::kafka
