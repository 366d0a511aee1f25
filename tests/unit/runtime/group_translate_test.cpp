#include "runtime/kafka/group/translate.hpp"
#include "runtime/kafka/group/translate_offsets.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace muster::runtime::kafka {
namespace {

JoinGroupRequest valid_join() {
    return {.group_id = "group",
            .session_timeout_ms = 10'000,
            .rebalance_timeout_ms = 20'000,
            .member_id = "",
            .group_instance_id = std::nullopt,
            .protocol_type = "consumer",
            .protocols = {{"range", "r"}, {"sticky", "s"}, {"range", "again"}}};
}

TEST(CheckJoin, FindsWhatIsWrongWithTheRequestAlone) {
    const GroupLimits limits;
    EXPECT_EQ(check_join(valid_join(), limits), ErrorCode::none);
    auto join = valid_join();
    join.group_id = "";
    join.session_timeout_ms = 1;
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_group_id);
    for (const auto session_timeout_ms : {-1, 0, 5'999, 1'800'001}) {
        join = valid_join();
        join.session_timeout_ms = session_timeout_ms;
        EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_session_timeout);
    }
    join = valid_join();
    join.protocol_type = "";
    EXPECT_EQ(check_join(join, limits), ErrorCode::inconsistent_group_protocol);
    join = valid_join();
    join.protocols.clear();
    EXPECT_EQ(check_join(join, limits), ErrorCode::inconsistent_group_protocol);
    join = valid_join();
    join.protocols.resize(65, {"x", ""});
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_request);
    join = valid_join();
    join.protocols[1].metadata.resize(limits.max_metadata_bytes + 1);
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_request);
    join = valid_join();
    join.group_id = std::string(limits.max_name_bytes + 1, 'g');
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_group_id);
    join = valid_join();
    join.protocols[0].name = std::string(limits.max_name_bytes + 1, 'p');
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_request);
    join = valid_join();
    join.protocol_type = std::string(limits.max_name_bytes + 1, 'p');
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_request);
    join = valid_join();
    join.group_instance_id = std::string(limits.max_name_bytes + 1, 'i');
    EXPECT_EQ(check_join(join, limits), ErrorCode::invalid_request);
}

TEST(JoinTranslation, KeepsTheOrderOfPreferenceWithoutRepeats) {
    const auto message = to_machine(valid_join(), 5);
    EXPECT_FALSE(message.member);
    EXPECT_EQ(message.strategies, (std::vector<std::string>{"range", "sticky"}));
    EXPECT_EQ(message.metadata.at("range"), "r");
    EXPECT_EQ(message.rebalance_timeout, 20'000);
    EXPECT_TRUE(message.two_step);
    EXPECT_FALSE(to_machine(valid_join(), 3).two_step);
    EXPECT_EQ(to_machine(valid_join(), 0).rebalance_timeout, 10'000);
    auto named = valid_join();
    named.member_id = "me";
    named.rebalance_timeout_ms = -5;
    named.group_instance_id = "east";
    EXPECT_EQ(to_machine(named, 1).member, "me");
    EXPECT_EQ(to_machine(named, 5).instance, "east");
    EXPECT_FALSE(to_machine(named, 8).may_skip);
    EXPECT_TRUE(to_machine(named, 9).may_skip);
    EXPECT_EQ(to_machine(named, 1).rebalance_timeout, 0);
}

TEST(PositionFormat, RoundTripsAndRefusesAnythingElse) {
    const auto bytes = encode_position({.offset = 77, .leader_epoch = 3, .metadata = "note"});
    const auto position = decode_position(bytes);
    ASSERT_TRUE(position);
    EXPECT_EQ(position->offset, 77);
    EXPECT_EQ(position->leader_epoch, 3);
    EXPECT_EQ(position->metadata, "note");
    EXPECT_FALSE(decode_position(bytes + "x"));
    EXPECT_FALSE(decode_position(BytesView(bytes).substr(1)));
}

OffsetCommitRequest::Partition
position(std::int32_t index, std::int64_t offset, std::optional<std::string> metadata) {
    return {.index = index, .offset = offset, .leader_epoch = 1, .metadata = std::move(metadata)};
}

class OffsetTranslationTest : public testing::Test {
protected:
    TemporaryFolder folder_;
    ClusterRegistry registry_ = *ClusterRegistry::open(folder_.path() / "topics.db");
    TopicCatalog topics_ = *TopicCatalog::open(folder_.path(), registry_, {{"orders", 2}});
    GroupLimits limits_;
};

TEST_F(OffsetTranslationTest, AnswersPartitionsThatDoNotExistWithoutTheGroup) {
    OffsetCommitRequest request;
    request.generation_id = 4;
    request.member_id = "me";
    request.topics = {
        {"orders",
         {position(0, 10, "x"), position(2, 10, "x"), position(-1, 10, "x"), position(1, 11, {})}},
        {"nowhere", {position(0, 10, "x")}}};
    request.topics[0].partitions.push_back(position(1, 12, std::string(4097, 'm')));
    auto checked = check_commit(request, topics_, limits_);
    EXPECT_TRUE(checked.concerns_group);
    EXPECT_EQ(checked.message.member, "me");
    EXPECT_EQ(checked.message.generation, 4);
    EXPECT_EQ(checked.message.positions.size(), 2U);
    EXPECT_EQ(decode_position(checked.message.positions.at("orders-1"))->offset, 11);

    const auto errors = [](const OffsetCommitResponse& response) {
        std::vector<int> codes;
        for (const auto& topic : response.topics) {
            for (const auto& partition : topic.partitions) {
                codes.push_back(static_cast<int>(partition.error));
            }
        }
        return codes;
    };
    settle(checked.response, ErrorCode::none);
    EXPECT_EQ(errors(checked.response), (std::vector<int>{0, 3, 3, 0, 12, 3}));
    settle(checked.response, ErrorCode::illegal_generation);
    EXPECT_EQ(errors(checked.response), (std::vector<int>{22, 3, 3, 22, 22, 3}));

    request.topics = {{"nowhere", {position(0, 10, "x")}}};
    EXPECT_FALSE(check_commit(request, topics_, limits_).concerns_group);
}

TEST_F(OffsetTranslationTest, FetchesAnswerEveryPartitionAsked) {
    machine::OffsetFetchReply reply;
    reply.positions["a-b-1"] = encode_position({5, 2, "m"});
    reply.positions["a-b-10"] = encode_position({6, -1, ""});
    OffsetFetchRequest::Group some;
    some.group_id = "group";
    some.topics = {{"a-b", {1, 2, -1}}, {"other", {0}}};
    EXPECT_EQ(to_machine(some).wanted, (std::set<std::string>{"a-b-1", "a-b-2", "other-0"}));
    const auto answered = fetched(some, reply);
    ASSERT_EQ(answered.topics.size(), 2U);
    EXPECT_EQ(answered.topics[0].partitions[0].offset, 5);
    EXPECT_EQ(answered.topics[0].partitions[0].metadata, "m");
    EXPECT_EQ(answered.topics[0].partitions[1].offset, -1);
    EXPECT_EQ(answered.topics[0].partitions[2].offset, -1);
    EXPECT_EQ(answered.topics[1].partitions[0].error, ErrorCode::none);

    const OffsetFetchRequest::Group everything{.group_id = "group", .topics = std::nullopt};
    EXPECT_TRUE(to_machine(everything).everything);
    const auto all = fetched(everything, reply);
    ASSERT_EQ(all.topics.size(), 1U);
    EXPECT_EQ(all.topics[0].name, "a-b");
    EXPECT_EQ(all.topics[0].partitions.size(), 2U);

    const auto refused = refused_fetch(some, ErrorCode::coordinator_not_available);
    EXPECT_EQ(refused.error, ErrorCode::coordinator_not_available);
    EXPECT_EQ(refused.topics[1].partitions[0].error, ErrorCode::coordinator_not_available);
}

TEST_F(OffsetTranslationTest, FetchesAskAboutOneGroupOrSeveral) {
    OffsetFetchRequest one;
    one.group_id = "one";
    one.topics = std::vector<OffsetFetchRequest::Topic>{{"orders", {0}}};
    const auto wanted = wanted_groups(one, 7);
    ASSERT_EQ(wanted.size(), 1U);
    EXPECT_EQ(wanted[0].group_id, "one");
    EXPECT_EQ(wanted[0].topics, one.topics);
    OffsetFetchRequest several;
    several.groups = {{.group_id = "a"}, {.group_id = "b"}};
    EXPECT_EQ(wanted_groups(several, 8), several.groups);

    const OffsetFetchResponse::Group group{
        .group_id = "one", .topics = {{"orders", {}}}, .error = ErrorCode::not_coordinator};
    const auto older = to_response({group}, 7);
    EXPECT_EQ(older.topics, group.topics);
    EXPECT_EQ(older.error, ErrorCode::not_coordinator);
    EXPECT_TRUE(older.groups.empty());
    EXPECT_EQ(to_response({group}, 8), (OffsetFetchResponse{.groups = {group}}));
}

} // namespace
} // namespace muster::runtime::kafka
