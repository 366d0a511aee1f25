// Messages of flexible versions, whose bytes were written down from the rules of the protocol.

#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace muster::runtime::kafka {
namespace {

/// Hexadecimal digits with blanks between them, and words in quotes as they are.
Bytes wire(const std::string& text) {
    Bytes bytes;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
        } else if (text[at] == '\'') {
            const auto end = text.find('\'', at + 1);
            bytes += text.substr(at + 1, end - at - 1);
            at = end + 1;
        } else {
            bytes += from_hex(text.substr(at, 2));
            at += 2;
        }
    }
    return bytes;
}

template <class Message>
void expect_bytes(const Message& message, int version, const std::string& text) {
    EXPECT_EQ(encode_body(message, version).value(), wire(text));
    EXPECT_EQ(decode_body<Message>(wire(text), version), message);
}

TEST(FlexibleBytes, Headers) {
    const RequestHeader request{
        .api_key = 11, .api_version = 9, .correlation_id = 7, .client_id = "me"};
    // The client id keeps its length of two bytes.
    EXPECT_EQ(make_request(request, "body").value(),
              wire("000b 0009 00000007 0002 'me' 00 'body'"));
    EXPECT_EQ(make_response(request, "body"), wire("00000007 00 'body'"));
    const RequestHeader older{.api_key = 11, .api_version = 5, .correlation_id = 7};
    EXPECT_EQ(make_request(older, "body").value(), wire("000b 0005 00000007 ffff 'body'"));
    EXPECT_EQ(make_response(older, "body"), wire("00000007 'body'"));
    const RequestHeader versions{.api_key = 18, .api_version = 4, .correlation_id = 7};
    EXPECT_EQ(make_request(versions, "body").value(), wire("0012 0004 00000007 ffff 00 'body'"));
    EXPECT_EQ(make_response(versions, "body"), wire("00000007 'body'"));
}

TEST(FlexibleBytes, JoinGroup) {
    expect_bytes(JoinGroupRequest{.group_id = "g",
                                  .session_timeout_ms = 10'000,
                                  .rebalance_timeout_ms = 20'000,
                                  .protocol_type = "consumer",
                                  .protocols = {{"range", wire("0102")}},
                                  .reason = "why"},
                 9,
                 "02 'g' 00002710 00004e20 01 00 09 'consumer' "
                 "02 06 'range' 03 0102 00 04 'why' 00");
    expect_bytes(JoinGroupResponse{.generation_id = 3,
                                   .protocol_type = "consumer",
                                   .protocol_name = "range",
                                   .leader = "m",
                                   .skip_assignment = true,
                                   .member_id = "m",
                                   .members = {{.member_id = "m", .metadata = wire("07")}}},
                 9,
                 "00000000 0000 00000003 09 'consumer' 06 'range' 02 'm' 01 02 'm' "
                 "02 02 'm' 00 02 07 00 00");
}

TEST(FlexibleBytes, SyncGroup) {
    expect_bytes(SyncGroupRequest{.group_id = "g",
                                  .generation_id = 3,
                                  .member_id = "m",
                                  .group_instance_id = "i",
                                  .protocol_type = "consumer",
                                  .protocol_name = "range",
                                  .assignments = {{"m", wire("07")}}},
                 5,
                 "02 'g' 00000003 02 'm' 02 'i' 09 'consumer' 06 'range' 02 02 'm' 02 07 00 00");
    expect_bytes(SyncGroupResponse{.protocol_type = "consumer",
                                   .protocol_name = "range",
                                   .assignment = wire("07")},
                 5,
                 "00000000 0000 09 'consumer' 06 'range' 02 07 00");
}

TEST(FlexibleBytes, HeartbeatAndLeaveGroup) {
    expect_bytes(HeartbeatRequest{.group_id = "g", .generation_id = 3, .member_id = "m"},
                 4,
                 "02 'g' 00000003 02 'm' 00 00");
    expect_bytes(
        HeartbeatResponse{.error = ErrorCode::rebalance_in_progress}, 4, "00000000 001b 00");
    expect_bytes(
        LeaveGroupRequest{
            .group_id = "g",
            .members = {{.member_id = "m", .group_instance_id = std::nullopt, .reason = "bye"}}},
        5,
        "02 'g' 02 02 'm' 00 04 'bye' 00 00");
    expect_bytes(
        LeaveGroupResponse{.members = {{.member_id = "m", .error = ErrorCode::unknown_member_id}}},
        5,
        "00000000 0000 02 02 'm' 00 0019 00 00");
}

TEST(FlexibleBytes, FindCoordinator) {
    expect_bytes(FindCoordinatorRequest{.keys = {"a", "b"}}, 4, "00 03 02 'a' 02 'b' 00");
    expect_bytes(
        FindCoordinatorResponse{
            .coordinators = {{.key = "a", .node_id = 1, .host = "127.0.0.1", .port = 9092}}},
        4,
        "00000000 02 02 'a' 00000001 0a '127.0.0.1' 00002384 0000 00 00 00");
}

TEST(FlexibleBytes, OffsetFetch) {
    expect_bytes(OffsetFetchRequest{.groups = {{.group_id = "g"}}, .require_stable = true},
                 9,
                 "02 02 'g' 00 ffffffff 00 00 01 00");
    expect_bytes(
        OffsetFetchResponse{
            .groups = {{.group_id = "g",
                        .topics = {{"t", {{.index = 0, .offset = 5, .metadata = ""}}}}}}},
        9,
        "00000000 02 02 'g' 02 02 't' 02 00000000 0000000000000005 ffffffff 01 0000 00 00 0000 "
        "00 00");
}

TEST(FlexibleBytes, Administration) {
    expect_bytes(DescribeGroupsRequest{.groups = {"g"}, .include_authorized_operations = true},
                 5,
                 "02 02 'g' 01 00");
    expect_bytes(DescribeGroupsResponse{.groups = {{.group_id = "g",
                                                    .state = "Stable",
                                                    .protocol_type = "consumer",
                                                    .protocol_data = "range",
                                                    .members = {{.member_id = "m",
                                                                 .client_id = "c",
                                                                 .client_host = "/::1",
                                                                 .metadata = wire("01"),
                                                                 .assignment = wire("02")}}}}},
                 5,
                 "00000000 02 0000 02 'g' 07 'Stable' 09 'consumer' 06 'range' "
                 "02 02 'm' 00 02 'c' 05 '/::1' 02 01 02 02 00 80000000 00 00");
    expect_bytes(ListGroupsRequest{.states = {"Empty"}, .types = {"classic"}},
                 5,
                 "02 06 'Empty' 02 08 'classic' 00");
    expect_bytes(DeleteGroupsResponse{.results = {{"g", ErrorCode::unknown_member_id}}},
                 2,
                 "00000000 02 02 'g' 0019 00 00");
}

TEST(FlexibleBytes, ApiVersionsWithItsTaggedFields) {
    ApiVersionsResponse response;
    response.apis = {{.key = 18, .min_version = 0, .max_version = 4}};
    expect_bytes(response, 3, "0000 02 0012 0000 0004 00 00000000 00");
    response.supported_features = {{.name = "f", .min_version = 1, .max_version = 2}};
    response.finalized_features_epoch = 5;
    response.zk_migration_ready = true;
    expect_bytes(response,
                 4,
                 "0000 02 0012 0000 0004 00 00000000 "
                 "03 00 08 02 02 'f' 0001 0002 00 01 08 0000000000000005 03 01 01");
}

} // namespace
} // namespace muster::runtime::kafka
