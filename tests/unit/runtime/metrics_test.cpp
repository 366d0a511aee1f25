#include "runtime/base/event_log.hpp"
#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/first_error.hpp"
#include "runtime/metrics/family.hpp"
#include "runtime/store/observed_store.hpp"
#include "tests/unit/runtime/group_member.hpp"
#include "tests/unit/runtime/http_get.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sys/resource.h>

namespace muster::runtime {
namespace {

using metrics::Family;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string text_of(const Family& family) {
    std::string text;
    family.append_to(text);
    return text;
}

TEST(MetricFamily, CountsByLabelsInTheirOrder) {
    Family family({"requests_total", "Requests", Family::Kind::counter, {"api", "error"}});
    family.add({"Fetch", "0"}, 2);
    family.add({"Fetch", "0"}, 1);
    family.add({"Commit \"x\"\n\\", "3"}, 1);
    EXPECT_EQ(text_of(family),
              "# HELP requests_total Requests\n"
              "# TYPE requests_total counter\n"
              "requests_total{api=\"Commit \\\"x\\\"\\n\\\\\",error=\"3\"} 1\n"
              "requests_total{api=\"Fetch\",error=\"0\"} 3\n");
}

TEST(MetricFamily, WithoutLabelsIsZeroFromTheBeginning) {
    Family family({"open", "Open connections", Family::Kind::gauge});
    EXPECT_THAT(text_of(family), HasSubstr("\nopen 0\n"));
    family.set({}, 2.5);
    family.add({}, -1);
    EXPECT_THAT(text_of(family), HasSubstr("\nopen 1.5\n"));
}

TEST(MetricFamily, BucketsHoldWhatIsAtMostTheirBound) {
    Family family({"taken", "Time", Family::Kind::histogram, {"api"}, {0.5, 1}});
    for (const double value : {0.25, 0.5, 0.75, 7.0}) {
        family.observe({"F"}, value);
    }
    EXPECT_EQ(text_of(family),
              "# HELP taken Time\n"
              "# TYPE taken histogram\n"
              "taken_bucket{api=\"F\",le=\"0.5\"} 2\n"
              "taken_bucket{api=\"F\",le=\"1\"} 3\n"
              "taken_bucket{api=\"F\",le=\"+Inf\"} 4\n"
              "taken_sum{api=\"F\"} 8.5\n"
              "taken_count{api=\"F\"} 4\n");
}

TEST(EventLog, ALineIsOneEventWithItsKeysInOrder) {
    EXPECT_EQ(event_line("closed", {{"b", 7}, {"a", "plain-1:2"}}), "event=closed b=7 a=plain-1:2");
    EXPECT_EQ(event_line("closed", {{"reason", "End of file"}, {"group", ""}}),
              "event=closed reason=\"End of file\" group=\"\"");
    EXPECT_EQ(event_line("x", {{"k", "a\n\"b\\\x1b[31m\xff=1"}}),
              "event=x k=\"a\\x0a\\\"b\\\\\\x1b[31m\\xff=1\"");
}

TEST(FirstError, IsThatOfTheWholeOrOfTheFirstPartThatHasOne) {
    using namespace kafka;
    EXPECT_EQ(first_error(HeartbeatResponse{.error = ErrorCode::unknown_member_id}),
              ErrorCode::unknown_member_id);
    OffsetCommitResponse commit;
    commit.topics = {{"a", {{0, ErrorCode::none}}}, {"b", {{1, ErrorCode::illegal_generation}}}};
    EXPECT_EQ(first_error(commit), ErrorCode::illegal_generation);
    EXPECT_EQ(first_error(MetadataResponse{}), ErrorCode::none);
    CreateTopicsResponse made;
    made.topics = {{.name = "a"}, {.name = "b", .error = ErrorCode::invalid_topic}};
    EXPECT_EQ(first_error(made), ErrorCode::invalid_topic);
}

class MetricsPageTest : public testing::Test {
protected:
    static kafka::ServerOptions options(const TemporaryFolder& folder) {
        kafka::ServerOptions options{.data = folder.path(), .topics = {{"orders", 1}}};
        options.metrics = net::Address{"127.0.0.1", 0};
        options.groups.initial_rebalance_delay_ms = 0;
        options.frames.max_connections = 1;
        return options;
    }

    [[nodiscard]] std::string page() const {
        return http_get(server_.metrics_address(), "/metrics");
    }

    TemporaryFolder folder_;
    kafka::RunningServer server_{options(folder_)};
};

TEST_F(MetricsPageTest, TellsWhatWasServed) {
    using namespace kafka;
    GroupMember member(server_.address());
    ASSERT_EQ(member.join()->error, ErrorCode::none);
    ASSERT_EQ(member.sync({{member.id, "all"}})->error, ErrorCode::none);
    ASSERT_EQ(member.heartbeat(), ErrorCode::none);
    member.generation += 1;
    ASSERT_EQ(member.heartbeat(), ErrorCode::illegal_generation);
    {
        KafkaClient further(server_.address());
        EXPECT_TRUE(further.is_closed_by_server());
    }
    const auto text = page();
    EXPECT_THAT(text, StartsWith("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"));
    for (const auto* line : {"muster_connections 1\n",
                             "muster_connections_accepted_total 1\n",
                             "muster_connections_refused_total 1\n",
                             "muster_groups{state=\"Stable\"} 1\n",
                             "muster_group_members 1\n",
                             "muster_group_rebalances_total{cause=\"came\"} 1\n",
                             "muster_group_generations_total 1\n",
                             "muster_topics 1\n",
                             "muster_requests_total{api=\"JoinGroup\",error=\"79\"} 1\n",
                             "muster_requests_total{api=\"JoinGroup\",error=\"0\"} 1\n",
                             "muster_requests_total{api=\"Heartbeat\",error=\"0\"} 1\n",
                             "muster_requests_total{api=\"Heartbeat\",error=\"22\"} 1\n",
                             "muster_request_duration_seconds_count{api=\"Heartbeat\"} 2\n",
                             "muster_store_writes_total{result=\"durable\"} ",
                             "muster_store_writes_waiting 0\n",
                             "muster_store_lag_seconds 0\n"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
    EXPECT_EQ(page().size(), text.size()) << "looking changes nothing";
}

TEST_F(MetricsPageTest, CountsWhatEndsAConnection) {
    using namespace kafka;
    KafkaClient client(server_.address());
    client.send_frame("no request");
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_THAT(page(), HasSubstr("muster_requests_refused_total 1\n"));
}

TEST_F(MetricsPageTest, RefusesWhatItHasNot) {
    const auto& address = server_.metrics_address();
    EXPECT_THAT(http_get(address, "/"), StartsWith("HTTP/1.1 404 "));
    EXPECT_THAT(http_get(address, "/metrics?x=1"), StartsWith("HTTP/1.1 200 "));
    EXPECT_THAT(talk(address, "POST /metrics HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 405 "));
    EXPECT_THAT(talk(address, "nonsense\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
    EXPECT_EQ(talk(address, std::string(9000, 'x')), "") << "too long";
    EXPECT_THAT(page(), StartsWith("HTTP/1.1 200 "));
}

// Who asks meanwhile waits in the backlog.
TEST_F(MetricsPageTest, IsThereAgainWhenDescriptorsAre) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
    auto low = usual;
    low.rlim_cur = 3;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
    EXPECT_TRUE(send_to(socket, server_.metrics_address(), "GET /metrics HTTP/1.1\r\n\r\n"));
    EXPECT_EQ(receive_all(socket, 50), "") << "it was taken without a descriptor";
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
    EXPECT_THAT(receive_all(socket), StartsWith("HTTP/1.1 200 OK\r\n"));
    ::close(socket);
}

TEST(Metrics, AreNotServedUnlessAskedFor) {
    const TemporaryFolder folder;
    const kafka::RunningServer server({.data = folder.path()});
    EXPECT_EQ(server.metrics_address().port, 0);
}

} // namespace
} // namespace muster::runtime
