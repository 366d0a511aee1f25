#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// One test for each rule of the language's meaning that a simpler reading would get wrong.
namespace muster::checker::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(Network, a_delivered_message_can_be_delivered_again) {
    const auto found = find(R"(protocol p
message Ping from a to b {}
role a { var sent_once: bool = false
  action go when not sent_once { sent_once = true; send Ping() to b } }
role b { var n: int = 0
  on Ping() { n += 1 } }
cover twice: b.n == 2
instance one { b.n <= 2 })");
    EXPECT_THAT(found.shown, ElementsAre("twice"));
}

TEST(Network, what_was_sent_survives_the_crash_of_its_sender) {
    const auto found = find(R"(protocol p
message Ping from a to b {}
role a { durable done: bool = false
  var up: bool = false
  action go when not done { done = true; up = true; send Ping() to b } }
role b { var n: bool = false
  on Ping() { n = true } }
fault crash a
cover after_crash: a.done and not a.up and not b.n
cover delivered: a.done and not a.up and b.n
instance one {})");
    EXPECT_THAT(found.shown, UnorderedElementsAre("after_crash", "delivered"));
}

TEST(Crash, resets_volatile_state_and_keeps_durable_and_ghosts) {
    const auto found = find(R"(protocol p
role a {
  var v: bool = false
  durable d: bool = false
  ghost g: bool = false
  action go { v = true; d = true; g = true } }
fault crash a
cover crashed: a.d and a.g and not a.v
invariant together: a.d iff a.g
step never_lost: old(a.d) implies a.d
instance one {})");
    EXPECT_THAT(found.shown, ElementsAre("crashed"));
    EXPECT_THAT(found.broken, IsEmpty());
}

TEST(Crash, disarms_timers_except_durable_ones) {
    const auto found = find(R"(protocol p
role a {
  durable ready: bool = false
  durable fired: bool = false
  timer t for 1s
  durable timer u for 1s
  action go when not ready { ready = true; start t; start u }
  on t { fired = true }
  on u { fired = true } }
fault crash a
invariant durable_stays: a.ready and not a.fired implies armed(a.u)
cover only_durable: a.ready and not a.fired and not armed(a.t)
instance one {})");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("only_durable"));
}

TEST(Crash, runs_on_start_again_in_the_same_step) {
    const auto found = find(R"(protocol p
role a {
  var up: bool = false
  durable starts: int = 0
  on start { up = true; starts += 1 } }
fault crash a
invariant always_up: a.up
cover restarted: a.starts == 2
instance one { a.starts <= 2 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("restarted"));
}

TEST(Timer, firing_disarms_it_and_an_unarmed_one_never_fires) {
    const auto found = find(R"(protocol p
role a {
  var n: int = 0
  var armed_once: bool = false
  timer t for 1s
  action go when not armed_once { armed_once = true; start t }
  on t { n += 1 } }
invariant at_most_once: a.n <= 1
invariant only_when_armed: a.n == 1 implies a.armed_once and not armed(a.t)
cover fires: a.n == 1
instance one {})");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("fires"));
}

TEST(For, iterations_do_not_see_each_other) {
    // One after the other, the second iteration would find a set of one element and leave it.
    const auto found = find(R"(protocol p
sort S
role a {
  var s: set S
  var done: bool = false
  on start { for x in { y | y in all b } { s += x } }
  action go { for x in s { if size(s) == 2 { s -= x } }
              done = true } }
role b[me: S] { var unused: bool = false }
cover both_gone: a.s == {} and a.done
instance two { S = 2 })");
    EXPECT_THAT(found.shown, ElementsAre("both_gone"));
    EXPECT_EQ(found.result.states, 2U);
}

TEST(For, an_iteration_sees_its_own_writes) {
    const auto found = find(R"(protocol p
sort S
role a {
  var m: map S -> int
  on start { for x in all b { m[x] = 1; m[x] = m[x] + 1 } } }
role b[me: S] { var unused: bool = false }
invariant two_each: forall x: S. x in a.m and a.m[x] == 2
instance three { S = 3 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.obligation, IsEmpty());
}

TEST(Pick, every_element_is_possible_and_ties_stay_open) {
    // Elements of a sort are alike, so one choice says nothing: two that differ do.
    const auto found = find(R"(protocol p
sort S
role a {
  var one: option S = none
  var two: option S = none
  var weight: map S -> int
  action put(x: S, w: int) when one == none and not (x in weight) { weight[x] = w }
  action choose when one == none {
    pick x in keys(weight) by max weight[x] { one = some(x) } else { ignore }
    pick x in keys(weight) by max weight[x] { two = some(x) } else { ignore } } }
invariant a_heaviest:
  a.one is some implies (forall x in keys(a.weight). a.weight[x] <= a.weight[a.one.value])
cover a_tie_is_open: a.one is some and a.one != a.two
invariant only_ties_are:
  a.one is some and a.one != a.two implies a.weight[a.one.value] == a.weight[a.two.value]
instance two { S = 2, a.put.w in 0 .. 1 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("a_tie_is_open"));
}

TEST(Pick, from_nothing_without_else_is_a_failure) {
    const auto found = find(R"(protocol p
sort S
role a {
  var s: set S
  action go { pick x in s { s -= x } } }
instance one { S = 1 })");
    EXPECT_THAT(found.obligation, HasSubstr("nothing to pick from `s`"));
}

constexpr const char* kFresh = R"(protocol p
sort Id
role a {
  var ids: set Id
  ghost ever: set Id
  ghost draws: int = 0
  action draw {
    let id = fresh Id
    draws += 1
    ids += id
    ever += id } }
fault crash a
invariant never_again: size(a.ever) == a.draws
cover after_crash: a.ids == {} and size(a.ever) == 2
cover used_up: size(a.ever) == 2
instance two { Id = 2 })";

TEST(Fresh, never_repeats_even_after_a_crash_and_stops_when_the_sort_is_used_up) {
    const auto found = find(kFresh);
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, UnorderedElementsAre("after_crash", "used_up"));
    EXPECT_THAT(found.result.cuts, ElementsAre("Id = 2 (`fresh Id` found none left)"));
}

TEST(Fresh, gives_two_different_elements_in_one_step) {
    const auto found = find(R"(protocol p
sort Id
role a {
  var ids: set Id
  action draw when ids == {} {
    let one = fresh Id
    let two = fresh Id
    ids += one
    ids += two } }
invariant both_or_none: a.ids == {} or size(a.ids) == 2
cover drawn: a.ids != {}
instance two { Id = 2 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("drawn"));
}

TEST(Fresh, avoids_elements_that_arrived_in_a_message_even_if_nobody_kept_them) {
    const auto found = find(R"(protocol p
sort Id
message Hello from c to a { id: Id }
role c { var unused: bool = false }
role a {
  durable heard: bool = false
  durable drawn_after: bool = false
  durable drawn: bool = false
  on Hello() { heard = true }
  action draw { let id = fresh Id
                drawn = true
                drawn_after = heard } }
fault arbitrary c
invariant never_after: not a.drawn_after
cover before: a.drawn
instance one { Id = 1 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("before"));
}

TEST(Handlers, a_message_that_nobody_takes_is_a_failure) {
    const auto found = find(R"(protocol p
message Ping from a to b { x: bool }
role a { action go(x: bool) { send Ping(x: x) to b } }
role b { var n: bool = false
  on Ping(x) when x { n = true } }
instance one {})");
    EXPECT_THAT(found.obligation, HasSubstr("no handler of `b` takes `Ping`"));
    ASSERT_EQ(found.result.violations.size(), 1U);
    EXPECT_EQ(found.result.violations[0].trace.steps.size(), 1U);
}

TEST(Handlers, otherwise_takes_what_the_guards_leave) {
    const auto found = find(R"(protocol p
message Ping from a to b { x: bool }
role a { action go(x: bool) { send Ping(x: x) to b } }
role b { var yes: bool = false
  var no: bool = false
  on Ping(x) otherwise { no = true }
  on Ping(x) when x { yes = true } }
step yes_needs_x: b.yes and not old(b.yes) implies sent(Ping(x: true))
step no_needs_not_x: b.no and not old(b.no) implies sent(Ping(x: false))
cover both: b.yes and b.no
instance one {})");
    EXPECT_THAT(found.obligation, IsEmpty());
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("both"));
}

TEST(Handlers, overlapping_guards_are_a_failure) {
    const auto found = find(R"(protocol p
message Ping from a to b { x: int }
role a { action go(x: int) { send Ping(x: x) to b } }
role b { var n: bool = false
  on Ping(x) when x >= 1 { n = true }
  on Ping(x) when x <= 1 { n = false } }
instance one { a.go.x in 0 .. 2 })");
    EXPECT_THAT(found.obligation, HasSubstr("two handlers of `b` take `Ping`"));
}

TEST(Arbitrary, anything_may_arrive_that_nobody_sent) {
    const std::string text = R"(protocol p
message Ping from a to b { x: int, y: bool }
role a { var unused: bool = false }
role b { var last: int = 0
  on Ping(x, y) when y { last = x }
  on Ping() otherwise { ignore } }
fault arbitrary a
cover seven: b.last == 7
cover never_sent: b.last == 7 and not sent(Ping())
invariant within: b.last <= 7
instance one { Ping.x in 5 .. 7 })";
    const auto found = find(text);
    EXPECT_THAT(found.shown, UnorderedElementsAre("seven", "never_sent"));
    EXPECT_THAT(found.broken, IsEmpty());
    const auto without = find(text, {.without = {{spec::FaultKind::arbitrary, spec::RoleId{0}}}});
    EXPECT_THAT(without.shown, IsEmpty());
}

TEST(Definedness, goes_from_left_to_right) {
    const auto found = find(R"(protocol p
sort S
role a {
  var m: map S -> int
  action put(x: S) { m[x] = 1 } }
invariant guarded: forall x: S. x in a.m implies a.m[x] > 0
invariant guarded_by_or: forall x: S. not (x in a.m) or a.m[x] > 0
invariant guarded_by_if: forall x: S. if x in a.m then a.m[x] > 0 else true
invariant the_wrong_way: forall x: S. a.m[x] > 0 or not (x in a.m)
instance two { S = 2 })");
    EXPECT_THAT(found.broken, ElementsAre("the_wrong_way"));
    EXPECT_THAT(found.undefined, ElementsAre("the_wrong_way"));
}

TEST(Definedness, inside_old_is_about_the_old_state) {
    const auto found = find(R"(protocol p
sort S
role a {
  var m: map S -> int
  action put(x: S) { m[x] = 1 } }
step checked_before: forall x: S. old(x in a.m) implies old(a.m[x]) == a.m[x]
step checked_after: forall x: S. x in a.m implies old(a.m[x]) == a.m[x]
instance one { S = 1 })");
    EXPECT_THAT(found.undefined, ElementsAre("checked_after"));
    EXPECT_THAT(found.broken, ElementsAre("checked_after"));
}

TEST(Old, also_covers_what_was_sent_and_armed) {
    const auto found = find(R"(protocol p
message Ping from a to b { n: int }
role a { var n: int = 0
  timer t for 1s
  action go { n += 1; start t; send Ping(n: n) to b }
  on t { ignore } }
role b { on Ping() { ignore } }
step sent_grows: forall n: int. old(sent(Ping(n: n))) implies sent(Ping(n: n))
step one_more: forall n: int.
  n == a.n and n > old(a.n) implies sent(Ping(n: n)) and not old(sent(Ping(n: n)))
step never_armed_before: armed(a.t) implies not old(armed(a.t))
instance one { a.n <= 2 })");
    EXPECT_THAT(found.broken, ElementsAre("never_armed_before"));
}

TEST(Statements, see_what_the_ones_before_them_did) {
    const auto found = find(R"(protocol p
role a { var x: int = 0
  var y: int = 0
  action go when x == 0 { x = 1; y = x + 1; bump(); y = y + x }
  procedure bump() { if x == 1 { x = 5; return }
                     x = 100 } }
invariant right: a.x == 0 or (a.x == 5 and a.y == 7)
cover done: a.x == 5
instance one {})");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("done"));
}

TEST(Reply, goes_to_the_sender_with_its_correlation) {
    const spec::TypedSpec spec = analysed(R"(protocol p
sort C
message Ask from c to s {}
message Answer from s to c {}
role c[me: C] { action ask { send Ask() to s }
  on Answer() { ignore } }
role s { var parked: map C -> request Ask
  on Ask() from x as r { parked[x] = r }
  action answer(x: C) when x in parked { reply Answer() to parked[x] } }
instance two { C = 2 })");
    const TransitionSystem system = lower(spec, {});
    const Evaluator evaluator(system, Universe{{2}, {0, 1}, 2});
    const auto starts = evaluator.initial_states({});
    ASSERT_EQ(starts.size(), 1U);
    const State start = std::get<State>(starts[0].result);
    const auto step = [&](const std::string& name) {
        const auto at = std::find_if(system.steps.begin(), system.steps.end(), [&](const Step& s) {
            return s.name == name;
        });
        return static_cast<std::uint32_t>(at - system.steps.begin());
    };
    // Each of two correlations is a way to choose.
    Event ask;
    ask.step = step("ask");
    ask.process = 1;
    const auto asked = evaluator.outcomes(start, ask);
    ASSERT_EQ(asked.size(), 2U);
    const State& second = std::get<State>(asked[1].result);
    ASSERT_EQ(second.sent.size(), 1U);
    EXPECT_EQ(second.sent[0].correlation, 1);

    Event deliver;
    deliver.step = step("Ask");
    deliver.message = second.sent[0];
    const auto parked = evaluator.outcomes(second, deliver);
    ASSERT_EQ(parked.size(), 1U);
    Event answer;
    answer.step = step("answer");
    answer.arguments = {Value::scalar(1)};
    const auto answered = evaluator.outcomes(std::get<State>(parked[0].result), answer);
    ASSERT_EQ(answered.size(), 1U);
    const State& last = std::get<State>(answered[0].result);
    ASSERT_EQ(last.sent.size(), 2U);
    EXPECT_EQ(last.sent[1].to, 1);
    EXPECT_EQ(last.sent[1].correlation, 1);

    // A message that was not sent is not delivered, and a choice that does not fit is refused.
    EXPECT_THAT(evaluator.outcomes(start, deliver), IsEmpty());
    Event repeated = asked[1].event;
    EXPECT_TRUE(evaluator.replay(start, repeated).has_value());
    repeated.choices = {Value::scalar(2)};
    EXPECT_FALSE(evaluator.replay(start, repeated).has_value());
    repeated.choices = {Value::scalar(1), Value::scalar(0)};
    EXPECT_FALSE(evaluator.replay(start, repeated).has_value());
}

TEST(Functions, have_one_interpretation_for_a_whole_run) {
    const auto found = find(R"(protocol p
sort S
const limit: int
function good(x: S): bool
axiom some_good: exists x: S. good(x)
role a { var yes: set S
  var no: set S
  action look(x: S) { if good(x) { yes += x } else { no += x } } }
invariant apart: a.yes inter a.no == {}
cover some_bad: a.no != {}
invariant never_all_bad: size(a.no) < 2
cover limit_kept: limit == 3
instance two { S = 2, limit = 3 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, UnorderedElementsAre("some_bad", "limit_kept"));
}

TEST(Tests, follow_every_choice_and_tell_what_is_false) {
    const spec::TypedSpec spec =
        analysed(replaced(shipped("lease.muster"), "expect highest == 2", "expect highest == 1"));
    const TestResult result = run_test(spec, spec.tests.at(0));
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.reason, "`highest` is 2");
    const spec::TypedSpec good = analysed(shipped("lease.muster"));
    EXPECT_TRUE(run_test(good, good.tests.at(0)).passed);
}

} // namespace
} // namespace muster::checker::testing
