#include "tests/interop/consumed.hpp"
#include "tests/interop/process.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace muster::interop {
namespace {

using namespace std::chrono_literals;
using runtime::kafka::RunningServer;
using runtime::kafka::ServerOptions;

/// kcat against a server in this process.
class KcatTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        ServerOptions options{.data = folder_.path() / "data", .topics = {{"orders", 4}}};
        options.groups.initial_rebalance_delay_ms = 300;
        options.topic_defaults.auto_create = false;
        return options;
    }

    std::unique_ptr<Process> kcat(std::vector<std::string> arguments,
                                  const std::string& input = "") {
        const auto& address = server_->address();
        arguments.insert(arguments.begin(),
                         {"kcat", "-b", fmt::format("{}:{}", address.host, address.port)});
        const auto output = folder_.path() / fmt::format("kcat-{}", ++started_);
        return std::make_unique<Process>(arguments, input, output.string());
    }

    /// Runs kcat to its end and returns what it printed.
    std::string run_kcat(std::vector<std::string> arguments, const std::string& input = "") {
        const auto process = kcat(std::move(arguments), input);
        const auto code = process->wait(20s);
        EXPECT_EQ(code, 0) << process->errors() << "(kcat has to be installed)";
        return process->output();
    }

    void produce(int partition, const std::string& lines) {
        run_kcat({"-P", "-t", "orders", "-p", std::to_string(partition)}, lines);
    }

    /// A member of the group that prints one line "PARTITION VALUE" a message.
    std::unique_ptr<Process> consume(const std::string& group) {
        return kcat({"-u",
                     "-X",
                     "session.timeout.ms=6000",
                     "-X",
                     "heartbeat.interval.ms=300",
                     "-X",
                     "auto.offset.reset=earliest",
                     "-X",
                     "auto.commit.interval.ms=200",
                     "-f",
                     "%p %s\n",
                     "-G",
                     group,
                     "orders"});
    }

    /// Whether the condition comes true in time.
    template <class Condition>
    static bool eventually(std::chrono::milliseconds timeout, Condition condition) {
        const auto end = std::chrono::steady_clock::now() + timeout;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            std::this_thread::sleep_for(20ms);
        }
        return true;
    }

    runtime::TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(options());
    int started_ = 0;
};

TEST_F(KcatTest, ListsTopics) {
    const auto listing = run_kcat({"-L"});
    EXPECT_THAT(listing, testing::HasSubstr("topic \"orders\" with 4 partitions"));
    EXPECT_THAT(run_kcat({"-L", "-t", "nowhere"}),
                testing::HasSubstr("Unknown topic or partition"));
}

TEST_F(KcatTest, ReadsBackWhatItProduced) {
    produce(2, "one\ntwo\nthree\n");
    EXPECT_EQ(run_kcat({"-C", "-t", "orders", "-p", "2", "-e", "-q"}), "one\ntwo\nthree\n");
    EXPECT_EQ(run_kcat({"-C", "-t", "orders", "-p", "2", "-o", "-1", "-e", "-q"}), "three\n");
    run_kcat({"-P", "-t", "orders", "-p", "3", "-z", "gzip", "-X", "acks=0"}, "zipped\n");
    EXPECT_EQ(run_kcat({"-C", "-t", "orders", "-p", "3", "-e", "-q"}), "zipped\n");
}

TEST_F(KcatTest, TwoConsumersShareThePartitionsAndTheSurvivorTakesOver) {
    for (int partition = 0; partition < 4; ++partition) {
        produce(partition, "before\n");
    }
    const auto first = consume("readers");
    ASSERT_TRUE(eventually(20s, [&] { return partitions_of(*first, "before").size() == 4; }))
        << first->output() << first->errors();

    const auto second = consume("readers");
    // Rounds of messages until both have got some of one round.
    std::map<std::string, std::set<std::string>> owners;
    ASSERT_TRUE(eventually(30s,
                           [&, round = 0]() mutable {
                               const auto name = fmt::format("round{}-", ++round);
                               for (int partition = 0; partition < 4; ++partition) {
                                   produce(partition, name + "\n");
                               }
                               std::this_thread::sleep_for(300ms);
                               owners["first"] = partitions_of(*first, name);
                               owners["second"] = partitions_of(*second, name);
                               return owners["first"].size() == 2 && owners["second"].size() == 2;
                           }))
        << first->errors() << second->errors();
    std::set<std::string> all = owners["first"];
    all.insert(owners["second"].begin(), owners["second"].end());
    EXPECT_EQ(all.size(), 4U) << "no partition has two readers";

    first->signal(SIGKILL);
    for (int partition = 0; partition < 4; ++partition) {
        produce(partition, "after\n");
    }
    EXPECT_TRUE(eventually(30s, [&] { return partitions_of(*second, "after").size() == 4; }))
        << second->output() << second->errors();
}

TEST_F(KcatTest, CommittedOffsetsSurviveARestart) {
    produce(0, "old\n");
    {
        const auto consumer = consume("readers");
        ASSERT_TRUE(eventually(20s, [&] { return partitions_of(*consumer, "old").size() == 1; }))
            << consumer->errors();
        consumer->signal(SIGTERM); // It commits and leaves.
    }
    server_.reset();
    server_ = std::make_unique<RunningServer>(options());
    produce(0, "new\n");
    const auto consumer = consume("readers");
    EXPECT_TRUE(eventually(20s, [&] { return partitions_of(*consumer, "new").size() == 1; }))
        << consumer->errors();
    EXPECT_TRUE(partitions_of(*consumer, "old").empty()) << "it was read and committed before";
}

} // namespace
} // namespace muster::interop
