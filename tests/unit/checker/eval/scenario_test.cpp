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

TEST(Scenario, goes_on_from_another) {
    const spec::TypedSpec spec = analysed(std::string(kSpec) + R"(test "one" of server {
  given limit = 1
  Ask(n: 1) from a
  expect total == 1
}
test "two" of server after "one" {
  given rank = { a -> 10, b -> 20 }
  Ask(n: 1) from b
  expect sends Answer(n: 22) to b
  expect total == 2 and known == {a, b}
}
test "three" of server after "two" {
  lost a
  expect total == 2 and known == {b}
}
test "four" of server after "two" { expect known == {a} }
)");
    EXPECT_TRUE(run_test(spec, spec.tests.at(0)).passed);
    EXPECT_EQ(run_test(spec, spec.tests.at(1)).reason, "");
    EXPECT_EQ(run_test(spec, spec.tests.at(2)).reason, "");
    EXPECT_FALSE(run_test(spec, spec.tests.at(3)).passed);
    EXPECT_EQ(spec.tests.at(2).elements.size(), 2U) << "the same names are the same elements";
}

TEST(Scenario, goes_on_with_the_process_of_the_other) {
    const spec::TypedSpec spec = analysed(std::string(kSpec) + R"(test "asks" of client[c] {
  ask(1)
  expect mine == some(c)
}
test "asks again" of client after "asks" {
  ask(2)
  expect mine == some(c) and mine == some(me)
}
)");
    EXPECT_EQ(run_test(spec, spec.tests.at(1)).reason, "");
}

// A short spec must never be a huge one, neither to the checker nor to the generator.
TEST(Scenario, limits_what_tests_repeat) {
    std::string tests = "test \"0\" of server {\n";
    for (int i = 0; i < 1000; ++i) {
        tests += "Ask(n: 0) from a\n";
    }
    tests += "}\n";
    for (int i = 1; i < 120; ++i) {
        tests += "test \"" + std::to_string(i) + "\" of server after \"0\" { expect true }\n";
    }
    spec::Diagnostics diagnostics;
    spec::analyse(kSpec + tests, diagnostics);
    ASSERT_TRUE(diagnostics.has_errors());
    EXPECT_EQ(diagnostics.sorted().front().code, spec::Code::expansion_too_large);
    EXPECT_THAT(diagnostics.sorted().front().message, HasSubstr("100000 lines"));
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

TEST(Scenario, a_line_says_that_something_is_refused) {
    constexpr const char* kDoor = R"(protocol p
message Open from a to b {}
message Lock from a to b {}
role a {}
role b {
  var open: bool = false
  timer close for 1s
  on Open() when not open { open = true; start close }
  on close { open = false }
  on Lock() when open { ignore }
  action kick(n: int) when n > 1 { open = true } }
)";
    const auto reason = [&](const std::string& lines) {
        const spec::TypedSpec spec = analysed(kDoor + ("test \"t\" of b {\n" + lines + "\n}"));
        return run_test(spec, spec.tests.at(0)).reason;
    };
    EXPECT_EQ(reason("refuse close\nOpen()\nrefuse Open()\nrefuse kick(1)\nexpect armed(close)"),
              "");
    EXPECT_EQ(reason("refuse Open()"), "this is not refused: a handler takes it");
    EXPECT_EQ(reason("Open()\nrefuse Lock()"),
              "this is not refused: a handler takes it, and ignores it");
    EXPECT_EQ(reason("Open()\nrefuse close"), "this is not refused: the timer is armed");
    EXPECT_EQ(reason("refuse kick(2)"), "this is not refused: its guard holds");
    EXPECT_EQ(reason("expect armed(close) or armed(b.close)"), "this is false here");
}

TEST(Scenario, says_what_it_takes_for_granted) {
    EXPECT_THAT(result(R"(test "defaults" of server { Ask(n: 1) from a })").remarks,
                ElementsAre("`rank` is 0 everywhere: neither the test nor an instance gives it a "
                            "value"));
    EXPECT_THAT(result(R"(test "partly given" of server {
  given rank = { a -> 1 }
  Ask(n: 1) from b
})")
                    .remarks,
                ElementsAre("`rank` is 0 where its map has no entry"));
    EXPECT_THAT(result(R"(test "all is given" of server {
  given rank = { a -> 1 }
  Ask(n: 1) from a
})")
                    .remarks,
                IsEmpty());
    const spec::TypedSpec spec = analysed(R"(protocol p
message Start from a to b {}
role a { action start_b { send Start() to b } }
role b {
  var on_: bool = false
  timer t for 1s
  on Start() { start t on_ = true }
  on t { on_ = false } }
assume timing slow: b.t fires only when not b.on_
test "t" of b {
  Start()
  t
}
test "u" of b {
  Start()
})");
    EXPECT_THAT(run_test(spec, spec.tests.at(0)).remarks,
                ElementsAre("`assume timing slow` is not checked: in a test `t` may fire whenever "
                            "it is armed"));
    EXPECT_THAT(run_test(spec, spec.tests.at(1)).remarks, IsEmpty());
}

TEST(Scenario, fails_where_its_values_break_an_axiom) {
    const std::string ordered = std::string(kSpec) + R"(
axiom different: forall a, b: Client. rank(a) == rank(b) implies a == b
axiom all_below: forall n: int. n < limit
)";
    const auto run = [&](const std::string& test) {
        const spec::TypedSpec spec = analysed(ordered + test);
        return run_test(spec, spec.tests.at(0));
    };
    const TestResult open = run("test \"t\" of server {\n Ask(n: 1) from a\n Ask(n: 1) from b\n}");
    EXPECT_FALSE(open.passed);
    EXPECT_EQ(open.reason, "the axiom `different` is false for the values that this test uses");
    EXPECT_THAT(open.notes,
                ElementsAre("`rank` is 0 everywhere: neither the test nor an instance gives it a "
                            "value; give values that fit with `given rank = { a -> e, b -> e }`, "
                            "or with `given rank = d`, where d is a def with the same parameters"));
    EXPECT_THAT(open.remarks,
                ::testing::Contains(
                    "the axiom `all_below` is not checked: it is about all values of `int`"));
    EXPECT_EQ(run("test \"t\" of server {\n given rank = { a -> 1, b -> 2 }\n Ask(n: 1) from a\n "
                  "Ask(n: 1) from b\n}")
                  .reason,
              "");
    // What a test does not use is no concern of it.
    EXPECT_EQ(run("test \"t\" of client[a] {\n ask(1)\n expect mine != some(b)\n}").reason, "");
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
