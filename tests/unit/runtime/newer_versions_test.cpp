#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/cluster_service.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace muster::runtime::kafka {
namespace {

/// What newer versions of the APIs for messages have and older ones do not.
class NewerVersionsTest : public testing::Test {
protected:
    void SetUp() override {
        for (const std::int64_t time_ms : {5000, 9000, 7000}) {
            const ProduceRequest request{
                .transactional_id = std::nullopt,
                .timeout_ms = 1000,
                .topics = {{"orders", {{0, make_batch(2, "records", time_ms)}}}}};
            ASSERT_TRUE(client_.call<ProduceResponse>(ApiKey::produce, 11, request));
        }
        id_ = metadata({.topics = {{{.name = "orders"}}}}).topics.at(0).topic_id;
    }

    MetadataResponse metadata(const MetadataRequest& request, int version = 12) {
        const auto answer = client_.call<MetadataResponse>(ApiKey::metadata, version, request);
        EXPECT_TRUE(answer) << version;
        return answer.value_or(MetadataResponse{});
    }

    /// The only partition of the answer to a fetch by id.
    FetchResponse::Partition
    fetch(const Uuid& id, FetchRequest::Partition partition, int version = 16) {
        partition.max_bytes = 1 << 20;
        FetchRequest request;
        request.topics = {{.topic_id = id, .partitions = {partition}}};
        const auto answer = client_.call<FetchResponse>(ApiKey::fetch, version, request);
        EXPECT_TRUE(answer) << version;
        if (!answer) {
            return {};
        }
        EXPECT_EQ(answer->session_id, 0);
        EXPECT_EQ(answer->topics.at(0).topic_id, id);
        return answer->topics.at(0).partitions.at(0);
    }

    ListOffsetsResponse::Partition
    offset_at(int version, std::int64_t timestamp, std::int32_t epoch = -1) {
        ListOffsetsRequest request;
        request.topics = {
            {"orders", {{.index = 0, .current_leader_epoch = epoch, .timestamp = timestamp}}}};
        const auto answer =
            client_.call<ListOffsetsResponse>(ApiKey::list_offsets, version, request);
        EXPECT_TRUE(answer) << version;
        return answer ? answer->topics[0].partitions[0] : ListOffsetsResponse::Partition{};
    }

    TemporaryFolder folder_;
    RunningServer server_{{.data = folder_.path(), .topics = {{"orders", 1}, {"audit", 1}}}};
    KafkaClient client_{server_.address()};
    Uuid id_{};
};

TEST_F(NewerVersionsTest, TopicsHaveIdsByWhichTheyAreFound) {
    EXPECT_NE(id_, Uuid{});
    Uuid unknown = id_;
    unknown[15] ^= 1U;
    const auto found = metadata({.topics = {{{.topic_id = id_, .name = std::nullopt},
                                             {.topic_id = unknown, .name = std::nullopt},
                                             {.name = std::nullopt},
                                             {.name = "orders"}}}});
    ASSERT_EQ(found.topics.size(), 3U) << "each topic once";
    EXPECT_EQ(found.topics[0].name, "orders");
    EXPECT_EQ(found.topics[0].topic_id, id_);
    EXPECT_EQ(found.topics[0].partitions.at(0).leader_epoch, 0);
    EXPECT_EQ(found.topics[1].error, ErrorCode::unknown_topic_id);
    EXPECT_EQ(found.topics[1].name, std::nullopt);
    EXPECT_EQ(found.topics[1].topic_id, unknown);
    EXPECT_EQ(found.topics[2].error, ErrorCode::invalid_request);
    for (int version = 10; version <= 11; ++version) {
        const auto refused = metadata({.topics = {{{.topic_id = id_, .name = "orders"}}}}, version);
        EXPECT_EQ(refused.topics.at(0).error, ErrorCode::invalid_request) << version;
    }
}

TEST_F(NewerVersionsTest, MetadataTellsWhatIsAllowedIfAsked) {
    for (int version = 8; version <= 12; ++version) {
        MetadataRequest request{.topics = {{{.name = "orders"}}},
                                .include_topic_authorized_operations = true};
        request.include_cluster_authorized_operations = version <= 10;
        const auto answer = metadata(request, version);
        // Read, write, create, delete, describe, describe configurations.
        EXPECT_EQ(answer.topics.at(0).authorized_operations,
                  1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 8 | 1 << 10);
        EXPECT_EQ(answer.cluster_authorized_operations != std::numeric_limits<std::int32_t>::min(),
                  version <= 10);
    }
}

TEST_F(NewerVersionsTest, AFetchNamesTopicsByIdFromVersion13On) {
    for (int version = 13; version <= 16; ++version) {
        const auto found = fetch(id_, {.index = 0, .offset = 1}, version);
        EXPECT_EQ(found.error, ErrorCode::none) << version;
        EXPECT_EQ(found.high_watermark, 6);
        EXPECT_FALSE(found.records->empty());
    }
    EXPECT_EQ(fetch({}, {.index = 0}).error, ErrorCode::unknown_topic_id);
    Uuid unknown = id_;
    unknown[0] ^= 1U;
    EXPECT_EQ(fetch(unknown, {.index = 0}).error, ErrorCode::unknown_topic_id);
    EXPECT_EQ(fetch(id_, {.index = 1}).error, ErrorCode::unknown_topic_or_partition);
}

TEST_F(NewerVersionsTest, AFetchByIdWaitsForTheTopicThatHadTheId) {
    FetchRequest request;
    request.max_wait_ms = 20'000;
    request.min_bytes = 1;
    request.topics = {
        {.topic_id = id_, .partitions = {{.index = 0, .offset = 6, .max_bytes = 1 << 20}}}};
    KafkaClient waiting(server_.address());
    waiting.send(ApiKey::fetch, 16, request);
    EXPECT_FALSE(waiting.receive_frame(100));
    ASSERT_TRUE(client_.call<DeleteTopicsResponse>(
        ApiKey::delete_topics, 5, DeleteTopicsRequest{.topic_names = {"orders"}}));
    const auto answer = waiting.receive<FetchResponse>(16);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->topics[0].partitions[0].error, ErrorCode::unknown_topic_id);
    ASSERT_TRUE(client_.call<CreateTopicsResponse>(
        ApiKey::create_topics, 7, CreateTopicsRequest{.topics = {{.name = "orders"}}}));
    EXPECT_EQ(fetch(id_, {.index = 0}).error, ErrorCode::unknown_topic_id)
        << "another topic of the same name";
}

TEST_F(NewerVersionsTest, EpochsOfLeadersAreChecked) {
    const auto fetched_in = [this](std::int32_t epoch) {
        return fetch(id_, {.index = 0, .current_leader_epoch = epoch}).error;
    };
    EXPECT_EQ(fetched_in(-1), ErrorCode::none);
    EXPECT_EQ(fetched_in(0), ErrorCode::none);
    EXPECT_EQ(fetched_in(1), ErrorCode::unknown_leader_epoch);
    EXPECT_EQ(fetched_in(-2), ErrorCode::fenced_leader_epoch);
    EXPECT_EQ(offset_at(4, kLatestTimestamp, 1).error, ErrorCode::unknown_leader_epoch);
    const auto diverged = fetch(id_, {.index = 0, .last_fetched_epoch = 3});
    EXPECT_EQ(diverged.diverging_epoch.epoch, 0);
    EXPECT_EQ(diverged.diverging_epoch.end_offset, 6);
    EXPECT_TRUE(diverged.records->empty());
}

TEST_F(NewerVersionsTest, ThereAreNoFetchSessions) {
    const auto error_of = [this](std::int32_t session_id, std::int32_t epoch) {
        FetchRequest request;
        request.session_id = session_id;
        request.session_epoch = epoch;
        return client_.call<FetchResponse>(ApiKey::fetch, 12, request)->error;
    };
    EXPECT_EQ(error_of(0, -1), ErrorCode::none);
    EXPECT_EQ(error_of(0, 0), ErrorCode::none) << "a wish for a session is answered without one";
    EXPECT_EQ(error_of(5, 1), ErrorCode::fetch_session_id_not_found);
    EXPECT_EQ(error_of(0, 1), ErrorCode::invalid_fetch_session_epoch);
}

TEST_F(NewerVersionsTest, OffsetsAreFoundInEveryVersion) {
    for (int version = 1; version <= 9; ++version) {
        EXPECT_EQ(offset_at(version, kLatestTimestamp).offset, 6);
        EXPECT_EQ(offset_at(version, kEarliestTimestamp).offset, 0);
        const auto timed = offset_at(version, 6000);
        EXPECT_EQ(timed.offset, 2);
        EXPECT_EQ(timed.timestamp, 9000);
        EXPECT_EQ(timed.leader_epoch, version >= 4 ? 0 : -1);
        const auto later = offset_at(version, 9001);
        EXPECT_EQ(later.offset, -1);
        EXPECT_EQ(later.error, ErrorCode::none);
    }
}

TEST_F(NewerVersionsTest, PlacesWithoutATimeBelongToVersions) {
    const auto greatest = offset_at(7, kMaxTimestamp);
    EXPECT_EQ(greatest.offset, 2);
    EXPECT_EQ(greatest.timestamp, 9000);
    EXPECT_EQ(offset_at(8, kEarliestLocal).offset, 0);
    const auto tiered = offset_at(9, kLatestTiered);
    EXPECT_EQ(tiered.error, ErrorCode::none);
    EXPECT_EQ(tiered.offset, -1);
    EXPECT_EQ(offset_at(6, kMaxTimestamp).error, ErrorCode::unsupported_version);
    EXPECT_EQ(offset_at(7, kEarliestLocal).error, ErrorCode::unsupported_version);
    EXPECT_EQ(offset_at(8, kLatestTiered).error, ErrorCode::unsupported_version);
    EXPECT_EQ(offset_at(9, -6).error, ErrorCode::unsupported_version);
}

} // namespace
} // namespace muster::runtime::kafka
