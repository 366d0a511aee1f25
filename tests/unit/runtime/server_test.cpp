#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/cluster_service.hpp"
#include "runtime/kafka/server.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace muster::runtime::kafka {
namespace {

class ServerTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        return {.data = folder_.path(), .topics = {{"orders", 3}, {"audit", 1}}};
    }

    static ProduceRequest one_batch(const Bytes& batch, std::int16_t acks, std::int32_t index = 0) {
        return {.transactional_id = std::nullopt,
                .acks = acks,
                .timeout_ms = 1000,
                .topics = {{"orders", {{index, batch}}}}};
    }

    static FetchRequest
    from(std::int64_t offset, std::int32_t max_wait_ms, std::int32_t min_bytes = 1) {
        FetchRequest request;
        request.max_wait_ms = max_wait_ms;
        request.min_bytes = min_bytes;
        request.max_bytes = 1 << 20;
        request.topics = {{.name = "orders",
                           .partitions = {{.index = 0, .offset = offset, .max_bytes = 1 << 20}}}};
        return request;
    }

    TemporaryFolder folder_;
};

TEST_F(ServerTest, TellsItsVersionsToOldAndNewClients) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    for (int version = 0; version <= 4; ++version) {
        const auto answer = client.call<ApiVersionsResponse>(
            ApiKey::api_versions, version, ApiVersionsRequest{"t", "1"});
        ASSERT_TRUE(answer) << version;
        EXPECT_EQ(answer->error, ErrorCode::none);
        EXPECT_EQ(answer->apis.size(), api_table().size());
    }
    client.send_frame(
        make_request({.api_key = 18, .api_version = 5, .correlation_id = 8, .client_id = "t"},
                     "whatever version 5 may be")
            .value());
    const auto refusal = client.receive<ApiVersionsResponse>(0);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(client.answered(), 8);
    EXPECT_EQ(refusal->error, ErrorCode::unsupported_version);
    EXPECT_EQ(refusal->apis.size(), api_table().size());
}

TEST_F(ServerTest, AnswersEveryVersionThatItAdvertises) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    for (const auto& api : api_table()) {
        for (int version = api.min_version; version <= api.max_version; ++version) {
            with_messages(api.key, [&]<class Request, class Response>(Request request, Response) {
                // The oldest versions of two have no null that would ask for everything.
                if constexpr (std::is_same_v<Request, MetadataRequest> ||
                              std::is_same_v<Request, OffsetFetchRequest>) {
                    if (version <= 1) {
                        request.topics.emplace();
                    }
                }
                EXPECT_TRUE(client.call<Response>(api.key, version, request))
                    << api.name << " version " << version;
            });
        }
    }
}

TEST_F(ServerTest, DescribesItself) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    for (int version = 0; version <= 12; ++version) {
        const auto all = client.call<MetadataResponse>(
            ApiKey::metadata,
            version,
            MetadataRequest{.topics = version == 0
                                          ? std::optional(std::vector<MetadataRequest::Topic>{})
                                          : std::nullopt});
        ASSERT_TRUE(all) << version;
        ASSERT_EQ(all->topics.size(), 2U);
        EXPECT_EQ(all->topics[1].name, "orders");
        EXPECT_EQ(all->topics[1].partitions.size(), 3U);
        ASSERT_EQ(all->brokers.size(), 1U);
        EXPECT_EQ(all->brokers[0].host, "127.0.0.1");
        EXPECT_EQ(all->brokers[0].port, server.address().port);
    }
    const auto some = client.call<MetadataResponse>(
        ApiKey::metadata,
        4,
        MetadataRequest{.topics = {{{.name = "unknown"}, {.name = "audit"}, {.name = "audit"}}},
                        .allow_auto_create = false});
    ASSERT_TRUE(some);
    ASSERT_EQ(some->topics.size(), 2U) << "each topic once";
    EXPECT_EQ(some->topics[0].error, ErrorCode::none);
    EXPECT_EQ(some->topics[1].error, ErrorCode::unknown_topic_or_partition);
    const auto none = client.call<MetadataResponse>(
        ApiKey::metadata, 1, MetadataRequest{.topics = std::vector<MetadataRequest::Topic>{}});
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->topics.empty());

    const auto coordinator = client.call<FindCoordinatorResponse>(
        ApiKey::find_coordinator, 2, FindCoordinatorRequest{"group", 0});
    ASSERT_TRUE(coordinator);
    EXPECT_EQ(coordinator->port, server.address().port);
    EXPECT_EQ(client
                  .call<FindCoordinatorResponse>(
                      ApiKey::find_coordinator, 2, FindCoordinatorRequest{"transaction", 1})
                  ->error,
              ErrorCode::invalid_request);
}

TEST_F(ServerTest, FindsTheCoordinatorsOfSeveralGroupsAtOnce) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    for (int version = 0; version <= 3; ++version) {
        const auto one = client.call<FindCoordinatorResponse>(
            ApiKey::find_coordinator, version, FindCoordinatorRequest{.key = "group"});
        ASSERT_TRUE(one) << version;
        EXPECT_EQ(one->port, server.address().port);
        EXPECT_TRUE(one->coordinators.empty());
    }
    for (int version = 4; version <= 6; ++version) {
        const auto several = client.call<FindCoordinatorResponse>(
            ApiKey::find_coordinator, version, FindCoordinatorRequest{.keys = {"b", "a", "b"}});
        ASSERT_TRUE(several) << version;
        ASSERT_EQ(several->coordinators.size(), 3U);
        EXPECT_EQ(several->coordinators[0].key, "b");
        EXPECT_EQ(several->coordinators[1].key, "a");
        EXPECT_EQ(several->coordinators[2].key, "b");
        for (const auto& each : several->coordinators) {
            EXPECT_EQ(each.error, ErrorCode::none);
            EXPECT_EQ(each.node_id, 1);
            EXPECT_EQ(each.host, "127.0.0.1");
            EXPECT_EQ(each.port, server.address().port);
        }
        const auto transaction = client.call<FindCoordinatorResponse>(
            ApiKey::find_coordinator,
            version,
            FindCoordinatorRequest{.key_type = 1, .keys = {"transaction"}});
        ASSERT_TRUE(transaction) << version;
        EXPECT_EQ(transaction->coordinators[0].error, ErrorCode::invalid_request);
        EXPECT_EQ(transaction->coordinators[0].node_id, -1);
    }
}

TEST_F(ServerTest, KeepsMessagesAndServesThem) {
    const auto batch = make_batch(2, "records", 5000);
    {
        const RunningServer server(options());
        KafkaClient client(server.address());
        const auto produced =
            client.call<ProduceResponse>(ApiKey::produce, 7, one_batch(batch, -1));
        ASSERT_TRUE(produced);
        EXPECT_EQ(produced->topics[0].partitions[0].error, ErrorCode::none);
        EXPECT_EQ(produced->topics[0].partitions[0].base_offset, 0);
        EXPECT_EQ(client.call<ProduceResponse>(ApiKey::produce, 3, one_batch(batch, 1))
                      ->topics[0]
                      .partitions[0]
                      .base_offset,
                  2);
    }
    const RunningServer server(options());
    KafkaClient client(server.address());
    for (int version = 4; version <= 12; ++version) {
        const auto fetched = client.call<FetchResponse>(ApiKey::fetch, version, from(1, 0));
        ASSERT_TRUE(fetched) << version;
        const auto& partition = fetched->topics[0].partitions[0];
        EXPECT_EQ(partition.high_watermark, 4);
        EXPECT_EQ(partition.records->size(), 2 * batch.size());
    }
    EXPECT_EQ(
        client.call<FetchResponse>(ApiKey::fetch, 11, from(5, 1000))->topics[0].partitions[0].error,
        ErrorCode::offset_out_of_range);
    const auto offset_at = [&client](std::int64_t timestamp) {
        const ListOffsetsRequest request{
            .isolation_level = 1, .topics = {{"orders", {{.index = 0, .timestamp = timestamp}}}}};
        return client.call<ListOffsetsResponse>(ApiKey::list_offsets, 2, request)
            ->topics[0]
            .partitions[0]
            .offset;
    };
    EXPECT_EQ(offset_at(kLatestTimestamp), 4);
    EXPECT_EQ(offset_at(kEarliestTimestamp), 0);
    EXPECT_EQ(offset_at(4000), 0);
    EXPECT_EQ(offset_at(6000), -1);
}

TEST_F(ServerTest, RefusesWhatItCannotKeep) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    const auto error_of = [&client](const ProduceRequest& request) {
        return client.call<ProduceResponse>(ApiKey::produce, 7, request)
            ->topics[0]
            .partitions[0]
            .error;
    };
    EXPECT_EQ(error_of(one_batch("garbage", 1)), ErrorCode::corrupt_message);
    EXPECT_EQ(error_of(one_batch(make_batch(1, "x"), 1, 7)), ErrorCode::unknown_topic_or_partition);
    EXPECT_EQ(error_of(one_batch(make_batch(1, "x"), 2)), ErrorCode::invalid_required_acks);
    client.send(ApiKey::produce, 7, one_batch("garbage", 0));
    EXPECT_TRUE(client.is_closed_by_server()) << "there is no other way to tell";
}

TEST_F(ServerTest, SendsNoAnswerWhereNoneIsWanted) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    client.send(ApiKey::produce, 7, one_batch(make_batch(1, "x"), 0));
    EXPECT_TRUE(client.call<FetchResponse>(ApiKey::fetch, 4, from(0, 0)))
        << "the next answer is the fetch's";
}

TEST_F(ServerTest, AFetchWaitsForMessages) {
    const RunningServer server(options());
    KafkaClient consumer(server.address());
    KafkaClient producer(server.address());
    consumer.send(ApiKey::fetch, 11, from(0, 20'000));
    EXPECT_FALSE(consumer.receive_frame(200));
    ASSERT_TRUE(
        producer.call<ProduceResponse>(ApiKey::produce, 7, one_batch(make_batch(1, "x"), 1, 1)));
    EXPECT_FALSE(consumer.receive_frame(100)) << "another partition";
    ASSERT_TRUE(
        producer.call<ProduceResponse>(ApiKey::produce, 7, one_batch(make_batch(1, "x"), 1)));
    const auto fetched = consumer.receive<FetchResponse>(11);
    ASSERT_TRUE(fetched);
    EXPECT_FALSE(fetched->topics[0].partitions[0].records->empty());

    const auto before = std::chrono::steady_clock::now();
    const auto empty = consumer.call<FetchResponse>(ApiKey::fetch, 11, from(1, 150));
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->topics[0].partitions[0].records->empty());
    // The server counts whole milliseconds.
    EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(149));
}

TEST_F(ServerTest, AnswersInTheOrderOfRequests) {
    const RunningServer server(options());
    KafkaClient client(server.address());
    const auto slow = client.send(ApiKey::fetch, 11, from(0, 300));
    const auto quick = client.send(ApiKey::metadata, 1, MetadataRequest{});
    ASSERT_TRUE(client.receive<FetchResponse>(11));
    EXPECT_EQ(client.answered(), slow);
    ASSERT_TRUE(client.receive<MetadataResponse>(1));
    EXPECT_EQ(client.answered(), quick);
}

TEST_F(ServerTest, SaysWhyItCannotStart) {
    const auto refused = [](const ServerOptions& refused_options) {
        const auto server = Server::open(refused_options);
        return server ? std::string("it started") : server.error().message;
    };
    const RunningServer server(options());
    EXPECT_THAT(refused(options()), testing::HasSubstr("in use by another server"));
    const TemporaryFolder other;
    auto taken = options();
    taken.data = other.path();
    taken.listen = server.address();
    EXPECT_THAT(refused(taken), testing::HasSubstr("cannot listen on 127.0.0.1:"));
    auto no_folder = options();
    std::ofstream(other.path() / "file") << "not a folder";
    no_folder.data = other.path() / "file";
    EXPECT_THAT(refused(no_folder), testing::HasSubstr("cannot use"));
    auto twice = options();
    twice.data = other.path() / "twice";
    twice.topics.push_back({"orders", 1});
    EXPECT_THAT(refused(twice), testing::HasSubstr("given twice"));
}

TEST(Options, AreReadFromText) {
    EXPECT_EQ(parse_topic("orders:6")->partitions, 6);
    EXPECT_EQ(parse_topic("a.b_c-1:1")->name, "a.b_c-1");
    for (const auto* bad : {"",
                            "orders",
                            ":1",
                            "orders:",
                            "orders:0",
                            "orders:-1",
                            "orders:x",
                            "orders:1x",
                            "..:1",
                            "a/b:1",
                            "orders:10001",
                            "orders:01",
                            "orders:99999999999"}) {
        EXPECT_FALSE(parse_topic(bad)) << bad;
    }
    EXPECT_FALSE(parse_topic(std::string(250, 'a') + ":1"));
    EXPECT_EQ(parse_address("localhost:9092")->port, 9092);
    for (const auto* bad : {"", ":1", "host", "host:", "host:70000", "host:-1", "host:x"}) {
        EXPECT_FALSE(parse_address(bad)) << bad;
    }
    EXPECT_EQ(parse_partition_name("a-b-12")->topic, "a-b");
    EXPECT_EQ(parse_partition_name("a-b-12")->index, 12);
    for (const auto* bad : {"", "a", "a-", "a-x", "a-01", "a-+1"}) {
        EXPECT_FALSE(parse_partition_name(bad)) << bad;
    }
}

} // namespace
} // namespace muster::runtime::kafka
