#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// Counts of whole states from first principles, each with what a simpler reading would count.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::uint64_t states(std::string_view text) {
    return find(text, {.slicing = Slicing::off}).result.states;
}

TEST(Counts, of_two_equal_sends_in_a_bag) {
    // n sent, k in flight, g arrived: every k + g <= n, so 1 + 3 + 6. A set of messages would hold
    // one of two equal ones (9 states), a network without loss would keep k + g = n (6).
    EXPECT_EQ(states(R"(protocol p
network once
message M from a to b {}
role a { var n: int = 0
  action go when n < 2 { n += 1; send M() to b } }
role b { var got: int = 0
  on M() { got += 1 } }
instance one {})"),
              10U);
}

constexpr const char* kNumbered = R"(
message M from a to b { k: int }
role a { var n: int = 0
  action go when n < 2 { n += 1; send M(k: n) to b } }
role b { var last: int = 0
  on M(k) { last = k } }
instance one {})";

TEST(Counts, of_a_queue_that_can_be_cut) {
    // Of (queue, last): with n = 0 one, with n = 1 ([1], 0) ([], 0) ([], 1), with n = 2 ([1, 2], 0)
    // ([2], 0) ([2], 1) ([], 0) ([], 1) ([], 2). Without cuts there would be 1 + 2 + 3.
    EXPECT_EQ(states(std::string("protocol p\nnetwork fifo") + kNumbered), 10U);
    // A bag lets the two pass each other: ([1], 0) and ([1], 2) are possible with n = 2 too.
    EXPECT_EQ(states(std::string("protocol p\nnetwork once") + kNumbered), 12U);
}

TEST(Counts, of_processes_that_stop) {
    // Going or stopped, with either value; nothing happens after the stop. If a stop did nothing
    // there would be 2 states, if the stopped went on 8 transitions.
    const auto found = find(R"(protocol p
role a { var x: bool = false
  action flip { x = not x } }
fault stop a
instance one {})",
                            {.slicing = Slicing::off});
    EXPECT_EQ(found.result.states, 4U);
    EXPECT_EQ(found.result.transitions, 4U);
}

constexpr const char* kThree = R"(protocol p
message M from a to b { k: int }
role a { var n: int = 0
  action go when n < 3 { n += 1; send M(k: n) to b } }
role b { on M() { ignore } }
instance bounded { in flight <= 1 }
instance unbounded {})";

TEST(Counts, of_a_bounded_number_of_messages_in_flight) {
    // With n = 0 {}, n = 1 {1} {}, n = 2 {1,2} {2} {}, n = 3 {2,3} {3} {}; {1,2} and {2,3} are
    // checked but not expanded. Where nothing vanishes there is one state for every n.
    const auto bounded = find(kThree, {.slicing = Slicing::off});
    EXPECT_EQ(bounded.result.states, 9U);
    EXPECT_THAT(bounded.result.cuts, ElementsAre("in flight <= 1"));
    const auto unbounded = find(kThree, {.slicing = Slicing::off, .instance = 1});
    EXPECT_EQ(unbounded.result.states, 4U);
    EXPECT_THAT(unbounded.result.cuts, IsEmpty());
}

TEST(Counts, of_connections) {
    // A client is away, has its Hello in flight, or is known: 3 states for each of two. If a cut
    // ran the handler of one end only, a client could be known and away, or here and forgotten.
    EXPECT_EQ(states(R"(protocol p
sort S
network fifo
message Hello from client to server {}
role client[me: S] {
  var here: bool = false
  action hello when not here { here = true; send Hello() to server }
  on lost s { here = false } }
role server {
  var known: set S
  on Hello() from c { known += c }
  on lost c { known -= c } }
instance two { S = 2 })"),
              9U);
}

TEST(Counts, of_sends_whose_order_is_open) {
    // From one state, a `for` over two elements that sends to one process leads to two queues; to
    // two processes it leads to one pair of queues.
    // Nothing sent; [1,2] [2,1] [1] [2] [].
    EXPECT_EQ(states(R"(protocol p
sort S
network fifo
message M from a to b { x: S }
role a { var done: bool = false
  action go when not done { done = true; for x in all c { send M(x: x) to b } } }
role b { on M() { ignore } }
role c[me: S] { var idle: bool = true }
instance two { S = 2 })"),
              6U);
    // Nothing sent; each of two queues full or empty.
    EXPECT_EQ(states(R"(protocol p
sort S
network fifo
message M from a to c { x: S }
role a { var done: bool = false
  action go when not done { done = true; for x in all c { send M(x: x) to x } } }
role c[me: S] { var idle: bool = true
  on M() { ignore } }
instance two { S = 2 })"),
              5U);
}

} // namespace
} // namespace muster::checker::testing
