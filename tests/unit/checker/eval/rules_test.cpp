#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// Rules about handlers, lists, loops and timers, each with a case that a simpler reading gets
// wrong.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* kEither = R"(protocol p
message M from a to b { k: int }
role a { var n: int = 0
  action go when n < 2 { n += 1; send M(k: n) to b } }
role b { var one: bool = false
  var two: bool = false
  either on M(k) when k >= 1 { one = true }
  either on M(k) when k >= 2 { two = true }
  on M() otherwise { ignore } }
cover one_only: b.one and not b.two
cover two_only: b.two and not b.one
step one_at_a_time: not old(b.one) and b.one implies b.two == old(b.two)
instance one {})";

TEST(Either, any_handler_whose_guard_holds_may_run_and_only_one_does) {
    const auto found = find(kEither);
    EXPECT_THAT(found.shown, UnorderedElementsAre("one_only", "two_only"));
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_EQ(found.obligation, "");
}

TEST(Either, an_overlap_with_a_handler_that_is_not_marked_is_a_failure) {
    EXPECT_THAT(
        find(replaced(kEither, "either on M(k) when k >= 2", "on M(k) when k >= 2")).obligation,
        HasSubstr("overlap"));
}

TEST(ForEach, an_iteration_sees_what_the_ones_before_it_did) {
    // All at once, both mentions of a member would find it there.
    const auto found = find(R"(protocol p
sort S
role c[me: S] { var idle: bool = true }
role a {
  var here: set S
  var gone: int = 0
  var missing: int = 0
  on start { here = all c }
  action leave(x: S, y: S) when gone + missing == 0 {
    for each m in [x, y] {
      if m in here { here -= m; gone += 1 } else { missing += 1 }
    } } }
cover repeated: a.gone == 1 and a.missing == 1
cover different: a.gone == 2
invariant counted: a.gone + a.missing == 0 or a.gone + a.missing == 2
instance two { S = 2 })");
    EXPECT_THAT(found.shown, UnorderedElementsAre("repeated", "different"));
    EXPECT_THAT(found.broken, IsEmpty());
}

TEST(ForEach, goes_over_the_list_of_before_and_return_ends_what_is_around_it) {
    const auto found = find(R"(protocol p
role a {
  var xs: list int = [1, 2]
  var seen: int = 0
  var after_loop: bool = false
  var after_call: bool = false
  var done: bool = false
  procedure look() {
    for each x in xs { seen += x; xs += 5; if x == 2 { return } }
    after_loop = true
  }
  action go when not done { done = true; look(); after_call = true } }
cover so: a.done and a.seen == 3 and a.xs == [1, 2, 5, 5] and not a.after_loop and a.after_call
instance one {})");
    EXPECT_THAT(found.shown, ElementsAre("so"));
}

TEST(Lists, keep_their_order_and_repeats_unless_they_are_distinct) {
    const auto found = find(R"(protocol p
role a {
  var xs: list int = [2, 1, 2]
  var ds: distinct list int = [2, 1]
  var m: map int -> int = { 1 -> 5, 1 -> 6 }
  var phase: int = 0
  action append when phase == 0 { xs += 1; ds += 1; phase = 1 }
  action remove when phase == 1 { xs -= 2; ds -= 2; phase = 2 } }
cover begun: a.phase == 0 and a.xs == [2, 1, 2] and a.ds == [2, 1] and a.m == { 1 -> 6 }
cover appended: a.phase == 1 and a.xs == [2, 1, 2, 1] and size(a.ds) == 2
cover removed: a.phase == 2 and a.xs == [1, 1] and a.ds == [1]
cover unordered: a.xs == [1, 2, 2]
instance one {})");
    EXPECT_THAT(found.shown, UnorderedElementsAre("begun", "appended", "removed"));
}

TEST(Majority, is_more_than_half) {
    const auto found = find(R"(protocol p
sort S
role c[me: S] { var idle: bool = true }
role a { var votes: set S
  action vote(x: S) { votes += x } }
invariant never_half: majority(a.votes, all c) implies size(a.votes) >= 3
cover three: majority(a.votes, all c) and size(a.votes) == 3
instance four { S = 4 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("three"));
}

constexpr const char* kTiming = R"(protocol p
message Done from b to a {}
role a {
  var late: bool = false
  timer t for 1s
  on start { start t }
  on Done() { ignore }
  on t { late = true } }
role b { var busy: bool = true
  action finish when busy { busy = false; send Done() to a } }
assume timing patient: a.t fires only when not b.busy
invariant in_time: a.late implies not b.busy
cover late: a.late
instance one {})";

TEST(Timing, restricts_when_a_timer_fires_by_the_state_of_any_role) {
    const auto found = find(kTiming);
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("late"));
    EXPECT_THAT(
        find(replaced(kTiming, "assume timing patient: a.t fires only when not b.busy", "")).broken,
        ElementsAre("in_time"));
}

TEST(Timing, keeps_what_the_assumption_looks_at) {
    // Nothing else needs b, so without it the timer would be thought never to fire, or always.
    std::string text = replaced(kTiming, "invariant in_time: a.late implies not b.busy\n", "");
    text = replaced(text, "message Done from b to a {}\n", "");
    text = replaced(text, "  on Done() { ignore }\n", "");
    text = replaced(text, "busy = false; send Done() to a", "busy = false");
    const spec::TypedSpec spec = analysed(text);
    const auto found = find(spec, {.obligations = Obligations::of_kept_roles});
    EXPECT_THAT(found.shown, ElementsAre("late"));
    EXPECT_THAT(found.result.forgotten_roles, IsEmpty());
    EXPECT_THAT(find(replaced(text, "action finish when busy", "action finish when false"),
                     {.obligations = Obligations::of_kept_roles})
                    .shown,
                IsEmpty());
}

TEST(Timing, knows_the_process_and_the_key) {
    const auto found = find(R"(protocol p
sort S
role a[me: S] {
  var fired: set S
  timer t[k: S] for 1s
  on start { for x in all a { start t[x] } }
  on t(k) { fired += k } }
assume timing own: a[i].t[k] fires only when i == k
invariant own_key: forall x, y: S. y in a[x].fired implies x == y
cover fires: forall x: S. x in a[x].fired
instance two { S = 2 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("fires"));
}

} // namespace
} // namespace muster::checker::testing
