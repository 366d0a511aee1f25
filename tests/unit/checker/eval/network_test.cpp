#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// What each kind of network may do, and what a simpler reading would get wrong.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Two numbered messages, of which the receiver notes what it saw.
std::string numbered(const std::string& network) {
    return "protocol p\nnetwork " + network + R"(
message M from a to b { k: int }
role a { var n: int = 0
  action go when n < 2 { n += 1; send M(k: n) to b } }
role b { var last: int = 0
  var seen: int = 0
  var back: bool = false
  on M(k) { if k < last { back = true }
            last = k
            seen += 1 } }
cover reordered: b.back
cover repeated: b.seen == 3
cover lost: a.n == 2 and b.last == 2 and b.seen == 1
cover arrived: b.last == 2 and b.seen == 2
cover over: sent(M(k: 1)) and not in_flight(M(k: 1))
instance one { b.seen <= 3 })";
}

TEST(Unreliable, loses_repeats_and_reorders_and_nothing_is_ever_over) {
    EXPECT_THAT(find(numbered("unreliable")).shown,
                UnorderedElementsAre("reordered", "repeated", "lost", "arrived"));
}

TEST(Once, loses_and_reorders_but_never_repeats) {
    EXPECT_THAT(find(numbered("once")).shown,
                UnorderedElementsAre("reordered", "lost", "arrived", "over"));
}

TEST(Fifo, keeps_the_order_and_loses_only_with_a_cut) {
    EXPECT_THAT(find(numbered("fifo")).shown, UnorderedElementsAre("lost", "arrived", "over"));
}

TEST(Network, every_message_may_choose_its_own) {
    const auto found = find(R"(protocol p
network once
message M from a to b {}
message N from a to b {} via unreliable
role a { var done: bool = false
  action go when not done { done = true; send M() to b; send N() to b } }
role b { var m: int = 0
  var n: int = 0
  on M() { m += 1 }
  on N() { n += 1 } }
cover twice_m: b.m == 2
cover twice_n: b.n == 2
instance one { b.m <= 2, b.n <= 2 })");
    EXPECT_THAT(found.shown, ElementsAre("twice_n"));
}

TEST(Once, two_equal_sends_may_both_arrive) {
    // A set of messages would deliver only one of them.
    const auto found = find(R"(protocol p
network once
message M from a to b {}
role a { var done: bool = false
  action go when not done { done = true; send M() to b; send M() to b } }
role b { var n: int = 0
  on M() { n += 1 } }
cover both: b.n == 2
invariant no_third: b.n <= 2
instance one { b.n <= 3 })");
    EXPECT_THAT(found.shown, ElementsAre("both"));
    EXPECT_THAT(found.broken, IsEmpty());
}

TEST(Fifo, all_messages_of_a_pair_share_one_queue) {
    // With a queue for each kind of message, N could overtake M.
    const auto found = find(R"(protocol p
network fifo
message M from a to b {}
message N from a to b {}
role a { var done: bool = false
  action go when not done { done = true; send M() to b; send N() to b } }
role b { var m: bool = false
  var n: bool = false
  on M() { m = true }
  on N() { n = true } }
invariant in_order: b.n implies b.m
cover arrive: b.n
instance one {})");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("arrive"));
}

TEST(Fifo, different_pairs_do_not_wait_for_each_other) {
    const auto found = find(R"(protocol p
sort S
network fifo
message M from a to b {}
role a { var done: bool = false
  action go when not done { done = true; for x in all b { send M() to x } } }
role b[me: S] { var got: bool = false
  on M() { got = true } }
cover one_ahead: exists x, y: S. x != y and b[x].got and not b[y].got and in_flight(M() to y)
invariant some_order: forall x: S. b[x].got implies a.done
instance two { S = 2 })");
    EXPECT_THAT(found.shown, ElementsAre("one_ahead"));
    EXPECT_THAT(found.broken, IsEmpty());
}

// The elements are told apart by names that an instance gives a function.
constexpr const char* kBatch = R"(protocol p
sort S
function rank(x: S): int
network fifo
message M from a to b { x: S }
role a { var done: bool = false
  action go when not done { done = true; for x in all c { send M(x: x) to b } } }
role b { var order: list int
  on M(x) { order += rank(x) } }
role c[me: S] { var idle: bool = true }
cover up: b.order == [1, 2]
cover down: b.order == [2, 1]
instance two { S = {s, t}, rank = { s -> 1, t -> 2 } })";

TEST(For, sends_to_one_queue_in_any_order) {
    // The iterations are simultaneous: a fixed order would show only one of these.
    EXPECT_THAT(find(kBatch).shown, UnorderedElementsAre("up", "down"));
}

constexpr const char* kLost = R"(protocol p
sort S
network fifo
message Hello from client to server {}
message Welcome from server to client {}
role client[me: S] {
  var here: bool = false
  var greeted: bool = false
  action hello when not here { here = true; send Hello() to server }
  on Welcome() { greeted = true }
  on lost s { here = false; greeted = false } }
role server {
  var known: set S
  on Hello() from c { known += c; send Welcome() to c }
  on lost c { known -= c } }
invariant both_ends: forall c: S. client[c].greeted implies c in server.known
cover greeted: exists c: S. client[c].greeted
cover one_of_two:
  exists c, d: S. c != d and client[c].greeted and not client[d].greeted and client[d].here
instance two { S = 2 })";

TEST(Cut, runs_both_handlers_in_one_step_and_leaves_nothing_between_the_two) {
    // If only one end noticed, or the other end later, or if Welcome survived, a client would be
    // greeted that the server does not know.
    const auto found = find(kLost);
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, UnorderedElementsAre("greeted", "one_of_two"));
}

TEST(Cut, is_possible_when_nothing_is_in_flight) {
    const auto found = find(R"(protocol p
network fifo
message M from a to b {}
role a { var n: int = 0
  action never when false { send M() to b }
  on lost p { n += 1 } }
role b { var n: int = 0
  on M() { ignore }
  on lost p { n += 1 } }
invariant together: a.n == b.n
cover twice: a.n == 2
instance one { a.n <= 2 })");
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("twice"));
}

TEST(Cut, spares_what_a_handler_sends_on_the_new_connection) {
    const auto found = find(R"(protocol p
network fifo
message M from a to b {}
role a { var cut: bool = false
  on lost p { if not cut { cut = true; send M() to b } } }
role b { var got: bool = false
  on M() { got = true } }
cover arrives: b.got
instance one {})");
    EXPECT_THAT(found.shown, ElementsAre("arrives"));
}

TEST(Stop, ends_every_step_of_a_process_but_not_what_the_network_does_to_it) {
    const spec::TypedSpec spec = analysed(R"(protocol p
network fifo
message M from a to b {}
role a { var n: int = 0
  timer t for 1s
  on start { start t }
  action go { n += 1; send M() to b }
  on t { n += 1 }
  on lost p { n = 7 } }
role b { var n: int = 0
  on M() { n += 1 }
  on lost p { n = 7 } }
fault stop a
fault crash a
instance one {})");
    const TransitionSystem system = lower(spec, {});
    const Universe universe = make_universe(spec, spec.instances[0]).value();
    const Evaluator evaluator(system, universe);
    const auto step = [&](const std::string& name) {
        Event event;
        while (system.steps.at(event.step).name != name) {
            ++event.step;
        }
        return event;
    };
    const auto after = [&](const State& state, const Event& event) {
        return std::get<State>(evaluator.outcomes(state, event).at(0).result);
    };
    const State start = std::get<State>(evaluator.initial_states({}).at(0).result);
    const State sent = after(start, step("go"));
    const State stopped = after(sent, step("stop a"));
    EXPECT_THAT(stopped.stopped, ElementsAre(Process{spec::RoleId{0}, 0}));
    for (const char* name : {"go", "t", "crash a", "stop a"}) {
        EXPECT_EQ(evaluator.outcomes(sent, step(name)).size(), 1U) << name;
        EXPECT_THAT(evaluator.outcomes(stopped, step(name)), IsEmpty()) << name;
    }
    const State cut = after(stopped, step("cut a and b"));
    EXPECT_THAT(cut.in_flight.queued, IsEmpty());
    EXPECT_EQ(cut.variables[0][0], Value::scalar(1)) << "its own handler did not run";
    EXPECT_EQ(cut.variables[1][0], Value::scalar(7)) << "the other end's did";
    Event delivery = step("M");
    delivery.message = sent.in_flight.queued.at(0);
    EXPECT_EQ(after(stopped, delivery).variables[1][0], Value::scalar(1)) << "it still arrives";
}

TEST(Stop, shows_in_what_a_cut_leaves_undone) {
    // Without the stop, a's handler would always run with b's.
    const auto found = find(R"(protocol p
network fifo
message M from a to b {}
role a { var cut: bool = false
  action go when false { send M() to b }
  on lost p { cut = true } }
role b { var cut: bool = false
  on M() { ignore }
  on lost p { cut = true } }
fault stop a
cover alone: b.cut and not a.cut
invariant together without stop a: b.cut iff a.cut
instance one {})");
    EXPECT_THAT(found.shown, ElementsAre("alone"));
}

TEST(Arbitrary, makes_messages_up_beside_those_in_flight) {
    const auto found = find(R"(protocol p
network once
message M from a to b {}
role a { var done: bool = false
  action go when not done { done = true; send M() to b } }
role b { var got: bool = false
  on M() { got = true } }
fault arbitrary a
cover made_up: b.got and not a.done
cover beside: b.got and in_flight(M())
cover taken: b.got and a.done and not in_flight(M())
instance one {})");
    EXPECT_THAT(found.shown, UnorderedElementsAre("made_up", "beside", "taken"));
}

// Where it has vanished it does not arrive any more; to a formula it is still in flight, as it is
// on the network without a bound.
TEST(Bounded, an_unreliable_message_may_vanish_but_still_repeats) {
    const auto found = find(R"(protocol p
message M from a to b {}
role a { var done: bool = false
  action go when not done { done = true; send M() to b } }
role b { var n: int = 0
  on M() { n += 1 } }
cover gone: sent(M()) and not in_flight(M())
cover repeated: b.n == 2
instance bounded { b.n <= 2, in flight <= 1 }
instance unbounded { b.n <= 2 })");
    EXPECT_THAT(found.shown, UnorderedElementsAre("repeated"));
    const auto slow = find(R"(protocol p
message M from a to b { k: int }
role a { var n: int = 0
  action go when n < 2 { n += 1; send M(k: n) to b } }
role b { var seen: int = 0
  on M(k) { seen = k } }
invariant both: forall k: int. in_flight(M(k: k)) iff 1 <= k and k <= a.n
cover second: b.seen == 2 and a.n == 2
instance bounded { in flight <= 1 })");
    EXPECT_THAT(slow.broken, IsEmpty());
    EXPECT_THAT(slow.shown, UnorderedElementsAre("second"));
}

} // namespace
} // namespace muster::checker::testing
