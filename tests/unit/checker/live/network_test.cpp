#include "tests/unit/checker/live/live_specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

constexpr const char* kPing = R"(protocol ping
message Ping from client to server {}
message Pong from server to client {}
role server { on Ping() { send Pong() to client } }
role client {
  var waiting: bool = false
  timer retry for 1s
  action ping when not waiting { waiting = true; send Ping() to server; start retry }
  on retry { if waiting { send Ping() to server; start retry } }
  on Pong() { waiting = false }
}
live answered: client.waiting leads to not client.waiting
instance one {}
)";

TEST(Unreliable, what_is_sent_again_and_again_arrives) {
    EXPECT_EQ(live_answer(kPing), "holds");
}

TEST(Unreliable, what_is_sent_once_may_be_lost) {
    const std::string text =
        replaced(kPing, "send Ping() to server; start retry } }", "ignore } }");
    EXPECT_EQ(live_answer(text), "stuck");
}

TEST(Unreliable, a_message_that_is_marked_unfair_may_be_lost_for_ever) {
    const std::string text = replaced(kPing, "message Ping", "unfair message Ping");
    EXPECT_THAT(loop_of(text), ElementsAre("retry"));
    EXPECT_EQ(live_answer(replaced(kPing, "message Pong", "unfair message Pong")), "loop");
}

// An answer that nobody sends again does not come for ever, though the set keeps it.
TEST(Unreliable, what_is_no_longer_sent_does_not_arrive_for_ever) {
    const std::string text = R"(protocol alarm
message Ring from bell to guard {}
role bell { var rung: bool = false
  action ring when not rung { rung = true; send Ring() to guard } }
role guard {
  var awake: bool = false
  timer sleep for 1s
  on Ring() { awake = true; start sleep }
  on sleep { awake = false }
}
live sleeps: guard.awake leads to not guard.awake
instance one {}
)";
    EXPECT_EQ(live_answer(text), "holds");
    EXPECT_THAT(loop_of(replaced(text, "when not rung", "")), UnorderedElementsAre("ring", "Ring"));
}

constexpr const char* kCounting = R"(protocol counting
message Add from source to counter {}
role source { var done: bool = false
  action add when not done { done = true; send Add() to counter } }
role counter {
  var n: int = 0
  var stuck: bool = false
  fair action tidy when n > 0 and not stuck { n = 0 }
  on Add() when n < 2 { n += 1 }
  on Add() otherwise { n += 1; stuck = true }
}
live tidy: counter.n > 0 leads to counter.n == 0
instance one { counter.n <= 3 }
)";

// With any number of arrivals it would break, and with one it could not.
TEST(Duplicates, bound_how_often_a_message_arrives) {
    EXPECT_EQ(live_answer(kCounting), "holds") << "it arrives twice";
    EXPECT_EQ(
        live_answer(replaced(kCounting, "counter.n <= 3 }", "counter.n <= 3, duplicates <= 2 }")),
        "stuck");
}

TEST(Duplicates, are_counted_anew_when_it_is_sent_again) {
    EXPECT_EQ(live_answer(replaced(replaced(kCounting, "when not done", ""), "done = true; ", "")),
              "stuck");
}

TEST(Duplicates, none_means_each_arrives_once) {
    const std::string text = replaced(kCounting, "n < 2", "n < 1");
    EXPECT_EQ(live_answer(text), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "counter.n <= 3 }", "counter.n <= 3, duplicates <= 0 }")),
              "holds");
}

TEST(Set, what_may_vanish_arrives_if_it_is_sent_for_ever) {
    EXPECT_EQ(live_answer(replaced(kPing, "instance one {}", "instance one { in flight <= 2 }")),
              "holds");
}

TEST(Once, what_is_not_lost_arrives) {
    const std::string once = replaced(kPing,
                                      "message Ping from client to server {}",
                                      "message Ping from client to server {} via once");
    const std::string text = replaced(once,
                                      "message Pong from server to client {}",
                                      "message Pong from server to client {} via once");
    const std::string bounded =
        replaced(text, "instance one {}", "instance one { in flight <= 2 }");
    EXPECT_THAT(loop_of(bounded), Contains(HasSubstr("lose")));
    const std::string quiet =
        replaced(bounded,
                 "leads to not client.waiting",
                 "leads to not client.waiting when quiet(lose Ping, lose Pong)");
    EXPECT_EQ(live_answer(quiet), "holds");
    // Losses before are made good by sending again; without that they are not.
    EXPECT_EQ(live_answer(replaced(quiet, "send Ping() to server; start retry } }", "ignore } }")),
              "stuck");
}

TEST(Once, one_that_is_marked_fair_is_not_lost_for_ever) {
    const std::string text = R"(protocol post
message Letter from writer to reader {} via once
role writer { action write { send Letter() to reader } }
role reader { var has: bool = false  on Letter() { has = true } }
live is_read: sent(Letter()) leads to reader.has
instance one { in flight <= 2 }
)";
    EXPECT_EQ(live_answer(text), "stuck") << "one letter, and that is lost";
    const std::string busy = replaced(text, "action write", "fair action write");
    EXPECT_THAT(loop_of(busy), Contains("lose Letter"));
    EXPECT_EQ(live_answer(replaced(busy, "message Letter", "fair message Letter")), "holds");
    EXPECT_EQ(live_answer(replaced(replaced(text, "message Letter", "unfair message Letter"),
                                   "leads to reader.has",
                                   "leads to reader.has when quiet(lose Letter)")),
              "stuck");
}

constexpr const char* kQueue = R"(protocol queue
message Job from client to server {} via fifo
message Done from server to client {} via fifo
role server { on Job() { send Done() to client }  on lost c { ignore } }
role client {
  var waiting: bool = false
  action ask when not waiting { waiting = true; send Job() to server }
  on Done() { waiting = false }
  on lost s { ignore }
}
live done: client.waiting leads to not client.waiting when quiet(cut client)
instance one { in flight <= 2 }
)";

TEST(Fifo, what_is_not_cut_off_arrives) {
    EXPECT_EQ(live_answer(kQueue), "stuck") << "it was cut before";
    EXPECT_EQ(
        live_answer(replaced(kQueue, "on lost s { ignore }", "on lost s { waiting = false }")),
        "holds");
    EXPECT_EQ(live_answer(replaced(kQueue, "message Job", "unfair message Job")), "stuck");
}

TEST(Fifo, a_process_that_has_stopped_takes_nothing) {
    const std::string text =
        replaced(kQueue, "on lost s { ignore }", "on lost s { waiting = false }") +
        "fault stop server\n";
    EXPECT_EQ(live_answer(text), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "live done:", "live done without stop server:")), "holds");
}

TEST(Unreliable, a_process_that_has_stopped_takes_nothing) {
    EXPECT_EQ(live_answer(std::string(kPing) + "fault stop server\n"), "loop");
}

constexpr const char* kSession = R"(protocol session
message Beat from client to server { on_time: bool }
role server {
  var present: bool = false
  timer session for 1s
  on Beat(on_time) when on_time { present = true; start session }
  on Beat() otherwise { ignore }
  on session { present = false }
}
role client { action beat { send Beat(on_time: true) to server } }
fault arbitrary client
live leaves: server.present leads to not server.present
instance one {}
)";

TEST(Arbitrary, what_is_made_up_may_come_for_ever) {
    EXPECT_THAT(loop_of(kSession), ElementsAre("Beat"));
    const spec::TypedSpec spec = analysed(kSession);
    EXPECT_THAT(live_finding(spec).assumptions, Contains(HasSubstr("left out")));
}

// Once nothing is made up any more, what the role sends itself is what counts.
TEST(Arbitrary, a_role_that_no_longer_makes_up_messages_still_sends_its_own) {
    const std::string quiet = replaced(kSession,
                                       "leads to not server.present",
                                       "leads to not server.present when quiet(arbitrary client)");
    EXPECT_THAT(loop_of(quiet), UnorderedElementsAre("beat", "Beat"));
    EXPECT_EQ(live_answer(replaced(quiet, "quiet(", "quiet(client.beat, ")), "holds");
    EXPECT_EQ(live_answer(replaced(kSession,
                                   "leads to not server.present",
                                   "leads to not server.present when quiet(client.beat)")),
              "loop");
}

TEST(Arbitrary, what_a_role_is_forced_to_send_is_kept) {
    const std::string text =
        replaced(kSession,
                 "role client {",
                 "role client {\n  on start { start beats }\n  timer beats for 1s\n"
                 "  on beats { send Beat(on_time: true) to server; start beats }");
    const spec::TypedSpec spec = analysed(text);
    EXPECT_THAT(live_finding(spec).assumptions, Not(Contains(HasSubstr("left out"))));
    // It cannot stay away any longer: the timer fires, and what it sends arrives.
    EXPECT_EQ(live_answer(replaced(text,
                                   "live leaves: server.present leads to not server.present",
                                   "live comes: true leads to server.present")),
              "holds");
    EXPECT_EQ(live_answer(replaced(kSession,
                                   "live leaves: server.present leads to not server.present",
                                   "live comes: true leads to server.present")),
              "stuck");
}

} // namespace
} // namespace muster::checker::testing
