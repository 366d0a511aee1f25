#include "runtime/generated/kafka/all_messages.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace muster::runtime::kafka {
namespace {

class TopicAdministrationTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        return {.data = folder_.path(), .topics = {{"orders", 3}}};
    }

    void restart(ServerOptions changed) {
        client_.reset();
        server_.reset();
        server_ = std::make_unique<RunningServer>(std::move(changed));
        client_ = std::make_unique<KafkaClient>(server_->address());
    }

    CreateTopicsResponse::Topic create(const CreateTopicsRequest::Topic& topic, int version = 7) {
        const auto answer = client_->call<CreateTopicsResponse>(
            ApiKey::create_topics, version, CreateTopicsRequest{.topics = {topic}});
        EXPECT_TRUE(answer) << version;
        return answer ? answer->topics.at(0) : CreateTopicsResponse::Topic{};
    }

    DeleteTopicsResponse::Topic remove(const std::string& name) {
        return client_
            ->call<DeleteTopicsResponse>(
                ApiKey::delete_topics, 5, DeleteTopicsRequest{.topic_names = {name}})
            ->topics.at(0);
    }

    MetadataResponse metadata(MetadataRequest request, int version = 12) {
        const auto answer = client_->call<MetadataResponse>(ApiKey::metadata, version, request);
        EXPECT_TRUE(answer) << version;
        return answer.value_or(MetadataResponse{});
    }

    /// The names of all topics, each with the number of its partitions.
    std::map<std::string, std::size_t> topics() {
        std::map<std::string, std::size_t> found;
        for (const auto& topic : metadata({.topics = std::nullopt}).topics) {
            found[topic.name.value_or("?")] = topic.partitions.size();
        }
        return found;
    }

    using Topics = std::map<std::string, std::size_t>;

    TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(options());
    std::unique_ptr<KafkaClient> client_ = std::make_unique<KafkaClient>(server_->address());
};

TEST_F(TopicAdministrationTest, MakesTopicsInEveryVersion) {
    for (int version = 0; version <= 7; ++version) {
        const auto made = create({.name = "t" + std::to_string(version),
                                  .num_partitions = version + 1,
                                  .replication_factor = 1},
                                 version);
        EXPECT_EQ(made.error, ErrorCode::none) << version;
        EXPECT_EQ(made.num_partitions, version >= 5 ? version + 1 : -1);
        EXPECT_EQ(made.configs.has_value() && !made.configs->empty(), version >= 5);
        EXPECT_EQ(made.topic_id != Uuid{}, version >= 7);
    }
    const auto before = topics();
    EXPECT_EQ(before.size(), 9U);
    EXPECT_EQ(before.at("t4"), 5U);
    restart({.data = folder_.path()});
    EXPECT_EQ(topics(), before) << "also what is not given any more";
}

TEST_F(TopicAdministrationTest, LeavesOpenWhatIsLeftOpen) {
    auto changed = options();
    changed.topic_defaults.partitions = 4;
    restart(changed);
    EXPECT_EQ(create({.name = "open"}).num_partitions, 4);
    const auto placed = create({.name = "placed", .assignments = {{1, {1}}, {0, {1}}}});
    EXPECT_EQ(placed.error, ErrorCode::none);
    EXPECT_EQ(placed.num_partitions, 2);
    EXPECT_EQ(create({.name = "set", .configs = {{"retention.ms", "-1"}}}).error, ErrorCode::none);
}

TEST_F(TopicAdministrationTest, RefusesAsKafkaDoes) {
    const auto error_of = [this](const CreateTopicsRequest::Topic& topic) {
        const auto result = create(topic);
        EXPECT_TRUE(result.error_message) << topic.name;
        return result.error;
    };
    EXPECT_EQ(error_of({.name = "orders"}), ErrorCode::topic_already_exists);
    EXPECT_EQ(error_of({.name = "a/b"}), ErrorCode::invalid_topic);
    EXPECT_EQ(error_of({.name = "n", .num_partitions = 0}), ErrorCode::invalid_partitions);
    EXPECT_EQ(error_of({.name = "n", .num_partitions = -2}), ErrorCode::invalid_partitions);
    EXPECT_EQ(error_of({.name = "n", .replication_factor = 2}),
              ErrorCode::invalid_replication_factor);
    EXPECT_EQ(error_of({.name = "n", .replication_factor = 0}),
              ErrorCode::invalid_replication_factor);
    EXPECT_EQ(error_of({.name = "n", .assignments = {{0, {2}}}}),
              ErrorCode::invalid_replica_assignment);
    EXPECT_EQ(error_of({.name = "n", .assignments = {{1, {1}}}}),
              ErrorCode::invalid_replica_assignment);
    EXPECT_EQ(error_of({.name = "n", .assignments = {{0, {1}}, {0, {1}}}}),
              ErrorCode::invalid_replica_assignment);
    EXPECT_EQ(error_of({.name = "n", .num_partitions = 1, .assignments = {{0, {1}}}}),
              ErrorCode::invalid_request);
    EXPECT_EQ(error_of({.name = "n", .configs = {{"retention.ms", "1000"}}}),
              ErrorCode::invalid_config);
    EXPECT_EQ(error_of({.name = "n", .configs = {{"colour", "red"}}}), ErrorCode::invalid_config);
    EXPECT_EQ(topics(), (Topics{{"orders", 3}}));
}

TEST_F(TopicAdministrationTest, OneRefusalDoesNotTouchTheOthers) {
    const auto answer = client_->call<CreateTopicsResponse>(
        ApiKey::create_topics,
        7,
        CreateTopicsRequest{
            .topics = {
                {.name = "good"}, {.name = "twice"}, {.name = "orders"}, {.name = "twice"}}});
    ASSERT_TRUE(answer);
    std::vector<ErrorCode> errors;
    for (const auto& topic : answer->topics) {
        errors.push_back(topic.error);
    }
    EXPECT_EQ(errors,
              (std::vector<ErrorCode>{ErrorCode::none,
                                      ErrorCode::invalid_request,
                                      ErrorCode::topic_already_exists,
                                      ErrorCode::invalid_request}));
    EXPECT_EQ(topics(), (Topics{{"good", 1}, {"orders", 3}}));
}

TEST_F(TopicAdministrationTest, ValidatesWithoutMaking) {
    const auto answer = client_->call<CreateTopicsResponse>(
        ApiKey::create_topics,
        5,
        CreateTopicsRequest{.topics = {{.name = "would", .num_partitions = 2}, {.name = "orders"}},
                            .validate_only = true});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->topics[0].error, ErrorCode::none);
    EXPECT_EQ(answer->topics[0].num_partitions, 2);
    EXPECT_EQ(answer->topics[1].error, ErrorCode::topic_already_exists);
    EXPECT_EQ(topics(), (Topics{{"orders", 3}}));
}

TEST_F(TopicAdministrationTest, DeletesTopicsInEveryVersion) {
    for (int version = 0; version <= 5; ++version) {
        create({.name = "goes"});
        const auto answer = client_->call<DeleteTopicsResponse>(
            ApiKey::delete_topics,
            version,
            DeleteTopicsRequest{.topic_names = {"goes", "nowhere", "goes"}});
        ASSERT_TRUE(answer) << version;
        EXPECT_EQ(answer->topics[0].error, ErrorCode::none);
        EXPECT_EQ(answer->topics[1].error, ErrorCode::unknown_topic_or_partition);
        EXPECT_EQ(answer->topics[2].error, ErrorCode::invalid_request);
    }
    const auto id = create({.name = "by-id"}).topic_id;
    create({.name = "by-name"});
    Uuid unknown = id;
    unknown[0] ^= 1U;
    const auto answer =
        client_->call<DeleteTopicsResponse>(ApiKey::delete_topics,
                                            6,
                                            DeleteTopicsRequest{.topics = {{std::nullopt, id},
                                                                           {"by-name", {}},
                                                                           {std::nullopt, unknown},
                                                                           {std::nullopt, {}},
                                                                           {"orders", id}}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->topics[0].error, ErrorCode::none);
    EXPECT_EQ(answer->topics[0].name, "by-id");
    EXPECT_EQ(answer->topics[1].error, ErrorCode::none);
    EXPECT_EQ(answer->topics[2].error, ErrorCode::unknown_topic_id);
    EXPECT_EQ(answer->topics[3].error, ErrorCode::invalid_request);
    EXPECT_EQ(answer->topics[4].error, ErrorCode::invalid_request);
    restart({.data = folder_.path()});
    EXPECT_EQ(topics(), (Topics{{"orders", 3}}));
}

TEST_F(TopicAdministrationTest, AFetchThatWaitsHearsThatItsTopicIsGone) {
    KafkaClient waiting(server_->address());
    FetchRequest fetch;
    fetch.max_wait_ms = 20'000;
    fetch.min_bytes = 1;
    fetch.topics = {{.name = "orders", .partitions = {{.index = 1, .max_bytes = 1 << 20}}}};
    waiting.send(ApiKey::fetch, 11, fetch);
    EXPECT_FALSE(waiting.receive_frame(100));
    EXPECT_EQ(remove("orders").error, ErrorCode::none);
    const auto answer = waiting.receive<FetchResponse>(11);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->topics[0].partitions[0].error, ErrorCode::unknown_topic_or_partition);
}

TEST_F(TopicAdministrationTest, AskingForATopicMakesItIfClientAndServerWantThat) {
    const auto error_of = [this](const std::string& name, int version, bool allowed) {
        return metadata({.topics = {{{.name = name}}}, .allow_auto_create = allowed}, version)
            .topics.at(0)
            .error;
    };
    EXPECT_EQ(error_of("a", 12, false), ErrorCode::unknown_topic_or_partition);
    EXPECT_EQ(error_of("a", 12, true), ErrorCode::none);
    EXPECT_EQ(error_of("b", 1, true), ErrorCode::none) << "old versions always ask for that";
    EXPECT_EQ(error_of("a/b", 12, true), ErrorCode::invalid_topic);
    EXPECT_EQ(error_of("a/b", 12, false), ErrorCode::invalid_topic);
    EXPECT_EQ(topics(), (Topics{{"a", 1}, {"b", 1}, {"orders", 3}}));

    auto changed = options();
    changed.topic_defaults = {.partitions = 5, .auto_create = false};
    restart(changed);
    EXPECT_EQ(error_of("c", 12, true), ErrorCode::unknown_topic_or_partition);
    changed.topic_defaults.auto_create = true;
    changed.topic_limits.max_partitions = 10;
    restart(changed);
    EXPECT_EQ(error_of("c", 12, true), ErrorCode::none);
    EXPECT_EQ(error_of("d", 12, true), ErrorCode::policy_violation);
    EXPECT_EQ(topics(), (Topics{{"a", 1}, {"b", 1}, {"c", 5}, {"orders", 3}}));
}

TEST_F(TopicAdministrationTest, DescribesTheCluster) {
    for (int version = 0; version <= 1; ++version) {
        const auto answer = client_->call<DescribeClusterResponse>(
            ApiKey::describe_cluster,
            version,
            DescribeClusterRequest{.include_cluster_authorized_operations = version == 1});
        ASSERT_TRUE(answer) << version;
        EXPECT_EQ(answer->error, ErrorCode::none);
        EXPECT_EQ(answer->controller_id, 1);
        ASSERT_EQ(answer->brokers.size(), 1U);
        EXPECT_EQ(answer->brokers[0].host, "127.0.0.1");
        EXPECT_EQ(answer->brokers[0].port, server_->address().port);
        // Create, describe, describe configurations, write idempotently.
        EXPECT_EQ(answer->cluster_authorized_operations,
                  version == 1 ? (1 << 5 | 1 << 8 | 1 << 10 | 1 << 12)
                               : std::numeric_limits<std::int32_t>::min());
    }
    const auto error_of = [this](std::int8_t type) {
        return client_
            ->call<DescribeClusterResponse>(
                ApiKey::describe_cluster, 1, DescribeClusterRequest{.endpoint_type = type})
            ->error;
    };
    EXPECT_EQ(error_of(2), ErrorCode::mismatched_endpoint_type);
    EXPECT_EQ(error_of(3), ErrorCode::unsupported_endpoint_type);
}

TEST_F(TopicAdministrationTest, TellsHowTopicsAndTheBrokerAreSet) {
    auto changed = options();
    changed.configs = {{.name = "num.partitions",
                        .value = "7",
                        .type = ConfigType::int32,
                        .help = "how many",
                        .is_default = false}};
    restart(changed);
    for (int version = 0; version <= 4; ++version) {
        const bool has_documentation = version >= 3;
        const auto answer = client_->call<DescribeConfigsResponse>(
            ApiKey::describe_configs,
            version,
            DescribeConfigsRequest{
                .resources = {{.type = 2, .name = "orders", .keys = {{"retention.ms", "colour"}}},
                              {.type = 4, .name = "1", .keys = std::nullopt}},
                .include_synonyms = version >= 1,
                .include_documentation = has_documentation});
        ASSERT_TRUE(answer) << version;
        const auto& topic = answer->results.at(0);
        ASSERT_EQ(topic.configs.size(), 1U);
        EXPECT_EQ(topic.configs[0].name, "retention.ms");
        EXPECT_EQ(topic.configs[0].value, "-1");
        EXPECT_TRUE(topic.configs[0].is_read_only);
        EXPECT_EQ(topic.configs[0].is_default, version == 0);
        EXPECT_EQ(topic.configs[0].source, version >= 1 ? 5 : -1);
        const auto& broker = answer->results.at(1);
        ASSERT_EQ(broker.configs.size(), 1U);
        EXPECT_EQ(broker.configs[0].value, "7");
        EXPECT_FALSE(broker.configs[0].is_default);
        EXPECT_EQ(broker.configs[0].source, version >= 1 ? 4 : -1);
        EXPECT_EQ(broker.configs[0].synonyms.size(), version >= 1 ? 1U : 0U);
        EXPECT_EQ(broker.configs[0].type, has_documentation ? 3 : 0);
        EXPECT_EQ(broker.configs[0].documentation,
                  has_documentation ? std::optional<std::string>("how many") : std::nullopt);
    }
    const auto error_of = [this](std::int8_t type, const std::string& name) {
        return client_
            ->call<DescribeConfigsResponse>(
                ApiKey::describe_configs,
                4,
                DescribeConfigsRequest{
                    .resources = {{.type = type, .name = name, .keys = std::nullopt}}})
            ->results.at(0)
            .error;
    };
    EXPECT_EQ(error_of(2, "orders"), ErrorCode::none);
    EXPECT_EQ(error_of(2, "nowhere"), ErrorCode::unknown_topic_or_partition);
    EXPECT_EQ(error_of(2, "a/b"), ErrorCode::invalid_topic);
    EXPECT_EQ(error_of(4, ""), ErrorCode::none);
    EXPECT_EQ(error_of(4, "2"), ErrorCode::invalid_request);
    EXPECT_EQ(error_of(8, "1"), ErrorCode::invalid_request);
}

} // namespace
} // namespace muster::runtime::kafka
