#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <deque>
#include <optional>

namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Two-phase commit with a growing set of messages: the model of Lamport's TwoPhase.tla, whose
// numbers of distinct states are known from other tools: 288 for three resource managers, 8,832 for
// five, 50,816 for six.
constexpr const char* kTwoPhase = R"(protocol two_phase
sort Manager
enum Decision { Open, Committed, Aborted }
enum Local { Working, Prepared, Done, Gone }
message Ready from rm to tm {}
message Commit from tm to rm {}
message Abort from tm to rm {}
role tm {
  durable decision: Decision = Open
  durable ready: set Manager
  on Ready() from r when decision == Open { ready += r }
  on Ready() otherwise { ignore }
  action commit when decision == Open and ready == all rm {
    decision = Committed
    for r in all rm { send Commit() to r } }
  action abort when decision == Open {
    decision = Aborted
    for r in all rm { send Abort() to r } } }
role rm[me: Manager] {
  durable local: Local = Working
  action prepare when local == Working { local = Prepared; send Ready() to tm }
  action give_up when local == Working { local = Gone }
  on Commit() { local = Done }
  on Abort() { local = Gone } }
invariant agreement: forall a, b: Manager. not (rm[a].local == Done and rm[b].local == Gone)
cover commits: exists a: Manager. rm[a].local == Done
instance three { Manager = 3 }
instance five { Manager = 5 }
)";

TEST(Counts, of_two_phase_commit_are_those_of_other_tools) {
    const spec::TypedSpec spec = analysed(kTwoPhase);
    for (const Slicing slicing : {Slicing::on, Slicing::off}) {
        const auto three = find(spec, {.slicing = slicing});
        EXPECT_EQ(three.result.states, 288U);
        EXPECT_EQ(three.result.ended, ExploreResult::Ended::complete);
        EXPECT_THAT(three.broken, IsEmpty());
        EXPECT_THAT(three.shown, ElementsAre("commits"));
        // Every manager prepares and is heard, the decision falls, every manager hears it.
        EXPECT_EQ(three.result.depth, 10U);
        EXPECT_THAT(three.result.cuts, IsEmpty());
    }
    EXPECT_EQ(find(spec, {.instance = 1}).result.states, 8832U);
}

// The lease protocol once more, by hand and in plain numbers, to count its states independently.
struct Lease {
    int last = 0;
    int holder = -1;
    bool expiry = false;
    std::array<int, 2> lease{-1, -1};
    int highest = 0;
    std::array<int, 5> writer{-1, -1, -1, -1, -1};
    std::array<bool, 2> acquire{};
    std::set<std::pair<int, int>> granted; // token, client
    std::set<std::pair<int, int>> write;   // token, client
    auto operator<=>(const Lease&) const = default;
};

template <class Visit>
void for_each_step(const Lease& s, Visit visit) {
    const auto with = [&](auto change) {
        Lease next = s;
        change(next);
        visit(next);
    };
    for (int c = 0; c < 2; ++c) {
        const auto client = static_cast<std::size_t>(c);
        if (s.acquire[client]) {
            with([&](Lease& n) {
                if (s.holder < 0) {
                    n.holder = c;
                    n.expiry = true;
                    n.granted.insert({++n.last, c});
                }
            });
        }
        if (s.lease[client] < 0) {
            with([&](Lease& n) { n.acquire[client] = true; });
        } else {
            with([&](Lease& n) { n.write.insert({s.lease[client], c}); });
        }
    }
    for (const auto& grant : s.granted) {
        // Clang 14 cannot capture structured bindings.
        const auto token = grant.first;
        const auto c = grant.second;
        with([&](Lease& n) { n.lease[static_cast<std::size_t>(c)] = token; });
    }
    for (const auto& sent : s.write) {
        const auto token = sent.first;
        const auto c = sent.second;
        with([&](Lease& n) {
            if (token >= s.highest) {
                n.highest = token;
                n.writer[static_cast<std::size_t>(token)] = c;
            }
        });
    }
    if (s.expiry) {
        with([&](Lease& n) { n.expiry = false, n.holder = -1; });
    }
    with([&](Lease& n) { n.expiry = false, n.holder = -1; }); // a crash
}

TEST(Counts, of_the_lease_protocol_are_those_of_a_search_by_hand) {
    std::set<Lease> seen{Lease{}};
    std::deque<Lease> open{Lease{}};
    std::uint64_t steps = 0;
    while (!open.empty()) {
        const Lease state = open.front();
        open.pop_front();
        if (state.last > 3) { // outside of the instance's bound
            continue;
        }
        for_each_step(state, [&](const Lease& next) {
            ++steps;
            if (seen.insert(next).second) {
                open.push_back(next);
            }
        });
    }
    const auto found = find(shipped("lease.muster"));
    EXPECT_EQ(found.result.states, seen.size());
    EXPECT_EQ(found.result.transitions, steps);
    EXPECT_THAT(found.broken, IsEmpty());
    EXPECT_THAT(found.obligation, IsEmpty());
    EXPECT_THAT(found.shown, ElementsAre("handed_over"));
    EXPECT_THAT(found.result.cuts, ElementsAre("server.last <= 3"));
}

TEST(Search, finds_a_shortest_run_and_tells_how_it_ended) {
    const spec::TypedSpec spec = analysed(R"(protocol p
role a { var x: int = 0
  action one { x += 1 }
  action three { x += 3 } }
invariant small: a.x < 7
cover exactly_six: a.x == 6
instance one { a.x <= 10 })");
    const TransitionSystem system = lower(spec, {});
    ExploreOptions options;
    options.properties = {0};
    options.covers = {1};
    const auto stopped = explore(system, spec.instances[0], options);
    ASSERT_TRUE(stopped.has_value());
    EXPECT_EQ(stopped->ended, ExploreResult::Ended::at_violation);
    ASSERT_EQ(stopped->violations.size(), 1U);
    EXPECT_EQ(stopped->violations[0].trace.steps.size(), 3U);
    ASSERT_EQ(stopped->covers.size(), 1U);
    EXPECT_EQ(stopped->covers[0].trace.steps.size(), 2U);

    options.properties = {};
    options.covers = {};
    const auto all = explore(system, spec.instances[0], options);
    // Nothing is checked, so nothing of the state matters.
    EXPECT_EQ(all->states, 1U);
    options.obligations = Obligations::of_all_roles;
    const auto cut = explore(system, spec.instances[0], options);
    // 0 … 10 are expanded; 11, 12 and 13 are checked only.
    EXPECT_EQ(cut->states, 14U);
    EXPECT_EQ(cut->transitions, 22U);
    EXPECT_EQ(cut->depth, 5U);
    EXPECT_THAT(cut->cuts, ElementsAre("a.x <= 10"));

    options.max_depth = 2;
    const auto shallow = explore(system, spec.instances[0], options);
    EXPECT_EQ(shallow->ended, ExploreResult::Ended::at_max_depth);
    EXPECT_EQ(shallow->complete_depth, 2U);
    EXPECT_EQ(shallow->states, 6U); // 0; 1, 3; 2, 4, 6
    options.max_depth.reset();
    options.max_states = 3;
    EXPECT_EQ(explore(system, spec.instances[0], options)->ended,
              ExploreResult::Ended::at_max_states);
    options.max_states.reset();
    options.deadline = std::chrono::steady_clock::now();
    EXPECT_EQ(explore(system, spec.instances[0], options)->ended,
              ExploreResult::Ended::at_deadline);
}

TEST(Search, goes_on_until_nothing_is_left_when_asked_to) {
    const auto found = find(R"(protocol p
role a { var x: int = 0
  action one { x += 1 } }
invariant below_two: a.x < 2
invariant below_four: a.x < 4
step grows_slowly: a.x <= old(a.x)
instance one { a.x <= 1000 })");
    EXPECT_THAT(found.broken, UnorderedElementsAre("below_two", "below_four", "grows_slowly"));
    EXPECT_EQ(found.result.ended, ExploreResult::Ended::nothing_left);
    EXPECT_LE(found.result.states, 6U);
}

TEST(Search, names_an_integer_that_the_instance_leaves_open) {
    const spec::TypedSpec spec = analysed(R"(protocol p
message Ping from a to b { inner: option int }
role a { var unused: bool = false }
role b { var x: option int = none
  on Ping(inner) { x = inner } }
fault arbitrary a
invariant none_yet: b.x == none
instance open {}
instance closed { Ping.inner in 1 .. 2 })");
    ExploreOptions options;
    options.properties = {0};
    const TransitionSystem system = lower(spec, {});
    const auto open = explore(system, spec.instances[0], options);
    ASSERT_FALSE(open.has_value());
    EXPECT_THAT(open.error().text, HasSubstr("`Ping.inner` has no bound"));
    EXPECT_TRUE(explore(system, spec.instances[1], options).has_value());
}

TEST(Search, refuses_ranges_that_nobody_can_go_through) {
    const spec::TypedSpec spec = analysed(R"(protocol p
message Ping from a to b { inner: int }
role a { action ping(x: int) { send Ping(inner: x) to b } }
role b { var x: int = 0
  on Ping(inner) { x = inner } }
invariant zero: b.x == 0
instance wide { a.ping.x in 0 .. 9223372036854775807 }
instance widest { a.ping.x in -9223372036854775807 .. 9223372036854775807 }
instance far { a.ping.x in 9223372036854775806 .. 9223372036854775807 }
instance bound { a.ping.x in 0 .. 1, b.x <= 9223372036854775807 })");
    ExploreOptions options;
    options.properties = {0};
    const TransitionSystem system = lower(spec, {});
    for (const spec::InstanceInfo& instance : spec.instances) {
        const auto found = explore(system, instance, options);
        ASSERT_FALSE(found.has_value()) << instance.name;
        EXPECT_THAT(found.error().text, HasSubstr("9223372036854775807, which are too many"));
    }
}

TEST(Search, enumerates_every_value_of_every_type_of_field) {
    const auto found = find(R"(protocol p
sort S
enum Colour { Red, Green }
record Pair { left: bool, right: Colour }
message Ping from a to b {
  s: set S, m: map S -> bool, l: distinct list S, o: option S }
message Pong from a to b { p: Pair }
role a { var unused: bool = false }
role b { var sets: set S
  var seen_l: distinct list S
  var seen_m: map S -> bool
  var seen_o: option S = none
  var seen_p: Pair = Pair { left: false, right: Red }
  on Ping(s, m, l, o) { sets = s; seen_l = l; seen_m = m; seen_o = o }
  on Pong(p) when sets == {} { seen_p = p }
  on Pong() otherwise { ignore } }
fault arbitrary a
invariant fine: b.sets == b.sets and b.seen_l == b.seen_l and b.seen_m == b.seen_m
  and b.seen_o == b.seen_o and b.seen_p == b.seen_p
instance two { S = 2 })",
                            {.slicing = Slicing::off});
    // 4 sets, 9 maps, 5 distinct lists, 3 options, 4 pairs.
    EXPECT_EQ(found.result.states, 4U * 9U * 5U * 3U * 4U);
}

// Verdicts must not depend on what a search forgets.
TEST(Slicing, changes_no_verdict) {
    const std::string lease = shipped("lease.muster");
    const std::vector<std::string> specs{
        lease,
        replaced(lease, "durable last", "var last"),
        replaced(lease, "on Write(token) from c when token >= highest", "on Write(token) from c"),
        replaced(lease, "last += 1", "last = last"),
        std::string(kTwoPhase),
        replaced(kTwoPhase, "when decision == Open and ready == all rm", "when decision == Open"),
        R"(protocol p
message Ping from a to b { x: int, y: bool, z: bool }
message Pong from b to a { x: int, y: bool }
message Note from b to c { n: int }
role a { ghost pongs: int = 0
  on Pong() { pongs += 1 } }
role c { var noted: int = 0
  on Note(n) { noted = n } }
role b { var last: int = 0
  durable most: int = 0
  ghost history: set int
  on Ping(x, y) when y { last = x
    if x > most { most = x }
    history += last
    send Pong(x: x, y: y) to a
    send Note(n: last) to c }
  on Ping() otherwise { ignore } }
fault arbitrary a
fault crash b
invariant answered_true: forall x: int. not sent(Pong(x: x, y: false))
invariant answered_small: forall x: int. sent(Pong(x: x)) implies x <= b.most
invariant most_is_most: b.last <= b.most
invariant wrong_after_crash: b.last == b.most
step most_grows: b.most >= old(b.most)
cover noted: c.noted == 2
instance one { Ping.x in 0 .. 2, a.pongs <= 1 })",
        // What matters flows through a chain of variables, against the order of their declaration.
        R"(protocol p
message Ping from a to b { x: int }
role a { var unused: bool = false }
role b { var first_seen: int = 0
  var second: int = 0
  var third: int = 0
  var fourth: int = 0
  on Ping(x) { fourth = third; third = second; second = first_seen; first_seen = x } }
fault arbitrary a
invariant small: b.fourth < 2
instance one { Ping.x in 0 .. 2 })",
        // Only the addressee of an answer tells it from another.
        R"(protocol p
sort C
message Ask from c to s {}
message Answer from s to c {}
role c[me: C] { on Answer() { ignore } }
role s { var served: option C = none
  on Ask() from x when served == none { served = some(x); send Answer() to x }
  on Ask() otherwise { ignore } }
fault arbitrary c
fault crash s
invariant one: forall a, b: C. sent(Answer() to a) and sent(Answer() to b) implies a == b
instance two { C = 2 })"};
    for (const std::string& text : specs) {
        const spec::TypedSpec spec = analysed(text);
        const auto whole = find(spec, {.slicing = Slicing::off});
        for (const Obligations obligations :
             {Obligations::of_all_roles, Obligations::of_kept_roles}) {
            const auto sliced = find(spec, {.obligations = obligations});
            EXPECT_EQ(sliced.broken, whole.broken) << text;
            EXPECT_EQ(sliced.undefined, whole.undefined) << text;
            EXPECT_EQ(sliced.shown, whole.shown) << text;
            EXPECT_LE(sliced.result.states, whole.result.states) << text;
            EXPECT_EQ(sliced.obligation, whole.obligation) << text;
        }
    }
}

TEST(Slicing, forgets_roles_ghosts_and_fields_that_nothing_depends_on) {
    const spec::TypedSpec spec = analysed(shipped("kafka_group.muster"));
    const TransitionSystem system = lower(spec, {});
    ExploreOptions options;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        if (spec.properties[i].name == "generation_never_goes_back") {
            options.properties = {i};
        }
    }
    options.max_states = 200;
    const auto result = explore(system, spec.instances[0], options);
    ASSERT_TRUE(result.has_value());
    EXPECT_THAT(result->forgotten_roles, ElementsAre("client"));
}

TEST(Kafka, a_stale_commit_is_found_when_its_check_is_missing) {
    std::string text = shipped("kafka_group.muster");
    const std::string check = "g != generation";
    const auto handler = text.find("on OffsetCommit(");
    ASSERT_NE(handler, std::string::npos);
    text.replace(text.find(check, handler), check.size(), "false");
    const spec::TypedSpec spec = analysed(text);
    const TransitionSystem system = lower(spec, {});
    ExploreOptions options;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        if (spec.properties[i].name == "no_stale_commit") {
            options.properties = {i};
        }
    }
    const auto result = explore(system, spec.instances[0], options);
    ASSERT_TRUE(result.has_value());
    ASSERT_EQ(result->violations.size(), 1U);
    const Trace whole =
        replay_trace(
            spec,
            fixed_by(spec, result->violations[0].trace.universe, spec.instances[0]).value(),
            result->violations[0].trace,
            {result->violations[0].property})
            .value();
    EXPECT_GE(whole.steps.size(), 2U);
    EXPECT_LE(whole.steps.size(), 5U);
}

TEST(Replay, refuses_a_run_that_does_not_show_what_it_claims) {
    const spec::TypedSpec spec = analysed(kTwoPhase);
    const auto found = find(spec);
    ASSERT_EQ(found.result.covers.size(), 1U);
    const CoverRun& run = found.result.covers[0];
    const auto replay = [&](const Trace& trace, std::size_t property) {
        return replay_trace(spec, {}, trace, {property});
    };
    EXPECT_NO_THROW(replay(run.trace, run.property));
    EXPECT_THROW(replay(run.trace, 0), InternalError); // agreement is not broken by it
    Trace shorter = run.trace;
    shorter.steps.pop_back();
    EXPECT_THROW(replay(shorter, run.property), InternalError);
    Trace shuffled = run.trace;
    std::swap(shuffled.steps.front(), shuffled.steps.back());
    EXPECT_THROW(replay(shuffled, run.property), InternalError);
}

} // namespace
} // namespace muster::checker::testing
