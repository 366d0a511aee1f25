#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/group/group_service.hpp"
#include "tests/unit/runtime/faulty_store.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>
#include <optional>

namespace muster::runtime::kafka {
namespace {

/// Keeps answers by the number of their call.
class KeptAnswers final : public Answers {
public:
    void answer_body(const Call& call, BytesView body, ErrorCode /*error*/) override {
        bodies[call.correlation_id] = Bytes(body);
    }

    void finish(const Call& /*call*/) override {}

    void close(const Call& /*call*/, const std::string& /*reason*/) override {}

    std::map<std::int32_t, Bytes> bodies;
};

/// The groups of a server whose disk fails now and then.
class GroupsOnABadDisk {
public:
    GroupsOnABadDisk() { restart(); }

    void restart() {
        groups_.reset();
        store_.restart();
        groups_ = std::make_unique<GroupService>(
            GroupService::Environment{.clock = clock_,
                                      .store = store_,
                                      .answers = answers_,
                                      .topics = topics_,
                                      .wake_at = [](MonotonicMs) {},
                                      .host_of = [](net::ConnectionId) { return std::string(); },
                                      .watch = watch_},
            GroupLimits{});
        EXPECT_TRUE(groups_->recover());
    }

    FaultyStore& store() { return store_; }

    /// Commits without being a member, and returns the number of the call.
    std::int32_t commit(std::int64_t offset) {
        const Call call{.connection = 1,
                        .api_key = static_cast<std::int16_t>(ApiKey::offset_commit),
                        .correlation_id = ++last_call_,
                        .version = 7,
                        .client_id = "c"};
        OffsetCommitRequest request;
        request.group_id = "g";
        request.topics = {{.name = "orders", .partitions = {{.index = 0, .offset = offset}}}};
        groups_->commit(call, request);
        return call.correlation_id;
    }

    /// The error of that commit; nothing if it is not answered.
    std::optional<ErrorCode> error_of(std::int32_t call) const {
        const auto body = answers_.bodies.find(call);
        if (body == answers_.bodies.end()) {
            return std::nullopt;
        }
        return decode_body<OffsetCommitResponse>(body->second, 7)->topics[0].partitions[0].error;
    }

    std::int64_t committed() {
        const Call call{.connection = 1,
                        .api_key = static_cast<std::int16_t>(ApiKey::offset_fetch),
                        .correlation_id = ++last_call_,
                        .version = 5,
                        .client_id = "c"};
        OffsetFetchRequest request;
        request.group_id = "g";
        request.topics = {{{.name = "orders", .partitions = {0}}}};
        groups_->fetch(call, request);
        store_.settle();
        return decode_body<OffsetFetchResponse>(answers_.bodies.at(call.correlation_id), 5)
            ->topics[0]
            .partitions[0]
            .offset;
    }

private:
    TemporaryFolder folder_;
    ManualClock clock_;
    FaultyStore store_;
    KeptAnswers answers_;
    GroupWatch watch_;
    ClusterRegistry registry_ = *ClusterRegistry::open(folder_.path() / "topics.db");
    TopicCatalog topics_ = *TopicCatalog::open(folder_.path(), registry_, {{"orders", 1}});
    std::unique_ptr<GroupService> groups_;
    std::int32_t last_call_ = 0;
};

TEST(BadDisk, ALostCommitIsNotAcknowledgedAndTheNextOneIs) {
    GroupsOnABadDisk groups;
    const auto first = groups.commit(10);
    EXPECT_EQ(groups.error_of(first), std::nullopt) << "not before it is on disk";
    groups.store().settle();
    EXPECT_EQ(groups.error_of(first), ErrorCode::none);
    groups.store().plan({Flush::failed});
    const auto lost = groups.commit(20);
    const auto behind = groups.commit(30);
    groups.store().settle();
    EXPECT_EQ(groups.error_of(lost), ErrorCode::coordinator_not_available);
    EXPECT_EQ(groups.error_of(behind), ErrorCode::coordinator_not_available)
        << "it was built on what is lost";
    EXPECT_EQ(groups.committed(), 10);
    const auto next = groups.commit(40);
    groups.store().settle();
    EXPECT_EQ(groups.error_of(next), ErrorCode::none);
    groups.restart();
    EXPECT_EQ(groups.committed(), 40);
}

// However writes fail, and however many commits are on their way at once: every one is answered,
// and what a later server knows is the last one that was acknowledged.
RC_GTEST_PROP(BadDisk, WhatIsAcknowledgedIsKeptAndNothingElse, ()) {
    GroupsOnABadDisk groups;
    std::int64_t offset = 0;
    std::int64_t acknowledged = -1;
    const auto rounds = *rc::gen::inRange(1, 12);
    for (int round = 0; round < rounds; ++round) {
        groups.store().plan(*rc::gen::container<std::vector<Flush>>(
            rc::gen::element(Flush::durable, Flush::durable, Flush::failed)));
        std::map<std::int32_t, std::int64_t> sent;
        const auto count = *rc::gen::inRange(1, 6);
        for (int i = 0; i < count; ++i) {
            ++offset;
            sent[groups.commit(offset)] = offset;
        }
        groups.store().settle();
        for (const auto& [call, sent_offset] : sent) {
            const auto error = groups.error_of(call);
            RC_ASSERT(error.has_value());
            RC_ASSERT(*error == ErrorCode::none || *error == ErrorCode::coordinator_not_available);
            acknowledged = *error == ErrorCode::none ? sent_offset : acknowledged;
        }
        groups.store().plan({});
        RC_ASSERT(groups.committed() == acknowledged);
        if (*rc::gen::inRange(0, 3) == 0) {
            groups.restart();
            RC_ASSERT(groups.committed() == acknowledged);
        }
    }
}

} // namespace
} // namespace muster::runtime::kafka
