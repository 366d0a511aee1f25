#include "tests/unit/runtime/group_server_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <set>

namespace muster::runtime::kafka {
namespace {

TEST_F(GroupServerTest, ANewcomerJoinsInTwoSteps) {
    const auto one = member();
    one->send_join();
    const auto first = one->receive_join();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->error, ErrorCode::member_id_required);
    EXPECT_EQ(first->generation_id, -1);
    EXPECT_THAT(first->member_id, testing::StartsWith("tester-"));
    one->send_join();
    const auto second = one->receive_join();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->error, ErrorCode::none);
    EXPECT_EQ(second->generation_id, 1);
    EXPECT_EQ(second->leader, one->id);
    EXPECT_EQ(second->protocol_name, "range");
    ASSERT_EQ(second->members.size(), 1U);
    EXPECT_EQ(second->members[0].member_id, one->id);
    EXPECT_EQ(second->members[0].metadata, "subscription");
}

TEST_F(GroupServerTest, EveryJoinVersionWorks) {
    for (int version = 0; version <= 9; ++version) {
        const auto one = member();
        one->group = "group" + std::to_string(version);
        one->send_join(version);
        auto answer = one->receive_join(version);
        ASSERT_TRUE(answer) << version;
        if (version >= 4) {
            EXPECT_EQ(answer->error, ErrorCode::member_id_required);
            one->send_join(version);
            answer = one->receive_join(version);
            ASSERT_TRUE(answer);
        }
        EXPECT_EQ(answer->error, ErrorCode::none) << version;
        EXPECT_EQ(answer->generation_id, 1);
        EXPECT_EQ(answer->protocol_name, "range");
        EXPECT_EQ(answer->protocol_type.value_or("consumer"), "consumer");
        EXPECT_EQ(answer->protocol_type.has_value(), version >= 7);
    }
}

TEST_F(GroupServerTest, AnErrorHasNoProtocolWhereTheVersionCanSaySo) {
    const auto stranger = member();
    stranger->id = "nobody";
    for (int version = 0; version <= 9; ++version) {
        stranger->send_join(version);
        const auto answer = stranger->receive_join(version);
        ASSERT_TRUE(answer) << version;
        EXPECT_EQ(answer->error, ErrorCode::unknown_member_id);
        EXPECT_EQ(answer->protocol_name.has_value(), version < 7);
        EXPECT_FALSE(answer->protocol_type);
    }
}

TEST_F(GroupServerTest, AStaticMemberJoinsInOneStepAndTheLeaderIsToldWhoIsWho) {
    const auto east = static_member("east");
    east->send_join();
    const auto joined = east->receive_join();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->error, ErrorCode::none);
    EXPECT_THAT(east->id, testing::StartsWith("east-"));
    ASSERT_EQ(joined->members.size(), 1U);
    EXPECT_EQ(joined->members[0].group_instance_id, "east");
    const auto described = east->client.call<DescribeGroupsResponse>(
        ApiKey::describe_groups, 5, DescribeGroupsRequest{.groups = {"group"}});
    ASSERT_TRUE(described);
    EXPECT_EQ(described->groups[0].members[0].group_instance_id, "east");
}

TEST_F(GroupServerTest, AStaticMemberComesBackAndNobodyElseNotices) {
    auto [east, west] = static_members();
    const std::string former = west->id;
    west.reset(); // The connection is closed, and the member stays.
    const auto again = static_member("west");
    const auto joined = again->join();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->error, ErrorCode::none);
    EXPECT_EQ(joined->generation_id, 1);
    EXPECT_EQ(joined->leader, east->id);
    EXPECT_THAT(joined->members, testing::IsEmpty());
    EXPECT_NE(again->id, former);
    EXPECT_EQ(again->sync()->assignment, "right");
    EXPECT_EQ(east->heartbeat(), ErrorCode::none);
    EXPECT_EQ(again->heartbeat(), ErrorCode::none);
    EXPECT_EQ(again->commit("orders", 1, 7), ErrorCode::none);
}

TEST_F(GroupServerTest, WhoUsedTheIdBeforeIsFenced) {
    const auto [east, west] = static_members();
    const auto again = static_member("west");
    ASSERT_EQ(again->join()->error, ErrorCode::none);
    EXPECT_EQ(west->heartbeat(), ErrorCode::fenced_instance_id);
    EXPECT_EQ(west->sync()->error, ErrorCode::fenced_instance_id);
    EXPECT_EQ(west->commit("orders", 1, 7), ErrorCode::fenced_instance_id);
    EXPECT_EQ(west->leave_as(west->id, "west"), ErrorCode::fenced_instance_id);
    west->send_join();
    EXPECT_EQ(west->receive_join()->error, ErrorCode::fenced_instance_id);
    west->instance.reset();
    EXPECT_EQ(west->heartbeat(), ErrorCode::unknown_member_id);
    EXPECT_EQ(again->committed("orders", 1), -1);
}

TEST_F(GroupServerTest, AStaticMemberComesBackToAServerThatWasStartedAgain) {
    { const auto [east, west] = static_members(); }
    restart();
    const auto west = static_member("west");
    const auto joined = west->join();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->generation_id, 1);
    EXPECT_EQ(west->sync()->assignment, "right");
}

TEST_F(GroupServerTest, AStaticLeaderThatComesBackIsToldThatTheSharesAreThere) {
    const auto [east, west] = static_members();
    const auto newer = static_member("east");
    const auto joined = newer->join(9);
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->generation_id, 1);
    EXPECT_EQ(joined->leader, newer->id);
    EXPECT_TRUE(joined->skip_assignment);
    EXPECT_EQ(joined->members.size(), 2U);
    const auto older = static_member("east");
    const auto told = older->join(5);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->generation_id, 1);
    EXPECT_EQ(told->leader, newer->id) << "an older client would hand out the shares again";
    EXPECT_THAT(told->members, testing::IsEmpty());
    EXPECT_EQ(older->sync()->assignment, "left");
    EXPECT_EQ(west->heartbeat(), ErrorCode::none);
}

TEST_F(GroupServerTest, AnInstanceIsTakenOutByAnybody) {
    const auto [east, west] = static_members();
    const auto operation = member();
    EXPECT_EQ(operation->leave_as("", "north"), ErrorCode::unknown_member_id);
    EXPECT_EQ(operation->leave_as("", std::nullopt), ErrorCode::unknown_member_id);
    EXPECT_EQ(operation->leave_as("", "west"), ErrorCode::none);
    EXPECT_EQ(west->heartbeat(), ErrorCode::unknown_member_id);
    EXPECT_EQ(east->heartbeat(), ErrorCode::rebalance_in_progress);
}

TEST_F(GroupServerTest, ASessionOfAStaticMemberExpires) {
    const auto east = static_member("east");
    east->session_timeout_ms = 200;
    ASSERT_EQ(east->join()->error, ErrorCode::none);
    ASSERT_TRUE(east->sync({}));
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_EQ(east->heartbeat(), ErrorCode::unknown_member_id);
}

TEST_F(GroupServerTest, TwoMembersShareAndTheSurvivorTakesOver) {
    const auto one = stable_member();
    const auto two = member();
    two->send_join();
    ASSERT_EQ(two->receive_join()->error, ErrorCode::member_id_required);
    two->send_join();
    EXPECT_EQ(one->heartbeat(), ErrorCode::rebalance_in_progress);
    one->send_join();
    const auto leader = one->receive_join();
    const auto follower = two->receive_join();
    ASSERT_TRUE(leader && follower);
    EXPECT_EQ(leader->generation_id, 2);
    EXPECT_EQ(follower->generation_id, 2);
    EXPECT_EQ(leader->members.size(), 2U);
    EXPECT_TRUE(follower->members.empty());
    EXPECT_EQ(follower->leader, one->id);
    two->client.send(
        ApiKey::sync_group,
        3,
        SyncGroupRequest{.group_id = "group", .generation_id = 2, .member_id = two->id});
    EXPECT_FALSE(two->client.receive_frame(100)) << "it waits for the leader";
    EXPECT_EQ(one->sync({{one->id, "left"}, {two->id, "right"}})->assignment, "left");
    EXPECT_EQ(two->client.receive<SyncGroupResponse>(3)->assignment, "right");
    EXPECT_EQ(two->heartbeat(), ErrorCode::none);

    EXPECT_EQ(one->leave(), ErrorCode::none);
    EXPECT_EQ(one->heartbeat(), ErrorCode::unknown_member_id);
    EXPECT_EQ(two->heartbeat(), ErrorCode::rebalance_in_progress);
    const auto survivor = two->join();
    EXPECT_EQ(survivor->generation_id, 3);
    EXPECT_EQ(survivor->leader, two->id);
}

TEST_F(GroupServerTest, ASessionExpires) {
    auto one = member();
    one->session_timeout_ms = 200;
    ASSERT_EQ(one->join()->error, ErrorCode::none);
    ASSERT_TRUE(one->sync({}));
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_EQ(one->heartbeat(), ErrorCode::unknown_member_id);
}

TEST_F(GroupServerTest, CommitsAreFencedAndKept) {
    const auto one = stable_member();
    EXPECT_EQ(one->committed("orders", 0), -1);
    EXPECT_EQ(one->commit("orders", 0, 17), ErrorCode::none);
    EXPECT_EQ(one->commit("orders", 9, 17), ErrorCode::unknown_topic_or_partition);
    EXPECT_EQ(one->committed("orders", 0), 17);
    one->generation = 0;
    EXPECT_EQ(one->commit("orders", 0, 3), ErrorCode::illegal_generation);
    one->generation = 1;
    const auto stranger = member();
    stranger->id = "nobody";
    stranger->generation = 1;
    EXPECT_EQ(stranger->commit("orders", 0, 3), ErrorCode::unknown_member_id);
    EXPECT_EQ(one->committed("orders", 0), 17);
}

TEST_F(GroupServerTest, ConsumersWithoutAGroupMayCommit) {
    const auto simple = member();
    simple->group = "";
    EXPECT_EQ(simple->commit("orders", 1, 5), ErrorCode::none)
        << "the empty group id is legal here";
    EXPECT_EQ(simple->committed("orders", 1), 5);
}

TEST_F(GroupServerTest, EverythingSurvivesARestart) {
    const auto before = stable_member();
    ASSERT_EQ(before->commit("orders", 0, 17), ErrorCode::none);
    restart();
    const auto after = member();
    after->id = before->id;
    after->generation = before->generation;
    EXPECT_EQ(after->heartbeat(), ErrorCode::none) << "a member goes on as if nothing had happened";
    EXPECT_EQ(after->committed("orders", 0), 17);
    EXPECT_EQ(after->sync()->assignment, "everything");
    EXPECT_EQ(after->commit("orders", 0, 18), ErrorCode::none);
    EXPECT_EQ(after->leave(), ErrorCode::none);
    restart();
    const auto next = member();
    EXPECT_EQ(next->committed("orders", 0), 18);
    EXPECT_GT(next->join()->generation_id, before->generation);
}

TEST_F(GroupServerTest, ChecksRequestsBeforeAGroupIsAsked) {
    const auto one = member();
    one->group = "";
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::invalid_group_id);
    EXPECT_EQ(one->sync()->error, ErrorCode::invalid_group_id);
    EXPECT_EQ(one->heartbeat(), ErrorCode::invalid_group_id);
    EXPECT_EQ(one->leave(), ErrorCode::invalid_group_id);
    one->group = "group";
    one->session_timeout_ms = 99;
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::invalid_session_timeout);
    EXPECT_EQ(one->heartbeat(), ErrorCode::unknown_member_id) << "of a group that does not exist";
}

TEST_F(GroupServerTest, AFullGroupTakesNoNewcomers) {
    server_.reset();
    auto small = options();
    small.groups.max_members = 2;
    server_ = std::make_unique<RunningServer>(small);
    const auto one = stable_member();
    const auto two = member();
    two->send_join();
    EXPECT_EQ(two->receive_join()->error, ErrorCode::member_id_required);
    const auto three = member();
    three->send_join();
    EXPECT_EQ(three->receive_join()->error, ErrorCode::group_max_size_reached);
    EXPECT_EQ(three->id, "");
    const auto four = static_member("north");
    EXPECT_EQ(four->join()->error, ErrorCode::group_max_size_reached);
    EXPECT_EQ(one->heartbeat(), ErrorCode::none);
}

TEST_F(GroupServerTest, LeavesInBatchesAnswerForEachMember) {
    const auto one = stable_member();
    const LeaveGroupRequest request{
        .group_id = "group", .member_id = "", .members = {{one->id, {}}, {"nobody", "instance"}}};
    const auto answer = one->client.call<LeaveGroupResponse>(ApiKey::leave_group, 3, request);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->error, ErrorCode::none);
    ASSERT_EQ(answer->members.size(), 2U);
    EXPECT_EQ(answer->members[0].error, ErrorCode::none);
    EXPECT_EQ(answer->members[1].error, ErrorCode::unknown_member_id);
    EXPECT_EQ(answer->members[1].group_instance_id, "instance");
    EXPECT_TRUE(one->client.call<LeaveGroupResponse>(
        ApiKey::leave_group,
        3,
        LeaveGroupRequest{.group_id = "group", .member_id = "", .members = {}}));
}

TEST_F(GroupServerTest, AClientThatGoesWhileItsJoinIsParkedHarmsNobody) {
    const auto one = stable_member();
    {
        const auto two = member();
        two->rebalance_timeout_ms = 300;
        two->send_join();
        ASSERT_EQ(two->receive_join()->error, ErrorCode::member_id_required);
        two->send_join();
        EXPECT_FALSE(two->client.receive_frame(50));
    }
    EXPECT_EQ(one->heartbeat(), ErrorCode::rebalance_in_progress);
    const auto joined = one->join();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->members.size(), 2U) << "its join still counts";
    EXPECT_EQ(one->heartbeat(), ErrorCode::none);
}

/// Commits offset 5, 6, … of the partitions 0, 1, … for a group without members.
void commit_alone(KafkaClient& client, const std::string& group, std::int32_t partitions) {
    OffsetCommitRequest request;
    request.group_id = group;
    auto& topic = request.topics.emplace_back();
    topic.name = "orders";
    for (std::int32_t index = 0; index < partitions; ++index) {
        topic.partitions.push_back({.index = index, .offset = 5 + index, .metadata = "note"});
    }
    const auto response = client.call<OffsetCommitResponse>(ApiKey::offset_commit, 9, request);
    ASSERT_TRUE(response);
    for (const auto& partition : response->topics.at(0).partitions) {
        EXPECT_EQ(partition.error, ErrorCode::none);
    }
}

TEST_F(GroupServerTest, OffsetsAreFetchedInEveryVersion) {
    KafkaClient client(server_->address());
    commit_alone(client, "group", 1);
    const std::vector<OffsetFetchRequest::Topic> wanted{{"orders", {0, 1}}};
    for (int version = 1; version <= 7; ++version) {
        const auto response = client.call<OffsetFetchResponse>(
            ApiKey::offset_fetch,
            version,
            OffsetFetchRequest{
                .group_id = "group", .topics = wanted, .require_stable = version == 7});
        ASSERT_TRUE(response) << version;
        EXPECT_EQ(response->error, ErrorCode::none);
        ASSERT_EQ(response->topics.size(), 1U);
        EXPECT_EQ(response->topics[0].partitions[0].offset, 5);
        EXPECT_EQ(response->topics[0].partitions[0].metadata, "note");
        EXPECT_EQ(response->topics[0].partitions[1].offset, -1);
    }
    for (int version = 8; version <= 9; ++version) {
        const auto response = client.call<OffsetFetchResponse>(
            ApiKey::offset_fetch,
            version,
            OffsetFetchRequest{.groups = {{.group_id = "group", .topics = wanted}}});
        ASSERT_TRUE(response) << version;
        ASSERT_EQ(response->groups.size(), 1U);
        EXPECT_EQ(response->groups[0].topics[0].partitions[0].offset, 5);
        EXPECT_EQ(response->groups[0].topics[0].partitions[1].offset, -1);
    }
}

TEST_F(GroupServerTest, OffsetsOfSeveralGroupsAreFetchedAtOnce) {
    KafkaClient client(server_->address());
    commit_alone(client, "one", 1);
    commit_alone(client, "two", 2);
    const std::vector<OffsetFetchRequest::Topic> second{{"orders", {1}}};
    const OffsetFetchRequest request{.groups = {{.group_id = "two"},
                                                {.group_id = "nobody"},
                                                {.group_id = "one", .topics = second},
                                                {.group_id = "two", .topics = second}},
                                     .require_stable = true};
    const auto response = client.call<OffsetFetchResponse>(ApiKey::offset_fetch, 8, request);
    ASSERT_TRUE(response);
    ASSERT_EQ(response->groups.size(), 4U);
    EXPECT_EQ(response->groups[0].group_id, "two");
    EXPECT_EQ(response->groups[0].topics.at(0).partitions.size(), 2U) << "everything";
    EXPECT_EQ(response->groups[1].group_id, "nobody");
    EXPECT_TRUE(response->groups[1].topics.empty());
    EXPECT_EQ(response->groups[1].error, ErrorCode::none);
    EXPECT_EQ(response->groups[2].topics.at(0).partitions.at(0).offset, -1);
    EXPECT_EQ(response->groups[3].error, ErrorCode::invalid_request) << "it was named before";
    EXPECT_EQ(response->groups[3].topics.at(0).partitions.at(0).offset, -1);

    const auto nothing =
        client.call<OffsetFetchResponse>(ApiKey::offset_fetch, 8, OffsetFetchRequest{});
    ASSERT_TRUE(nothing) << "no group at all";
    EXPECT_TRUE(nothing->groups.empty());
}

TEST_F(GroupServerTest, FlexibleVersionsDoWhatTheOlderOnesDo) {
    const auto one = stable_member();
    const auto beat = one->client.call<HeartbeatResponse>(
        ApiKey::heartbeat,
        4,
        HeartbeatRequest{
            .group_id = "group", .generation_id = one->generation, .member_id = one->id});
    ASSERT_TRUE(beat);
    EXPECT_EQ(beat->error, ErrorCode::none);
    const auto share = one->client.call<SyncGroupResponse>(
        ApiKey::sync_group,
        4,
        SyncGroupRequest{
            .group_id = "group", .generation_id = one->generation, .member_id = one->id});
    ASSERT_TRUE(share);
    EXPECT_EQ(share->assignment, "everything");
    const auto left = one->client.call<LeaveGroupResponse>(
        ApiKey::leave_group,
        5,
        LeaveGroupRequest{.group_id = "group",
                          .members = {{.member_id = one->id, .reason = "the test is over"},
                                      {.member_id = "a stranger"}}});
    ASSERT_TRUE(left);
    ASSERT_EQ(left->members.size(), 2U);
    EXPECT_EQ(left->members[0].error, ErrorCode::none);
    EXPECT_EQ(left->members[1].error, ErrorCode::unknown_member_id);
}

/// The groups in a list, as "id type/state/protocol type".
std::vector<std::string>
listed(KafkaClient& client, int version, const ListGroupsRequest& request) {
    const auto response = client.call<ListGroupsResponse>(ApiKey::list_groups, version, request);
    EXPECT_TRUE(response) << version;
    std::vector<std::string> groups;
    for (const auto& group : response.value_or(ListGroupsResponse{}).groups) {
        groups.push_back(group.group_id + ' ' + group.type + '/' + group.state + '/' +
                         group.protocol_type);
    }
    return groups;
}

TEST_F(GroupServerTest, GroupsAreListedWithTheirStates) {
    KafkaClient client(server_->address());
    EXPECT_THAT(listed(client, 5, {}), testing::IsEmpty());
    const auto one = stable_member();
    commit_alone(client, "alone", 1);
    using testing::ElementsAre;
    for (int version = 0; version <= 3; ++version) {
        EXPECT_THAT(listed(client, version, {}), ElementsAre("alone //", "group //consumer"));
    }
    EXPECT_THAT(listed(client, 4, {}), ElementsAre("alone /Empty/", "group /Stable/consumer"));
    EXPECT_THAT(listed(client, 5, {}),
                ElementsAre("alone classic/Empty/", "group classic/Stable/consumer"));
    EXPECT_THAT(listed(client, 5, {.states = {"stable", "Dead"}}),
                ElementsAre("group classic/Stable/consumer"));
    EXPECT_THAT(listed(client, 5, {.types = {"consumer"}}), testing::IsEmpty());
    EXPECT_THAT(listed(client, 5, {.states = {"EMPTY"}, .types = {"Classic"}}),
                ElementsAre("alone classic/Empty/"));
}

TEST_F(GroupServerTest, GroupsAreDescribedInEveryVersion) {
    const auto one = stable_member();
    KafkaClient client(server_->address(), "operator");
    commit_alone(client, "alone", 1);
    for (int version = 0; version <= 5; ++version) {
        const auto response = client.call<DescribeGroupsResponse>(
            ApiKey::describe_groups,
            version,
            DescribeGroupsRequest{.groups = {"group", "nobody", "alone", "group"},
                                  .include_authorized_operations = version >= 3});
        ASSERT_TRUE(response) << version;
        ASSERT_EQ(response->groups.size(), 4U);
        EXPECT_EQ(response->groups[3].error, ErrorCode::invalid_request) << "named before";
        const auto& group = response->groups[0];
        EXPECT_EQ(group.error, ErrorCode::none);
        EXPECT_EQ(group.group_id, "group");
        EXPECT_EQ(group.state, "Stable");
        EXPECT_EQ(group.protocol_type, "consumer");
        EXPECT_EQ(group.protocol_data, "range");
        ASSERT_EQ(group.members.size(), 1U);
        EXPECT_EQ(group.members[0].member_id, one->id);
        EXPECT_EQ(group.members[0].client_id, "tester");
        EXPECT_EQ(group.members[0].client_host, "/127.0.0.1");
        EXPECT_EQ(group.members[0].metadata, "subscription");
        EXPECT_EQ(group.members[0].assignment, "everything");
        constexpr std::int32_t kReadDeleteAndDescribe = 0x148;
        EXPECT_EQ(group.authorized_operations,
                  version >= 3 ? kReadDeleteAndDescribe : std::numeric_limits<std::int32_t>::min());
        EXPECT_EQ(response->groups[1].group_id, "nobody");
        EXPECT_EQ(response->groups[1].state, "Dead");
        EXPECT_EQ(response->groups[2].state, "Empty");
        EXPECT_TRUE(response->groups[2].members.empty());
    }
    EXPECT_EQ(listed(client, 5, {}).size(), 2U) << "to ask makes no group";
}

TEST_F(GroupServerTest, SubscriptionsAreNotToldWhileMembersJoin) {
    const auto one = member();
    one->rebalance_timeout_ms = 500;
    ASSERT_EQ(one->join()->error, ErrorCode::none);
    ASSERT_TRUE(one->sync({}));
    const auto two = member();
    two->rebalance_timeout_ms = 500;
    ASSERT_EQ(two->join()->error, ErrorCode::none) << "the first does not come back in time";
    KafkaClient client(server_->address());
    const auto described = [&client] {
        return client
            .call<DescribeGroupsResponse>(
                ApiKey::describe_groups, 5, DescribeGroupsRequest{.groups = {"group"}})
            .value()
            .groups.at(0);
    };
    const auto joining = described();
    EXPECT_EQ(joining.state, "CompletingRebalance");
    EXPECT_EQ(joining.protocol_data, "");
    for (const auto& each : joining.members) {
        EXPECT_EQ(each.metadata, "");
        EXPECT_EQ(each.client_id, "tester");
    }
    EXPECT_EQ(two->sync({{two->id, "mine"}})->assignment, "mine");
    EXPECT_EQ(described().protocol_data, "range");

    restart();
    KafkaClient after(server_->address());
    const auto loaded = after.call<DescribeGroupsResponse>(
        ApiKey::describe_groups, 5, DescribeGroupsRequest{.groups = {"group"}});
    ASSERT_TRUE(loaded);
    ASSERT_EQ(loaded->groups[0].members.size(), 1U);
    EXPECT_EQ(loaded->groups[0].members[0].assignment, "mine");
    EXPECT_EQ(loaded->groups[0].members[0].client_id, "") << "that is not stored";
}

TEST_F(GroupServerTest, NamesThatOlderClientsCannotBeToldAreRefused) {
    KafkaClient client(server_->address());
    OffsetCommitRequest commit;
    commit.group_id = std::string(40'000, 'g');
    commit.topics = {{"orders", {{.index = 0, .offset = 1}, {.index = 7, .offset = 1}}}};
    const auto response = client.call<OffsetCommitResponse>(ApiKey::offset_commit, 8, commit);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->topics[0].partitions[0].error, ErrorCode::invalid_group_id);
    EXPECT_EQ(response->topics[0].partitions[1].error, ErrorCode::unknown_topic_or_partition);
    EXPECT_THAT(listed(client, 0, {}), testing::IsEmpty());
}

} // namespace
} // namespace muster::runtime::kafka
