#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// What an instance gives and what it leaves open.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::string refusal(std::string_view text) {
    try {
        find(text);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

constexpr const char* kConstants = R"(protocol p
sort S
enum E { A, B }
record R { x: S, n: int }
const which: S
const colour: E
const all_of_it: set S
const table: map S -> int
const pair: R
role c[me: S] { var idle: bool = true }
role a { var idle: bool = true }
cover as_given: forall x: S. (x == which implies all_of_it == {x} and table == { x -> 3 }
                              and pair == R { x: x, n: -2 } and colour == B)
cover other_element: exists x: S. x != which
instance two { S = {s, t}, which = t, colour = B, all_of_it = {t}, table = { t -> 3 },
               pair = R { x: t, n: -2 } })";

TEST(Instance, gives_constants_of_any_type) {
    EXPECT_THAT(find(kConstants).shown, UnorderedElementsAre("as_given", "other_element"));
}

TEST(Instance, tries_every_value_in_the_range_of_a_constant) {
    const std::string text = R"(protocol p
const limit: int
role a { var n: int = 0
  action go when n < limit { n += 1 } }
cover zero: limit == 0
cover one: a.n == 1 and limit == 1
cover two: a.n == 2
cover three: limit == 3
instance few { limit in 0 .. 2 })";
    const auto found = find(text);
    EXPECT_THAT(found.shown, UnorderedElementsAre("zero", "one", "two"));
    // A constant never changes, so there are 1 + 2 + 3 states; one that could would have 3 * 3.
    EXPECT_EQ(found.result.states, 6U);
    EXPECT_THAT(refusal(replaced(text, "limit in 0 .. 2", "limit <= 2")), HasSubstr("one side"));
    EXPECT_THAT(refusal(replaced(text, "limit in 0 .. 2", "")), HasSubstr("any integer"));
}

constexpr const char* kFunctions = R"(protocol p
sort S
const base: int
function rank(x: S): int
function sum(x: S, y: S): int
def added(x: S, y: S) = rank(x) + rank(y) + base
role c[me: S] { var idle: bool = true }
role a { var idle: bool = true }
cover ranks: exists x, y: S. rank(x) == 1 and rank(y) == 4
cover sums: exists x, y: S. sum(x, y) == 7
invariant only: forall x, y: S. sum(x, y) <= 10
instance two { S = {s, t}, base = 2, rank = { s -> 1, t -> 4 }, sum = added })";

TEST(Instance, gives_functions_by_a_map_or_by_a_def_of_constants_and_functions) {
    const auto found = find(kFunctions);
    EXPECT_THAT(found.shown, UnorderedElementsAre("ranks", "sums"));
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(refusal(replaced(kFunctions, ", t -> 4", "")), HasSubstr("no entry for `t`"));
    // An open function gives the integers of the instance alone, and the verdict says so.
    EXPECT_THAT(find(replaced(kFunctions, ", sum = added", "")).result.cuts,
                ElementsAre("results of sum in -4 .. 4"));
}

TEST(Instance, says_which_axiom_its_values_break) {
    const std::string text =
        replaced(kFunctions,
                 "role a",
                 "axiom injective: forall x, y: S. rank(x) == rank(y) implies x == y\n"
                 "role a");
    EXPECT_EQ(refusal(text), "");
    EXPECT_THAT(refusal(replaced(text, "t -> 4", "t -> 1")), HasSubstr("axiom `injective`"));
}

TEST(Instance, tries_every_interpretation_that_satisfies_the_axioms) {
    const auto found = find(R"(protocol p
sort S
function heir(x: S): S
axiom no_fixed_point: forall x: S. heir(x) != x
role c[me: S] { var at: option S = none
  action go { at = some(heir(me)) } }
invariant moved: forall x: S. c[x].at != some(x)
cover cycle: forall x: S. heir(heir(heir(x))) == x
cover pair: exists x, y: S. heir(x) == y and heir(y) == x
instance three { S = 3 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, UnorderedElementsAre("cycle", "pair"));
}

TEST(Instance, bounds_every_integer_in_a_variable) {
    const std::string text = R"(protocol p
def limit = LIMIT
record R { n: int, on: bool }
role a {
  var m: map int -> int
  var s: set int
  var r: R = R { n: 0, on: false }
  action begin when not 1 in m { m[1] = 1 }
  action up when 1 in m { m[1] += 1 }
  action grow when size(s) < 9 { s += size(s) }
  action next { r.n += 1 } }
invariant small_map: 1 in a.m implies a.m[1] <= limit
invariant small_set: not limit in a.s
invariant small_record: a.r.n < limit
instance one { a.m <= 3, a.s <= 3, a.r <= 3 })";
    // A state outside is checked but not expanded: 4 is reached, 5 is not.
    EXPECT_THAT(find(replaced(text, "LIMIT", "3")).broken,
                UnorderedElementsAre("small_map", "small_set", "small_record"));
    EXPECT_THAT(find(replaced(text, "LIMIT", "4")).broken,
                UnorderedElementsAre("small_set", "small_record"));
    const auto five = find(replaced(text, "LIMIT", "5"));
    EXPECT_THAT(five.broken, IsEmpty());
    EXPECT_THAT(five.result.cuts, UnorderedElementsAre("a.m <= 3", "a.s <= 3", "a.r <= 3"));
}

TEST(Instance, compares_a_literal_with_a_distinct_list_as_lists) {
    constexpr const char* text = R"(protocol p
sort S
role a {
  var d: distinct list S
  action put(x: S) when size(d) < 2 { d += x } }
invariant not_twice: forall x, y: S. a.d == [x, y] implies x != y
invariant same: forall x, y: S. [x, y] == a.d implies a.d == [x, y]
invariant either: forall x, y: S. a.d != [x, y] iff not [x, y] == a.d
cover one: exists x, y: S. a.d == [x] and x == y and a.d != [x, y]
invariant never_one: forall x, y: S. a.d == [x] and x == y implies a.d == [x, y]
instance two { S = 2 })";
    const auto found = find(text);
    EXPECT_THAT(found.broken, ElementsAre("never_one"));
    EXPECT_THAT(found.shown, ElementsAre("one"));
}

} // namespace
} // namespace muster::checker::testing
