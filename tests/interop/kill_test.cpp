#include "tests/interop/process.hpp"
#include "tests/unit/runtime/group_member.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <thread>

namespace muster::interop {
namespace {

using namespace std::chrono_literals;
using runtime::kafka::ErrorCode;
using runtime::kafka::GroupMember;

/// What clients were told over the lives of the server.
struct Told {
    std::set<std::int32_t> generations;
    std::int32_t highest_generation = 0;
    /// The last offset whose commit was acknowledged, and the last that was sent.
    std::int64_t acknowledged = -1;
    std::int64_t sent = -1;
    std::int64_t total_commits = 0;
};

class KillTest : public testing::Test {
protected:
    /// Starts the server and returns where it listens.
    runtime::net::Address start() {
        const auto output = (folder_.path() / "server").string();
        server_ = std::make_unique<Process>(
            std::vector<std::string>{INTEROP_SERVER, (folder_.path() / "data").string()},
            "",
            output);
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (server_->output().find('\n') == std::string::npos) {
            if (std::chrono::steady_clock::now() > deadline) {
                ADD_FAILURE() << "the server does not start: " << server_->errors();
                return {};
            }
            std::this_thread::sleep_for(2ms);
        }
        return {"127.0.0.1", static_cast<std::uint16_t>(std::stoi(server_->output()))};
    }

    /// Joins, syncs and commits until the server is gone.
    static void work(const runtime::net::Address& address, Told& told) {
        GroupMember member(address);
        member.session_timeout_ms = 200;
        member.rebalance_timeout_ms = 10;
        for (int joins = 0; joins < 1000; ++joins) {
            const auto joined = member.join();
            if (!joined) {
                return;
            }
            if (joined->error != ErrorCode::none) {
                member.id.clear();
                continue;
            }
            EXPECT_TRUE(told.generations.insert(joined->generation_id).second)
                << "generation " << joined->generation_id << " was used before";
            EXPECT_GT(joined->generation_id, told.highest_generation);
            told.highest_generation = joined->generation_id;
            if (const auto synced = member.sync({{member.id, "all"}}); !synced) {
                return;
            }
            for (int commits = 0; commits < 8; ++commits) {
                member.send_commit("orders", 0, ++told.sent);
                const auto answer = member.client.receive<runtime::kafka::OffsetCommitResponse>(7);
                if (!answer) {
                    return;
                }
                if (answer->topics[0].partitions[0].error == ErrorCode::none) {
                    told.acknowledged = told.sent;
                    ++told.total_commits;
                }
            }
        }
    }

    runtime::TemporaryFolder folder_;
    std::unique_ptr<Process> server_;
};

TEST_F(KillTest, NoAcknowledgedCommitIsLostAndNoGenerationIsUsedTwice) {
    constexpr int kKills = 60;
    std::mt19937 random(2026); // NOLINT(bugprone-random-generator-seed): the moments vary anyway
    Told told;
    for (int kill = 0; kill < kKills && !HasFailure(); ++kill) {
        const auto address = start();
        {
            GroupMember observer(address);
            const auto stored = observer.committed("orders", 0);
            EXPECT_GE(stored, told.acknowledged) << "an acknowledged commit is lost";
            EXPECT_LE(stored, told.sent);
        }
        std::thread worker([&] { work(address, told); });
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 120));
        server_->signal(SIGKILL);
        worker.join();
    }
    EXPECT_GT(told.total_commits, kKills)
        << "the test is not worth much if hardly anything was committed";
    EXPECT_GT(told.generations.size(), 10U);
}

TEST_F(KillTest, AskedToEndItEndsWell) {
    for (const int number : {SIGTERM, SIGINT}) {
        const auto address = start();
        GroupMember parked(address);
        parked.group = fmt::format("group{}", number);
        ASSERT_EQ(parked.join()->error, ErrorCode::none);
        EXPECT_EQ(server_->signal(number), 0) << server_->errors();
        EXPECT_TRUE(parked.client.is_closed_by_server());
    }
}

TEST_F(KillTest, AskedToEndItAnswersWhatWaits) {
    const auto address = start();
    GroupMember leader(address);
    ASSERT_EQ(leader.join()->error, ErrorCode::none);
    ASSERT_EQ(leader.sync({{leader.id, "all"}})->error, ErrorCode::none);
    GroupMember joining(address);
    joining.send_join();
    ASSERT_EQ(joining.receive_join()->error, ErrorCode::member_id_required);
    joining.send_join(); // It waits for the leader to join again, which never happens.
    runtime::kafka::KafkaClient consumer(address);
    runtime::kafka::FetchRequest fetch;
    fetch.max_wait_ms = 60'000;
    fetch.min_bytes = 1;
    fetch.topics = {{.name = "orders", .partitions = {{.index = 0, .max_bytes = 1 << 20}}}};
    consumer.send(runtime::kafka::ApiKey::fetch, 11, fetch);
    EXPECT_FALSE(consumer.receive_frame(200));
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(server_->signal(SIGTERM), 0) << server_->errors();
    EXPECT_LT(std::chrono::steady_clock::now() - before, 3s);
    const auto joined = joining.receive_join();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->error, ErrorCode::not_coordinator);
    const auto fetched = consumer.receive<runtime::kafka::FetchResponse>(11);
    ASSERT_TRUE(fetched);
    EXPECT_EQ(fetched->topics.at(0).partitions.at(0).error, ErrorCode::none);
    EXPECT_TRUE(joining.client.is_closed_by_server());
    EXPECT_TRUE(consumer.is_closed_by_server());
}

} // namespace
} // namespace muster::interop
