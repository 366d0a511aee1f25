#include "tests/unit/runtime/group_server_fixture.hpp"

#include <gmock/gmock.h>

#include <string>

namespace muster::runtime::kafka {
namespace {

using testing::IsEmpty;

/// In which order requests are checked: Kafka's, of which a client sees the first that fails.
class GroupChecksTest : public GroupServerTest {};

TEST_F(GroupChecksTest, WhoSyncsIsCheckedBeforeWhatItSays) {
    auto [east, west] = static_members();
    west->generation = 7;
    west->instance = "east";
    EXPECT_EQ(west->sync()->error, ErrorCode::fenced_instance_id) << "before the generation";
    west->instance = "nobody's";
    EXPECT_EQ(west->sync()->error, ErrorCode::unknown_member_id);
    west->instance = "west";
    EXPECT_EQ(west->sync()->error, ErrorCode::illegal_generation);
    const std::string id = west->id;
    west->instance.reset();
    west->id = "nobody";
    EXPECT_EQ(west->sync()->error, ErrorCode::unknown_member_id);
    west->id = id;
    west->group = "another";
    EXPECT_EQ(west->sync()->error, ErrorCode::unknown_member_id);
    west->group = "";
    EXPECT_EQ(west->sync()->error, ErrorCode::invalid_group_id);
    east->send_join(); // The leader starts a round.
    EXPECT_FALSE(east->client.receive_frame(10));
    west->group = "group";
    west->generation = 7;
    EXPECT_EQ(west->sync()->error, ErrorCode::illegal_generation) << "before the round";
    west->generation = 1;
    EXPECT_EQ(west->sync()->error, ErrorCode::rebalance_in_progress);
}

TEST_F(GroupChecksTest, AJoinIsCheckedBeforeItsGroupIsAsked) {
    const auto one = member();
    one->group = "";
    one->session_timeout_ms = 99;
    one->protocols.clear();
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::invalid_group_id);
    one->group = "group";
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::invalid_session_timeout);
    one->session_timeout_ms = 10'000;
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::inconsistent_group_protocol);
    one->protocols = {{"range", "subscription"}};
    auto request = one->join_request();
    request.protocol_type = "";
    EXPECT_EQ(one->client.call<JoinGroupResponse>(ApiKey::join_group, 5, request)->error,
              ErrorCode::inconsistent_group_protocol);
}

TEST_F(GroupChecksTest, AStrangerThatDoesNotFitIsToldThatItDoesNotFit) {
    const auto one = stable_member();
    const auto other = member();
    other->id = "nobody";
    other->protocols = {{"roundrobin", "subscription"}};
    other->send_join();
    EXPECT_EQ(other->receive_join()->error, ErrorCode::inconsistent_group_protocol);
    other->protocols = {{"range", "subscription"}};
    other->send_join();
    EXPECT_EQ(other->receive_join()->error, ErrorCode::unknown_member_id);
    EXPECT_EQ(one->heartbeat(), ErrorCode::none);
}

TEST_F(GroupChecksTest, ACommitWithTooMuchMetadataHindersNoOther) {
    const auto one = stable_member();
    OffsetCommitRequest request;
    request.group_id = "group";
    request.generation_id = one->generation;
    request.member_id = one->id;
    request.topics = {{"orders",
                       {{.index = 0, .offset = 5, .metadata = std::string(4'097, 'm')},
                        {.index = 1, .offset = 6, .metadata = std::string(4'096, 'm')}}}};
    const auto answer = one->client.call<OffsetCommitResponse>(ApiKey::offset_commit, 7, request);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->topics[0].partitions[0].error, ErrorCode::offset_metadata_too_large);
    EXPECT_EQ(answer->topics[0].partitions[1].error, ErrorCode::none);
    EXPECT_EQ(one->committed("orders", 0), -1);
    EXPECT_EQ(one->committed("orders", 1), 6);
}

LeaveGroupResponse leave_all(GroupMember& from,
                             const std::string& group,
                             const std::vector<LeaveGroupRequest::Member>& members,
                             int version = 5) {
    const auto answer = from.client.call<LeaveGroupResponse>(
        ApiKey::leave_group,
        version,
        LeaveGroupRequest{.group_id = group, .member_id = "", .members = members});
    EXPECT_TRUE(answer);
    return answer.value_or(LeaveGroupResponse{});
}

TEST_F(GroupChecksTest, ALeaveInABatchIsAnsweredForEachMember) {
    auto [east, west] = static_members();
    const auto answer = leave_all(*east,
                                  "group",
                                  {{"nobody", std::nullopt},
                                   {west->id, "east"},
                                   {west->id, "west"},
                                   {west->id, "west"},
                                   {"", "west"},
                                   {"", "east"}});
    EXPECT_EQ(answer.error, ErrorCode::none);
    ASSERT_EQ(answer.members.size(), 6U);
    EXPECT_EQ(answer.members[0].error, ErrorCode::unknown_member_id);
    EXPECT_EQ(answer.members[1].error, ErrorCode::fenced_instance_id);
    EXPECT_EQ(answer.members[2].error, ErrorCode::none);
    EXPECT_EQ(answer.members[3].error, ErrorCode::unknown_member_id) << "it has left already";
    EXPECT_EQ(answer.members[4].error, ErrorCode::unknown_member_id);
    EXPECT_EQ(answer.members[5].error, ErrorCode::none);
    EXPECT_EQ(east->heartbeat(), ErrorCode::unknown_member_id);
}

TEST_F(GroupChecksTest, WhatIsWrongWithTheGroupIsSaidOnce) {
    const auto one = member();
    const auto unnamed = leave_all(*one, "", {{"nobody", std::nullopt}});
    EXPECT_EQ(unnamed.error, ErrorCode::invalid_group_id);
    EXPECT_THAT(unnamed.members, IsEmpty());
    const auto unknown = leave_all(*one, "another", {{"nobody", std::nullopt}});
    EXPECT_EQ(unknown.error, ErrorCode::none) << "members are answered one by one";
    EXPECT_EQ(unknown.members.at(0).error, ErrorCode::unknown_member_id);

    server_.reset();
    auto none = options();
    none.groups.max_groups = 0;
    server_ = std::make_unique<RunningServer>(none);
    const auto refused = leave_all(*member(), "group", {{"a", std::nullopt}, {"b", std::nullopt}});
    EXPECT_EQ(refused.error, ErrorCode::coordinator_not_available);
    EXPECT_THAT(refused.members, IsEmpty());
}

} // namespace
} // namespace muster::runtime::kafka
