#include "runtime/base/big_endian.hpp"
#include "runtime/kafka/group/subscription.hpp"
#include "runtime/store/sqlite_store.hpp"
#include "tests/unit/runtime/group_server_fixture.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::runtime::kafka {
namespace {

using testing::ElementsAre;

/// What a consumer sends about itself: a version, and the topics that it wants.
Bytes subscription(const std::vector<std::string>& topics, std::int16_t version = 0) {
    Bytes bytes;
    append_big_endian(bytes, version);
    append_big_endian(bytes, static_cast<std::int32_t>(topics.size()));
    for (const auto& topic : topics) {
        append_big_endian(bytes, static_cast<std::int16_t>(topic.size()));
        bytes += topic;
    }
    append_big_endian(bytes, std::int32_t{-1}); // no user data
    return bytes;
}

using Topics = std::set<std::string>;

TEST(Subscription, HasItsTopicsInEveryVersion) {
    EXPECT_EQ(subscribed_topics(subscription({"orders", "bills"})), (Topics{"orders", "bills"}));
    EXPECT_EQ(subscribed_topics(subscription({}, 3) + "whatever version 3 adds"), Topics{});
}

TEST(Subscription, IsNotMadeUpOfOtherBytes) {
    const auto whole = subscription({"orders"});
    constexpr std::size_t kNeeded = 2 + 4 + 2 + 6;
    for (std::size_t size = 0; size < kNeeded; ++size) {
        EXPECT_FALSE(subscribed_topics(whole.substr(0, size))) << size;
    }
    EXPECT_TRUE(subscribed_topics(whole.substr(0, kNeeded)));
    EXPECT_FALSE(subscribed_topics(subscription({}, -1)));
    Bytes huge;
    append_big_endian(huge, std::int16_t{0});
    append_big_endian(huge, std::int32_t{0x7fffffff});
    EXPECT_FALSE(subscribed_topics(huge)) << "more topics than there are bytes";
}

class GroupDeletionTest : public GroupServerTest {
protected:
    [[nodiscard]] std::vector<ErrorCode> delete_groups(std::vector<std::string> groups,
                                                       int version = 2) const {
        KafkaClient client(server_->address());
        const auto response = client.call<DeleteGroupsResponse>(
            ApiKey::delete_groups, version, DeleteGroupsRequest{.groups = groups});
        std::vector<ErrorCode> errors;
        if (response) {
            EXPECT_EQ(response->results.size(), groups.size());
            for (std::size_t i = 0; i < response->results.size(); ++i) {
                EXPECT_EQ(response->results[i].group_id, groups[i]);
                errors.push_back(response->results[i].error);
            }
        }
        return errors;
    }

    [[nodiscard]] OffsetDeleteResponse
    delete_offsets(std::vector<OffsetDeleteRequest::Topic> topics,
                   const std::string& group = "group") const {
        KafkaClient client(server_->address());
        const auto response = client.call<OffsetDeleteResponse>(
            ApiKey::offset_delete,
            0,
            OffsetDeleteRequest{.group_id = group, .topics = std::move(topics)});
        EXPECT_TRUE(response);
        return response.value_or(OffsetDeleteResponse{});
    }

    [[nodiscard]] std::string state(const std::string& group) const {
        KafkaClient client(server_->address());
        const auto described = client.call<DescribeGroupsResponse>(
            ApiKey::describe_groups, 5, DescribeGroupsRequest{.groups = {group}});
        return described ? described->groups.at(0).state : "";
    }

    /// The groups of which the store has anything, when the server is stopped.
    [[nodiscard]] std::vector<std::string> stored_groups() {
        server_.reset();
        const auto store = SqliteStore::open(folder_.path() / "groups.db", [](auto) {});
        EXPECT_TRUE(store);
        return (*store)->machines().value();
    }
};

TEST_F(GroupDeletionTest, OnlyAnEmptyGroupIsDeleted) {
    const auto one = stable_member();
    ASSERT_EQ(one->commit("orders", 0, 17), ErrorCode::none);
    EXPECT_THAT(delete_groups({"group", "nobody's"}),
                ElementsAre(ErrorCode::non_empty_group, ErrorCode::group_id_not_found));
    EXPECT_EQ(one->heartbeat(), ErrorCode::none);
    EXPECT_EQ(one->committed("orders", 0), 17);
    ASSERT_EQ(one->leave(), ErrorCode::none);
    EXPECT_EQ(state("group"), "Empty");
    EXPECT_THAT(delete_groups({"group", "group"}),
                ElementsAre(ErrorCode::none, ErrorCode::group_id_not_found));
    EXPECT_EQ(state("group"), "Dead");
    EXPECT_EQ(one->committed("orders", 0), -1);
    EXPECT_THAT(stored_groups(), ElementsAre());
}

TEST_F(GroupDeletionTest, WorksInEveryVersion) {
    for (int version = 0; version <= 2; ++version) {
        const auto simple = member();
        EXPECT_EQ(simple->commit("orders", 0, 5), ErrorCode::none);
        EXPECT_THAT(delete_groups({"group"}, version), ElementsAre(ErrorCode::none));
        EXPECT_EQ(simple->committed("orders", 0), -1);
    }
    const auto nameless = member();
    nameless->group = "";
    EXPECT_EQ(nameless->commit("orders", 0, 5), ErrorCode::none);
    EXPECT_THAT(delete_groups({""}), ElementsAre(ErrorCode::none)) << "a legal name here";
}

TEST_F(GroupDeletionTest, WhoWasAMemberBeforeIsNoneOfTheGroupThatHasTheNameNow) {
    const auto before = stable_member();
    ASSERT_EQ(before->generation, 1);
    const std::string id = before->id;
    ASSERT_EQ(before->leave(), ErrorCode::none);
    ASSERT_THAT(delete_groups({"group"}), ElementsAre(ErrorCode::none));
    const auto next = stable_member();
    EXPECT_EQ(next->generation, 1) << "generations are counted from the beginning again";
    EXPECT_NE(next->id, id);
    EXPECT_EQ(before->commit("orders", 0, 3), ErrorCode::unknown_member_id);
    EXPECT_EQ(before->heartbeat(), ErrorCode::unknown_member_id);
    EXPECT_EQ(next->commit("orders", 0, 4), ErrorCode::none);
    restart();
    const auto late = member();
    late->id = id;
    late->generation = 1;
    EXPECT_EQ(late->commit("orders", 0, 3), ErrorCode::unknown_member_id);
    EXPECT_EQ(late->committed("orders", 0), 4);
}

TEST_F(GroupDeletionTest, AnIdThatWasGivenOutGoesWithTheGroup) {
    const auto one = member();
    one->send_join();
    ASSERT_EQ(one->receive_join()->error, ErrorCode::member_id_required);
    EXPECT_THAT(delete_groups({"group"}), ElementsAre(ErrorCode::none));
    one->send_join();
    EXPECT_EQ(one->receive_join()->error, ErrorCode::unknown_member_id);
    EXPECT_THAT(stored_groups(), ElementsAre());
}

TEST_F(GroupDeletionTest, OffsetsOfTopicsThatNobodySubscribesToAreDeleted) {
    const auto one = member();
    one->protocols = {{"range", subscription({"orders"})}};
    ASSERT_EQ(one->join()->error, ErrorCode::none);
    ASSERT_EQ(one->sync({{one->id, "everything"}})->error, ErrorCode::none);
    ASSERT_EQ(one->commit("orders", 0, 17), ErrorCode::none);
    ASSERT_EQ(one->commit("bills", 0, 18), ErrorCode::none);
    const auto answer =
        delete_offsets({{"orders", {{0}, {1}}}, {"bills", {{0}, {7}}}, {"nothing", {{0}}}});
    EXPECT_EQ(answer.error, ErrorCode::none);
    using Partitions = std::vector<OffsetDeleteResponse::Partition>;
    ASSERT_EQ(answer.topics.size(), 3U);
    EXPECT_EQ(answer.topics[0].partitions,
              (Partitions{{0, ErrorCode::group_subscribed_to_topic},
                          {1, ErrorCode::group_subscribed_to_topic}}));
    EXPECT_EQ(answer.topics[1].partitions,
              (Partitions{{0, ErrorCode::none}, {7, ErrorCode::none}}));
    EXPECT_EQ(answer.topics[2].partitions,
              (Partitions{{0, ErrorCode::unknown_topic_or_partition}}));
    EXPECT_EQ(one->committed("orders", 0), 17);
    EXPECT_EQ(one->committed("bills", 0), -1);
    restart();
    const auto after = member();
    EXPECT_EQ(after->committed("orders", 0), 17);
    EXPECT_EQ(after->committed("bills", 0), -1);
}

TEST_F(GroupDeletionTest, ASubscriptionThatCannotBeReadMayBeForEverything) {
    const auto one = stable_member(); // It says `subscription`, which is none.
    ASSERT_EQ(one->commit("bills", 0, 18), ErrorCode::none);
    const auto answer = delete_offsets({{"bills", {{0}}}});
    EXPECT_EQ(answer.topics.at(0).partitions.at(0).error, ErrorCode::group_subscribed_to_topic);
    ASSERT_EQ(one->leave(), ErrorCode::none);
    EXPECT_EQ(delete_offsets({{"bills", {{0}}}}).topics.at(0).partitions.at(0).error,
              ErrorCode::none);
    EXPECT_EQ(one->committed("bills", 0), -1);
}

TEST_F(GroupDeletionTest, OffsetsOfOtherGroupsAreDeletedWhenTheyAreEmpty) {
    auto request = member()->join_request();
    request.protocol_type = "connect";
    request.member_id = "";
    KafkaClient worker(server_->address());
    const auto joined = worker.call<JoinGroupResponse>(ApiKey::join_group, 3, request);
    ASSERT_TRUE(joined);
    ASSERT_EQ(joined->error, ErrorCode::none);
    EXPECT_EQ(delete_offsets({{"orders", {{0}}}}).error, ErrorCode::non_empty_group);
    EXPECT_THAT(delete_offsets({{"orders", {{0}}}}).topics, ElementsAre());
    EXPECT_EQ(delete_offsets({{"orders", {{0}}}}, "nobody's").error, ErrorCode::group_id_not_found);
    EXPECT_EQ(delete_offsets({{"orders", {{0}}}}, "").error, ErrorCode::invalid_group_id);
    EXPECT_EQ(delete_offsets({{"nothing", {{0}}}}, "nobody's").error, ErrorCode::none)
        << "no group is asked about what there is not";
}

} // namespace
} // namespace muster::runtime::kafka
