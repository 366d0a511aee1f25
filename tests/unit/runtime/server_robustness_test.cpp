#include "runtime/generated/kafka/all_messages.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sys/resource.h>

namespace muster::runtime::kafka {
namespace {

using namespace std::string_literals;

/// Whatever one client does, another one is served meanwhile and afterwards.
class HostileClientTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        ServerOptions options{.data = folder_.path(), .topics = {{"orders", 1}}};
        options.frames.write_timeout_ms = 400;
        options.frames.max_unwritten_bytes = std::size_t{1} << 20U;
        return options;
    }

    void expect_others_are_served() {
        EXPECT_TRUE(is_served(bystander_)) << "a client that was there before";
        KafkaClient newcomer(server_.address());
        EXPECT_TRUE(is_served(newcomer)) << "a new client";
    }

    static bool is_served(KafkaClient& client) {
        return client.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}).has_value();
    }

    TemporaryFolder folder_;
    RunningServer server_{options()};
    KafkaClient bystander_{server_.address()};
};

TEST_F(HostileClientTest, BadLengthsEndTheConnection) {
    for (const auto& length :
         {"\xff\xff\xff\xff"s, "\x80\0\0\0"s, "\x7f\xff\xff\xff"s, "\0\x80\0\1"s}) {
        KafkaClient client(server_.address());
        client.send_raw(length);
        EXPECT_TRUE(client.is_closed_by_server());
    }
    KafkaClient http(server_.address());
    http.send_raw("GET / HTTP/1.1\r\nHost: muster\r\n\r\n");
    EXPECT_TRUE(http.is_closed_by_server());
    expect_others_are_served();
}

TEST_F(HostileClientTest, TruncatedFramesOnlyWait) {
    std::vector<std::unique_ptr<KafkaClient>> half_open;
    for (const auto& start :
         {""s, "\0"s, "\0\0\0"s, "\0\0\0\x20"s, "\0\0\0\x20\0\3\0\1"s, "\0\x7f\xff\xff"s}) {
        half_open.push_back(std::make_unique<KafkaClient>(server_.address()));
        half_open.back()->send_raw(start);
    }
    expect_others_are_served();
    half_open.clear();
    expect_others_are_served();
}

TEST_F(HostileClientTest, UnknownApisAndVersionsEndTheConnection) {
    const std::vector<std::pair<std::int16_t, std::int16_t>> not_served{
        {68, 0}, {-1, 0}, {32767, 0}, {3, 13}, {3, -1}, {1, 3}, {0, 2}, {11, 6}};
    for (const auto& [key, version] : not_served) {
        KafkaClient client(server_.address());
        client.send_frame(*make_request(
            {.api_key = key, .api_version = version, .correlation_id = 1, .client_id = "x"},
            "\0\0\0\0"s));
        EXPECT_TRUE(client.is_closed_by_server()) << key << " version " << version;
    }
    expect_others_are_served();
}

TEST_F(HostileClientTest, MalformedBodiesEndTheConnection) {
    for (const auto& api : api_table()) {
        KafkaClient client(server_.address());
        client.send_frame(*make_request({.api_key = static_cast<std::int16_t>(api.key),
                                         .api_version = api.max_version,
                                         .correlation_id = 1,
                                         .client_id = "x"},
                                        "\xff\xff\x7f\xff\xff\xff\1\2\3"s));
        EXPECT_TRUE(client.is_closed_by_server()) << api.name;
    }
    KafkaClient empty(server_.address());
    empty.send_frame("");
    EXPECT_TRUE(empty.is_closed_by_server());
    expect_others_are_served();
}

TEST_F(HostileClientTest, GarbageAndDamagedFramesHarmNobodyElse) {
    std::mt19937 random(
        20261130); // NOLINT(bugprone-random-generator-seed): the same run every time
    const auto frames = recorded_frames();
    for (int i = 0; i < 300; ++i) {
        KafkaClient client(server_.address());
        auto payload = frames[random() % frames.size()].payload;
        for (unsigned changes = random() % 8; changes > 0; --changes) {
            payload[random() % payload.size()] = static_cast<char>(random());
        }
        client.send_frame(payload);
        Bytes noise(random() % 200, '\0');
        for (auto& byte : noise) {
            byte = static_cast<char>(random());
        }
        client.send_raw(noise);
    }
    expect_others_are_served();
}

TEST_F(HostileClientTest, AClientThatNeverReadsIsDropped) {
    {
        KafkaClient producer(server_.address());
        const ProduceRequest request{
            .transactional_id = std::nullopt,
            .acks = 1,
            .timeout_ms = 1000,
            .topics = {{"orders", {{0, make_batch(1, Bytes(500'000, 'x'))}}}}};
        ASSERT_TRUE(producer.call<ProduceResponse>(ApiKey::produce, 7, request));
    }
    FetchRequest fetch;
    fetch.max_bytes = 1 << 20;
    fetch.topics = {{.name = "orders", .partitions = {{.index = 0, .max_bytes = 1 << 20}}}};
    KafkaClient deaf(server_.address());
    for (int i = 0; i < 200; ++i) {
        deaf.send(ApiKey::fetch, 11, fetch);
    }
    expect_others_are_served();
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
    std::size_t received = 0;
    while (const auto frame = deaf.receive_frame(300)) {
        received += frame->size();
    }
    EXPECT_LT(received, 200U * 500'000U) << "not everything was kept for it";
    EXPECT_TRUE(deaf.is_closed_by_server());
    expect_others_are_served();
}

TEST_F(HostileClientTest, AClientFarAheadIsNotReadFromAndLosesNothing) {
    FetchRequest slow;
    slow.max_wait_ms = 500;
    slow.min_bytes = 1;
    slow.topics = {{.name = "orders", .partitions = {{.index = 0, .max_bytes = 1 << 20}}}};
    KafkaClient client(server_.address());
    client.send(ApiKey::fetch, 11, slow);
    constexpr int kRequests = 20'000;
    std::thread sender([&client] {
        for (int i = 0; i < kRequests; ++i) {
            client.send(
                ApiKey::find_coordinator, 2, FindCoordinatorRequest{std::string(100, 'g'), 0});
        }
    });
    EXPECT_TRUE(client.receive<FetchResponse>(11));
    int answered = 0;
    while (answered < kRequests && client.receive<FindCoordinatorResponse>(2)) {
        ++answered;
        ASSERT_EQ(client.answered(), answered + 1);
    }
    sender.join();
    EXPECT_EQ(answered, kRequests);
}

class ConnectionLimitTest : public testing::Test {
protected:
    TemporaryFolder folder_;
};

TEST_F(ConnectionLimitTest, FurtherConnectionsAreRefusedUntilOneGoes) {
    ServerOptions options{.data = folder_.path(), .topics = {{"orders", 1}}};
    options.frames.max_connections = 2;
    const RunningServer server(std::move(options));
    const auto is_served = [](KafkaClient& client) {
        return client.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}).has_value();
    };
    KafkaClient first(server.address());
    EXPECT_TRUE(is_served(first));
    {
        KafkaClient second(server.address());
        EXPECT_TRUE(is_served(second));
        KafkaClient third(server.address());
        EXPECT_TRUE(third.is_closed_by_server());
        EXPECT_TRUE(is_served(first));
    }
    for (int i = 0; i < 100; ++i) {
        KafkaClient again(server.address());
        if (is_served(again)) {
            return;
        }
    }
    FAIL() << "no connection was taken after one had gone";
}

TEST_F(ConnectionLimitTest, WhoeverHoldsTooMuchGoesFirst) {
    ServerOptions options{.data = folder_.path(), .topics = {{"orders", 1}}};
    options.frames.max_held_bytes = 1'000'000;
    const RunningServer server(std::move(options));
    const auto is_served = [](KafkaClient& client) {
        return client.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}).has_value();
    };
    KafkaClient modest(server.address());
    EXPECT_TRUE(is_served(modest));
    const auto most_of_a_frame = "\0\x7f\0\0"s + Bytes(600'000, 'x');
    KafkaClient first(server.address());
    first.send_raw(most_of_a_frame);
    EXPECT_FALSE(first.is_closed_by_server(200)) << "alone it is fine";
    KafkaClient second(server.address());
    second.send_raw(most_of_a_frame);
    EXPECT_TRUE(second.is_closed_by_server());
    EXPECT_TRUE(is_served(modest));
    EXPECT_FALSE(first.is_closed_by_server(50)) << "there is room again";
    KafkaClient third(server.address());
    EXPECT_TRUE(is_served(third));
}

TEST_F(ConnectionLimitTest, IdleConnectionsAreDropped) {
    ServerOptions options{.data = folder_.path(), .topics = {{"orders", 1}}};
    options.frames.idle_timeout_ms = 200;
    const RunningServer server(std::move(options));
    KafkaClient idle(server.address());
    EXPECT_TRUE(idle.is_closed_by_server());
}

TEST_F(ConnectionLimitTest, RunningOutOfDescriptorsIsSurvived) {
    const RunningServer server({.data = folder_.path(), .topics = {{"orders", 1}}});
    KafkaClient before(server.address());
    ASSERT_TRUE(before.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}));
    KafkaClient waiting(server.address()); // In the backlog or taken, either is fine.
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
    {
        // The client has its descriptor already; the server can take none for it while the limit is
        // this low.
        KafkaClient late(server.address());
        auto low = usual;
        low.rlim_cur = 3;
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
        EXPECT_TRUE(before.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}));
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
        EXPECT_TRUE(late.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}));
    }
    EXPECT_TRUE(waiting.call<MetadataResponse>(ApiKey::metadata, 1, MetadataRequest{}));
}

} // namespace
} // namespace muster::runtime::kafka
