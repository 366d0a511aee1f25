#include "runtime/generated/kafka/all_messages.hpp"
#include "tests/unit/runtime/full_disk.hpp"
#include "tests/unit/runtime/group_member.hpp"
#include "tests/unit/runtime/http_get.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace muster::runtime::kafka {
namespace {

class FullDiskTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        ServerOptions options{.data = folder_.path(), .topics = {{"orders", 1}}};
        options.groups.initial_rebalance_delay_ms = 0;
        options.metrics = net::Address{"127.0.0.1", 0};
        return options;
    }

    void restart() {
        server_.reset();
        server_ = std::make_unique<RunningServer>(options());
    }

    ProduceResponse::Partition produce(const Bytes& records) {
        KafkaClient client(server_->address());
        const ProduceRequest request{.transactional_id = std::nullopt,
                                     .timeout_ms = 1000,
                                     .topics = {{"orders", {{0, records}}}}};
        return client.call<ProduceResponse>(ApiKey::produce, 11, request)->topics[0].partitions[0];
    }

    ErrorCode create(const std::string& name) {
        KafkaClient client(server_->address());
        return client
            .call<CreateTopicsResponse>(
                ApiKey::create_topics, 7, CreateTopicsRequest{.topics = {{.name = name}}})
            ->topics[0]
            .error;
    }

    ErrorCode remove(const std::string& name) {
        KafkaClient client(server_->address());
        return client
            .call<DeleteTopicsResponse>(
                ApiKey::delete_topics, 5, DeleteTopicsRequest{.topic_names = {name}})
            ->topics[0]
            .error;
    }

    static ErrorCode commit(GroupMember& member, std::int64_t offset) {
        member.send_commit("orders", 0, offset);
        return member.client.receive<OffsetCommitResponse>(7)->topics[0].partitions[0].error;
    }

    TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(options());
};

TEST_F(FullDiskTest, MessagesAreRefusedUntilThereIsRoom) {
    ASSERT_EQ(produce(make_batch(2, "before")).base_offset, 0);
    {
        const FullDisk full;
        const auto refused = produce(make_batch(1, "lost"));
        EXPECT_EQ(refused.error, ErrorCode::kafka_storage_error);
        EXPECT_EQ(refused.base_offset, -1);
        EXPECT_TRUE(refused.error_message);
        KafkaClient client(server_->address());
        FetchRequest fetch;
        fetch.topics = {{.name = "orders", .partitions = {{.index = 0, .max_bytes = 1 << 20}}}};
        const auto read = client.call<FetchResponse>(ApiKey::fetch, 11, fetch);
        EXPECT_EQ(read->topics[0].partitions[0].high_watermark, 2) << "reading goes on";
        EXPECT_FALSE(read->topics[0].partitions[0].records->empty());
    }
    EXPECT_EQ(produce(make_batch(1, "after")).base_offset, 2);
    restart();
    EXPECT_EQ(produce(make_batch(1, "later")).base_offset, 3);
}

TEST_F(FullDiskTest, ANumberedBatchThatWasRefusedIsTakenWhenItIsSentAgain) {
    const auto batch = [](std::int32_t sequence) {
        return make_batch(1, "r", 1, {.producer_id = 5, .epoch = 0, .sequence = sequence});
    };
    ASSERT_EQ(produce(batch(0)).base_offset, 0);
    {
        const FullDisk full;
        EXPECT_EQ(produce(batch(1)).error, ErrorCode::kafka_storage_error);
        EXPECT_EQ(produce(batch(0)).base_offset, 0) << "that one is there";
    }
    EXPECT_EQ(produce(batch(1)).base_offset, 1);
}

TEST_F(FullDiskTest, GroupsAcknowledgeNothingThatIsLostAndGoOn) {
    GroupMember member(server_->address());
    ASSERT_EQ(member.join()->error, ErrorCode::none);
    ASSERT_EQ(member.sync({{member.id, "all"}})->error, ErrorCode::none);
    ASSERT_EQ(commit(member, 10), ErrorCode::none);
    {
        const FullDisk full;
        EXPECT_EQ(commit(member, 20), ErrorCode::coordinator_not_available);
        GroupMember newcomer(server_->address());
        newcomer.group = "another";
        const auto joined = newcomer.join();
        ASSERT_TRUE(joined);
        EXPECT_EQ(joined->error, ErrorCode::coordinator_not_available);
        EXPECT_THAT(http_get(server_->metrics_address(), "/metrics"),
                    testing::HasSubstr("muster_store_writes_total{result=\"failed\"}"));
    }
    EXPECT_EQ(member.committed("orders", 0), 10);
    EXPECT_EQ(commit(member, 30), ErrorCode::none)
        << "the member and its generation were on disk before";
    restart();
    GroupMember observer(server_->address());
    EXPECT_EQ(observer.committed("orders", 0), 30);
}

TEST_F(FullDiskTest, TopicsAreNeitherMadeNorDeleted) {
    ASSERT_EQ(create("made"), ErrorCode::none);
    {
        const FullDisk full;
        EXPECT_EQ(create("lost"), ErrorCode::kafka_storage_error);
        EXPECT_EQ(remove("made"), ErrorCode::kafka_storage_error);
        KafkaClient client(server_->address());
        EXPECT_EQ(
            client
                .call<InitProducerIdResponse>(ApiKey::init_producer_id, 4, InitProducerIdRequest{})
                ->error,
            ErrorCode::coordinator_not_available);
    }
    EXPECT_EQ(create("made"), ErrorCode::topic_already_exists);
    EXPECT_EQ(create("lost"), ErrorCode::none);
    EXPECT_EQ(remove("made"), ErrorCode::none);
    restart();
    EXPECT_EQ(create("lost"), ErrorCode::topic_already_exists);
    EXPECT_EQ(create("made"), ErrorCode::none);
}

} // namespace
} // namespace muster::runtime::kafka
