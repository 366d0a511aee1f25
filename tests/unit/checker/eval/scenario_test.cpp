#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// `test` blocks: what they expect, and what they say when it is not there.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kSpec = R"(protocol p
sort Client
const limit: int
function rank(x: Client): int
network fifo
message Ask from client to server { n: int }
message Answer from server to client { n: int, ok: bool = true }
role client[me: Client] {
  var mine: option Client = none
  action ask(n: int) { mine = some(me); send Ask(n: n) to server }
  on Answer() { ignore } }
role server {
  var total: int = 0
  var known: set Client
  on Ask(n) from c when n <= limit {
    total += n
    known += c
    reply Answer(n: total + rank(c)) }
  on Ask() otherwise { reply Answer(n: total, ok: false) }
  on lost c { known -= c } }
instance one { Client = 1, limit = 3 }
)";

TestResult result(const std::string& test) {
    const spec::TypedSpec spec = analysed(kSpec + test);
    return run_test(spec, spec.tests.at(0));
}

TEST(Scenario, follows_events_and_finds_what_was_sent) {
    const TestResult passed = result(R"(test "adds up" of server {
  given rank = { a -> 10, b -> 20 }
  Ask(n: 1) from a
  expect sends Answer(n: 11, ok: true) to a
  Ask(n: 2) from b
  expect sends Answer(n: 23)
  expect total == 3 and known == {a, b}
  lost a
  expect known == {b}
  expect sends nothing
})");
    EXPECT_EQ(passed.reason, "");
    EXPECT_TRUE(passed.passed);
    EXPECT_EQ(passed.title, "adds up");
}

TEST(Scenario, says_what_was_there_instead) {
    const TestResult failed = result(R"(test "wrong" of server {
  Ask(n: 1) from a
  expect total == 2
})");
    EXPECT_FALSE(failed.passed);
    EXPECT_EQ(failed.reason, "`total` is 1");
    EXPECT_EQ(result(R"(test "wrong" of server {
  Ask(n: 1) from a
  expect total == 1 and not (a in known)
})")
                  .reason,
              "`known` is {a}");
}

TEST(Scenario, lists_what_was_sent_instead) {
    const TestResult failed = result(R"(test "wrong" of server {
  Ask(n: 1) from a
  expect sends Answer(n: 1) to b
})");
    EXPECT_EQ(failed.reason, "something else was sent");
    EXPECT_THAT(failed.notes, ElementsAre("sent Answer(n: 1) from server to client[a]"));
    EXPECT_EQ(result(R"(test "wrong" of server {
  Ask(n: 1) from a
  lost a
  expect sends Answer()
})")
                  .reason,
              "nothing was sent");
    EXPECT_EQ(result(R"(test "wrong" of server {
  Ask(n: 1) from a
  expect sends nothing
})")
                  .reason,
              "something was sent");
}

TEST(Scenario, has_the_constants_of_the_first_instance_unless_it_gives_them) {
    EXPECT_EQ(result(R"(test "limit of the instance" of server {
  Ask(n: 4) from a
  expect sends Answer(ok: false)
  Ask(n: 3) from a
  expect sends Answer(ok: true)
})")
                  .reason,
              "");
    EXPECT_EQ(result(R"(test "limit of its own" of server {
  given limit = 4
  Ask(n: 4) from a
  expect sends Answer(ok: true)
})")
                  .reason,
              "");
}

TEST(Scenario, may_name_the_process) {
    EXPECT_EQ(result(R"(test "named" of client[b] {
  ask(1)
  expect mine == some(b)
  expect sends Ask(n: 1)
})")
                  .reason,
              "");
    EXPECT_EQ(result(R"(test "another name is another element" of client[b] {
  ask(n: 1)
  expect mine == some(a)
})")
                  .reason,
              "`mine` is some(b)");
}

TEST(Scenario, an_expectation_holds_for_every_choice) {
    const spec::TypedSpec spec = analysed(R"(protocol p
message M from a to b {}
role a { var idle: bool = true }
role b { var n: int = 0
  either on M() { n = 1 }
  either on M() { n = 2 } }
test "both" of b {
  M()
  expect n > 0
  expect n == 1
})");
    const TestResult failed = run_test(spec, spec.tests.at(0));
    EXPECT_EQ(failed.reason, "for some of the role's choices, `n` is 2");
}

} // namespace
} // namespace muster::checker::testing
