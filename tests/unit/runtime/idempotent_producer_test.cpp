#include "runtime/generated/kafka/all_messages.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace muster::runtime::kafka {
namespace {

class IdempotentProducerTest : public testing::Test {
protected:
    void restart() {
        client_.reset();
        server_.reset();
        server_ = std::make_unique<RunningServer>(
            ServerOptions{.data = folder_.path(), .topics = {{"orders", 1}}});
        client_ = std::make_unique<KafkaClient>(server_->address());
    }

    void SetUp() override { restart(); }

    InitProducerIdResponse ask_for_id(int version, std::optional<std::string> transactional_id) {
        const auto answer = client_->call<InitProducerIdResponse>(
            ApiKey::init_producer_id,
            version,
            InitProducerIdRequest{.transactional_id = std::move(transactional_id),
                                  .transaction_timeout_ms = 1000});
        EXPECT_TRUE(answer) << version;
        return answer.value_or(InitProducerIdResponse{});
    }

    ProduceResponse::Partition
    send(const Bytes& records, int version = 11, std::optional<std::string> transaction = {}) {
        const ProduceRequest request{.transactional_id = std::move(transaction),
                                     .acks = -1,
                                     .timeout_ms = 1000,
                                     .topics = {{"orders", {{0, records}}}}};
        const auto answer = client_->call<ProduceResponse>(ApiKey::produce, version, request);
        EXPECT_TRUE(answer) << version;
        return answer ? answer->topics[0].partitions[0] : ProduceResponse::Partition{};
    }

    TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_;
    std::unique_ptr<KafkaClient> client_;
};

TEST_F(IdempotentProducerTest, EveryProducerGetsAnIdOfItsOwn) {
    std::set<std::int64_t> ids;
    for (int round = 0; round < 2; ++round) {
        for (int version = 0; version <= 4; ++version) {
            const auto answer = ask_for_id(version, std::nullopt);
            EXPECT_EQ(answer.error, ErrorCode::none);
            EXPECT_EQ(answer.producer_epoch, 0);
            EXPECT_TRUE(ids.insert(answer.producer_id).second) << answer.producer_id;
        }
        restart();
    }
    const auto again = client_->call<InitProducerIdResponse>(
        ApiKey::init_producer_id,
        4,
        InitProducerIdRequest{.producer_id = *ids.begin(), .producer_epoch = 0});
    ASSERT_TRUE(again);
    EXPECT_FALSE(ids.contains(again->producer_id)) << "whoever asks again gets another one";
}

TEST_F(IdempotentProducerTest, TransactionsAreRefused) {
    for (int version = 0; version <= 4; ++version) {
        const auto answer = ask_for_id(version, "mine");
        EXPECT_EQ(answer.error, ErrorCode::invalid_request);
        EXPECT_EQ(answer.producer_id, -1);
        EXPECT_EQ(answer.producer_epoch, -1);
    }
    EXPECT_EQ(send(make_batch(1, "r"), 11, "mine").error, ErrorCode::invalid_request);
    EXPECT_EQ(send(make_batch(1, "r", 1, {3, 0, 0, 0x10})).error,
              ErrorCode::invalid_transaction_state);
}

TEST_F(IdempotentProducerTest, WhatIsSentAgainIsKeptOnceAndGapsAreRefused) {
    const auto id = ask_for_id(4, std::nullopt).producer_id;
    const auto batch = [id](std::int32_t sequence, std::int16_t epoch = 0) {
        return make_batch(2, "r", 1, {.producer_id = id, .epoch = epoch, .sequence = sequence});
    };
    for (int version = 3; version <= 11; ++version) {
        const auto number = version - 3;
        const auto first = send(batch(2 * number), version);
        EXPECT_EQ(first.error, ErrorCode::none);
        EXPECT_EQ(first.base_offset, 2 * number);
        EXPECT_EQ(send(batch(2 * number), version).base_offset, 2 * number) << "again";
    }
    const auto gap = send(batch(40));
    EXPECT_EQ(gap.error, ErrorCode::out_of_order_sequence_number);
    EXPECT_TRUE(gap.error_message);
    restart();
    EXPECT_EQ(send(batch(16)).base_offset, 16) << "the last one, after a restart";
    EXPECT_EQ(send(batch(18)).base_offset, 18);
    EXPECT_EQ(send(batch(0, 1)).base_offset, 20) << "a new epoch";
    EXPECT_EQ(send(batch(20)).error, ErrorCode::invalid_producer_epoch);
    EXPECT_EQ(send(batch(2, 1) + batch(4, 1)).error, ErrorCode::invalid_record);
}

} // namespace
} // namespace muster::runtime::kafka
