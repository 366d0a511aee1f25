#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What the role of a spec with one instance, whose own integers are -1, 0 and 1, breaks and shows.
Findings with(const std::string& role, const std::string& properties, const char* size = "") {
    return find("protocol q\nsort Item\n" + role + "\n" + properties + "\ninstance i { Item = 2 " +
                size + " }\n");
}

constexpr const char* kCounter = "role a { var n: int = 0 action up when n < 2 { n += 1 } }";

TEST(QuantifiedIntegers, are_those_that_variables_reach) {
    const Findings found = with(kCounter, R"(
invariant bounded: forall t: int. a.n == t implies t <= 1
invariant true_bound: forall t: int. a.n == t implies t <= 2
invariant always_more: forall t: int. exists u: int. t < u
invariant some_other: exists t: int. t > a.n + 5
invariant between: forall t, u: int. t < u implies exists v: int. t <= v and v < u
invariant dense: forall t, u: int. t < u implies exists v: int. t < v and v < u
invariant room_of_two: exists t, u: int. a.n < t and t < u and u < a.n + 3
invariant no_room: not exists t, u: int. a.n < t and t < u and u < a.n + 2
step steady: forall t: int. old(a.n) == t implies a.n == t or t <= 0
cover reached: exists t: int. a.n == t and t > 1
)");
    EXPECT_THAT(found.broken, ElementsAre("bounded", "dense", "steady"));
    EXPECT_THAT(found.undefined, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("reached"));
    EXPECT_THAT(found.result.property_cuts, IsEmpty());
    EXPECT_EQ(found.result.states, 3U);
}

TEST(QuantifiedIntegers, are_those_next_to_the_literals_of_the_formula) {
    const Findings found = with(kCounter, R"(
def far(x: int) = x > 70
invariant bounded: forall t: int. t <= 50
invariant gap: not exists t: int. t > 30 and t < 32
invariant no_gap: not exists t: int. t > 30 and t < 31
invariant added: not exists t: int. t - 40 == a.n
invariant in_def: not exists t: int. far(t)
invariant none_is_least: forall t: int. exists u: int. u + 100 < t
)");
    EXPECT_THAT(found.broken, ElementsAre("added", "bounded", "gap", "in_def"));
}

TEST(QuantifiedIntegers, are_those_of_messages_sent) {
    const Findings found = with(R"(
message M from a to b { t: int }
message O from a to b { t: option int }
role a { var n: int = 5
  action up when n < 7 { n += 1; send M(t: n + 10) to b; send O(t: some(n + 20)) to b } }
role b { on M() { ignore } on O() { ignore } })",
                                R"(
invariant low: forall t: int. sent(M(t: t)) implies t <= 16
invariant low_some: forall t: int. sent(O(t: some(t))) implies t <= 26
invariant low_option: forall t: option int. sent(O(t: t)) and t is some implies t.value <= 26
invariant high: forall t: int. in_flight(M(t: t)) implies t <= 17
cover far: exists t: int. sent(M(t: t)) and t > 16
)");
    EXPECT_THAT(found.broken, ElementsAre("low", "low_option", "low_some"));
    EXPECT_THAT(found.shown, ElementsAre("far"));
}

TEST(QuantifiedIntegers, are_those_of_messages_that_may_leave_the_network) {
    for (const std::string network : {"once", "fifo"}) {
        const Findings found = with("message M from a to b { t: int } via " + network + R"(
role a { var n: int = 5
  action up when n < 7 { n += 1; send M(t: n + 10) to b } }
role b { on M() { ignore } })",
                                    R"(
invariant low: forall t: int. in_flight(M(t: t)) implies t <= 16
invariant high: forall t: int. in_flight(M(t: t)) implies t <= 17
)");
        EXPECT_THAT(found.broken, ElementsAre("low")) << network;
    }
}

TEST(QuantifiedIntegers, are_those_in_containers) {
    const Findings found = with(R"(
record Pair { left: int, right: int }
role a {
  var pair: Pair = Pair { left: 3, right: 4 }
  var some_one: option int = none
  var by_item: map Item -> int
  var by_number: map int -> bool
  var numbers: set int
  var row: list int
  timer tick[k: int] for 10ms
  on tick(k) { ignore }
  action go(i: Item) {
    pair = Pair { left: 11, right: 12 }
    some_one = some(13)
    by_item[i] = 14
    by_number[15] = true
    numbers += 16
    row += 17
    start tick[18] } })",
                                R"(
invariant left: not exists t: int. a.pair.left == t and t > 10
invariant whole: not exists p: Pair. a.pair == p and p.right > 11
invariant option: not exists t: int. a.some_one == some(t)
invariant value: not exists t: int. exists i: Item. a.by_item?[i] == some(t)
invariant key: not exists t: int. t in a.by_number
invariant element: not exists t: int. t in a.numbers
invariant listed: not exists t: int. t in a.row
invariant timed: not exists t: int. armed(a.tick[t])
)");
    EXPECT_THAT(
        found.broken,
        ElementsAre("element", "key", "left", "listed", "option", "timed", "value", "whole"));
}

TEST(QuantifiedIntegers, of_a_step_are_those_that_it_meets) {
    const Findings found = with(R"(
message M from a to b { t: int }
role a { action go { send M(t: 40) to b } }
role b { var seen: bool = false
  on M(t) { if exists u: int. u == t and u > 30 { seen = true } } })",
                                "cover sees: b.seen\n");
    EXPECT_THAT(found.shown, ElementsAre("sees"));
    EXPECT_THAT(found.result.cuts, IsEmpty());
}

TEST(QuantifiedIntegers, that_are_calculated_with_are_named_as_a_cut) {
    const Findings found = with(kCounter, R"(
invariant doubled: forall t: int. 2 * t == a.n implies t <= 1
invariant added: forall t: int. t == a.n + a.n implies t < 100
invariant compared: forall t: int. a.n == t implies t <= 2
)");
    EXPECT_THAT(found.broken, IsEmpty());
    ASSERT_EQ(found.result.property_cuts.size(), 2U);
    EXPECT_EQ(found.result.property_cuts.at(0),
              "integers from -3 to 3 in the quantifiers of `doubled`");
    EXPECT_EQ(found.result.property_cuts.at(1),
              "integers from -101 to 101 in the quantifiers of `added`");
}

// Between two of the points that were tried the set could have more.
TEST(QuantifiedIntegers, of_a_comprehension_are_met_and_named_as_a_cut) {
    const Findings found = with(kCounter, R"(
invariant empty: { t | t: int, t == a.n and t > 1 } == {}
invariant items: size({ i | i: Item, a.n == 0 or i == i }) == 2
)");
    EXPECT_THAT(found.broken, ElementsAre("empty"));
    EXPECT_EQ(found.result.property_cuts.size(), 1U);
}

TEST(QuantifiedIntegers, that_functions_are_applied_to_are_those_of_the_instance) {
    const Findings found = find(R"(protocol q
function even(n: int): bool
def is_even(n: int) = n == 0
role a { var n: int = 5 action go { n = 6 } }
invariant whole: forall t: int. even(t) implies t <= 1
instance i { even = is_even }
)");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_EQ(found.result.property_cuts.at(0),
              "integers from -1 to 1 in the quantifiers of `whole`");
}

TEST(QuantifiedIntegers, of_a_test_are_those_that_the_role_has) {
    const spec::TypedSpec spec = analysed(R"(protocol q
role a { var n: int = 0 action up { n = n * 3 + 7 } }
test "far" of a { 
  up  up  expect exists t: int. n == t  expect forall t: int. n == t implies t == 28 }
test "not so far" of a { up  up  expect forall t: int. n == t implies t < 28 }
)");
    EXPECT_TRUE(run_test(spec, spec.tests[0]).passed);
    EXPECT_FALSE(run_test(spec, spec.tests[1]).passed);
}

// Lists that an action takes may hold an element twice.
constexpr const char* kBatches = R"(protocol q
sort Item
role r {
  var twice: bool = false
  var items: set Item
  action put(batch: KIND Item) {
    for each i in batch { if i in items { twice = true } items += i }
    items = {} } }
invariant no_repeat: not r.twice
instance i { Item = 2 }
instance one { Item = 1 }
)";

TEST(Lists, that_come_from_outside_may_repeat_elements) {
    const spec::TypedSpec spec = analysed(replaced(kBatches, "KIND", "list"));
    for (const std::size_t instance : {0U, 1U}) {
        const Findings found = find(spec, {.instance = instance});
        EXPECT_THAT(found.broken, ElementsAre("no_repeat"));
        EXPECT_THAT(found.result.cuts, ElementsAre("lists of at most 2 elements in `r.put.batch`"));
    }
}

TEST(Lists, that_are_distinct_are_all_tried) {
    const Findings found = find(replaced(kBatches, "KIND", "distinct list"));
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.result.cuts, IsEmpty());
}

TEST(Lists, in_messages_of_arbitrary_roles_are_limited_by_name) {
    const Findings found = find(R"(protocol q
sort Item
record Batch { items: list Item }
message Put from c to r { batch: Batch }
role c { }
fault arbitrary c
role r { var same: bool = false
  on Put(batch) { if batch.items == [] { ignore } else { same = size(batch.items) == 3 } } }
cover three: r.same
instance i { Item = 3 }
)");
    EXPECT_THAT(found.shown, ElementsAre("three"));
    EXPECT_THAT(found.result.cuts, ElementsAre("lists of at most 3 elements in `Put.batch`"));
}

} // namespace
} // namespace muster::checker::testing
