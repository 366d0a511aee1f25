#include "checker/check/searchable.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <optional>

namespace muster::checker::testing {
namespace {

/// Far enough for every kind of step to happen.
constexpr std::uint64_t kStates = 20'000;

/// Looks for everything that the group has, to some depth.
ExploreOptions options_for(const spec::TypedSpec& spec, const PropertyGroup& group) {
    ExploreOptions options;
    options.max_states = kStates;
    for (const std::size_t property : group.properties) {
        const spec::PropertyKind kind = spec.properties[property].kind;
        if (kind != spec::PropertyKind::axiom && !why_not_searched(spec, group.without, property)) {
            (kind == spec::PropertyKind::cover ? options.covers : options.properties)
                .push_back(property);
        }
    }
    return options;
}

class ShippedProtocols : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedProtocols, AreSearchedAlike) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            for (const Slicing slicing : {Slicing::on, Slicing::off}) {
                ExploreOptions options = options_for(spec, group);
                options.slicing = slicing;
                options.on_violation = OnViolation::go_on;
                const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
                EXPECT_EQ(text_of(spec, explore(system, instance, options)),
                          text_of(spec, product::explore(system, instance, options)))
                    << instance.name;
            }
        }
    }
}

/// As if a few states were many.
ExploreOptions in_threads(ExploreOptions options, std::uint32_t threads) {
    options.threads = threads;
    options.thresholds = {.share = 2, .fuse = 16};
    return options;
}

TEST_P(ShippedProtocols, AreSearchedAlikeByAnyNumberOfThreads) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            for (const OnViolation on_violation :
                 {OnViolation::stop, OnViolation::see_everything}) {
                ExploreOptions options = options_for(spec, group);
                options.on_violation = on_violation;
                const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
                const std::string expected =
                    text_of(spec, product::explore(system, instance, options));
                for (const std::uint32_t threads : {1, 2, 3}) {
                    const ExploreOptions shared = in_threads(options, threads);
                    EXPECT_EQ(text_of(spec, product::explore(system, instance, shared)), expected)
                        << instance.name << " in " << threads << " threads";
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Each,
                         ShippedProtocols,
                         ::testing::ValuesIn(muster::test::shipped_protocols(
                             std::string(MUSTER_SOURCE_DIR) + "/spec/protocols")),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

spec::TypedSpec benchmark(const std::string& name) {
    std::ifstream file(std::string(MUSTER_SOURCE_DIR) + "/tests/bench/exploration/" + name +
                       ".muster");
    std::stringstream text;
    text << file.rdbuf();
    return analysed(text.str());
}

const spec::InstanceInfo& instance_of(const spec::TypedSpec& spec, std::string_view name) {
    return *std::find_if(spec.instances.begin(), spec.instances.end(), [&](const auto& instance) {
        return instance.name == name;
    });
}

// The limit is met in the middle of what threads share.
TEST(ProductSearch, EndsAtTheSameStateInAnyNumberOfThreads) {
    const spec::TypedSpec spec = benchmark("two_phase");
    const spec::InstanceInfo& instance = instance_of(spec, "five");
    const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
    for (std::uint64_t most = 1; most < 10'000; most += most / 5 + 1) {
        ExploreOptions options;
        options.max_states = most;
        const std::string expected = text_of(spec, explore(system, instance, options));
        for (const std::uint32_t threads : {1, 2, 3}) {
            EXPECT_EQ(
                text_of(spec, product::explore(system, instance, in_threads(options, threads))),
                expected)
                << most << " states in " << threads << " threads";
        }
    }
}

// Violations are met there too, in new states and in steps, and the search ends or goes on.
TEST(ProductSearch, FindsTheSameRunsInAnyNumberOfThreads) {
    const spec::TypedSpec spec = analysed(R"(protocol p
sort Node
network once
message Ping from node to hub { n: int }
role hub {
  durable seen: set Node
  durable sum: int = 0
  on Ping(n) from a { seen += a; sum = sum + n }
}
role node[me: Node] {
  durable pings: int = 0
  action ping when pings < 2 { pings += 1; send Ping(n: pings) to hub }
}
invariant few: forall a, b, c: Node. a in hub.seen and b in hub.seen and c in hub.seen implies
  a == b or b == c or a == c or hub.sum < 8
step slowly: hub.sum < old(hub.sum) + 2 or hub.sum < 6
cover all_seen: forall a: Node. a in hub.seen
instance three { Node = 3, hub.sum <= 7 })");
    const spec::InstanceInfo& instance = spec.instances.front();
    const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
    for (const OnViolation on_violation : {OnViolation::stop,
                                           OnViolation::go_on,
                                           OnViolation::stop_there_only,
                                           OnViolation::see_everything}) {
        ExploreOptions options;
        options.properties = {0, 1};
        options.covers = {2};
        options.on_violation = on_violation;
        const std::string expected = text_of(spec, explore(system, instance, options));
        for (const std::uint32_t threads : {1, 2, 3}) {
            EXPECT_EQ(
                text_of(spec, product::explore(system, instance, in_threads(options, threads))),
                expected)
                << threads << " threads";
        }
    }
}

// Assumptions about timers look at more than the process of the timer.
TEST(ProductSearch, AsksWhetherATimerMayFireInTheWholeState) {
    const spec::TypedSpec spec = analysed(R"(protocol p
role a {
  var late: bool = false
  var key: option int = none
  timer t for 1s
  on start { start t }
  action give when key == none { key = some(1) }
  on t { late = true } }
role b { var ready: bool = false  action get_ready { ready = true } }
assume timing keyed: a.t fires only when b.ready and a.key.value > 0
cover late: a.late
instance one {})");
    ExploreOptions options;
    options.covers = {0};
    options.on_violation = OnViolation::see_everything;
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    const auto found = product::explore(system, spec.instances.front(), options);
    EXPECT_EQ(text_of(spec, explore(system, spec.instances.front(), options)),
              text_of(spec, found));
    ASSERT_TRUE(found);
    ASSERT_EQ(found->covers.size(), 1U);
    EXPECT_EQ(found->covers.front().trace.steps.size(), 3U);
    ASSERT_EQ(found->violations.size(), 1U); // ready, and without a key
}

// A timer that an assumption never lets fire draws no element, and leaves none to be drawn.
TEST(ProductSearch, KeepsToItselfWhatATimerWouldDoThatMayNotFire) {
    const spec::TypedSpec spec = analysed(R"(protocol p
sort Ticket
role a {
  var drawn: set Ticket
  var tries: int = 0
  timer t for 1s
  timer u for 1s
  on start { start t; start u }
  action draw when tries < 1 { let d = fresh Ticket  drawn += d  tries += 1 }
  on t { let d = fresh Ticket  drawn += d }
  on u { if (exists n: int. n > tries + 100) { tries += 2 } } }
assume timing never: a.t fires only when a.tries > 1
assume timing neither: a.u fires only when a.tries > 1
cover drawn: a.tries == 1
instance one { Ticket = 1 })");
    ExploreOptions options;
    options.covers = {0};
    options.on_violation = OnViolation::see_everything;
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    const auto found = product::explore(system, spec.instances.front(), options);
    EXPECT_EQ(text_of(spec, explore(system, spec.instances.front(), options)),
              text_of(spec, found));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->states, 2U);
    EXPECT_THAT(found->cuts, ::testing::IsEmpty());
}

/// What other tools count: all states of an instance, and those that no permutation makes of one
/// another.
struct KnownCounts {
    const char* file;
    const char* instance;
    std::uint64_t states;
    std::optional<std::uint64_t> orbits;
};

// Of nine managers there are 10,340,352 states, which takes longer than a test should.
constexpr KnownCounts kKnownCounts[] = {{"two_phase", "three", 288, std::nullopt},
                                        {"two_phase", "five", 8'832, std::nullopt},
                                        {"two_phase", "six", 50'816, 553},
                                        {"two_phase", "seven", 296'448, std::nullopt},
                                        {"two_phase", "eight", 1'745'408, 1'461},
                                        {"group", "small", 420, std::nullopt},
                                        {"group", "group", 1'261'295, std::nullopt},
                                        {"paxos", "three", 185'369, 17'153}};

class Counts : public ::testing::TestWithParam<KnownCounts> {};

TEST_P(Counts, AreThoseOfOtherTools) {
    const KnownCounts& known = GetParam();
    const spec::TypedSpec spec = benchmark(known.file);
    const auto instance =
        std::find_if(spec.instances.begin(), spec.instances.end(), [&](const auto& candidate) {
            return candidate.name == known.instance;
        });
    ASSERT_NE(instance, spec.instances.end());
    ExploreOptions options;
    options.slicing = Slicing::off;
    options.on_violation = OnViolation::see_everything;
    const TransitionSystem system = lower(spec, {}, vanishing_on(*instance));
    options.threads = 2;
    const auto apart = product::explore(system, *instance, options);
    ASSERT_TRUE(apart);
    EXPECT_EQ(apart->states, known.states);
    EXPECT_EQ(apart->ended, ExploreResult::Ended::complete);
    EXPECT_EQ(apart->represented, std::nullopt);
    options.permutations = Permutations::taken_for_one;
    const auto alike = product::explore(system, *instance, options);
    ASSERT_TRUE(alike);
    EXPECT_EQ(alike->represented, known.states);
    EXPECT_EQ(alike->states, known.orbits.value_or(alike->states));
    EXPECT_EQ(alike->depth, apart->depth);
}

INSTANTIATE_TEST_SUITE_P(Each, Counts, ::testing::ValuesIn(kKnownCounts), [](const auto& known) {
    return std::string(known.param.file) + "_" + known.param.instance;
});

TEST_P(ShippedProtocols, AreTheSameWithSymmetry) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            ExploreOptions options = options_for(spec, group);
            options.slicing = Slicing::off;
            options.on_violation = OnViolation::see_everything;
            const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
            const auto apart = product::explore(system, instance, options);
            options.permutations = Permutations::taken_for_one;
            const auto alike = product::explore(system, instance, options);
            ASSERT_EQ(apart.has_value(), alike.has_value());
            if (!apart || apart->ended != ExploreResult::Ended::complete) {
                continue;
            }
            EXPECT_TRUE(stand_for_as_many(spec, instance, *alike, *apart))
                << instance.name << ": " << alike->represented.value_or(alike->states) << " and "
                << apart->states;
            EXPECT_EQ(outline(spec, instance, *alike), outline(spec, instance, *apart))
                << instance.name;
            for (const Violation& violation : alike->violations) {
                replay_trace(spec,
                             fixed_on(spec, violation.trace.universe, instance),
                             violation.trace,
                             {violation.property, violation.property && violation.failure})
                    .value();
            }
            for (const CoverRun& cover : alike->covers) {
                replay_trace(spec,
                             fixed_on(spec, cover.trace.universe, instance),
                             cover.trace,
                             {cover.property})
                    .value();
            }
        }
    }
}

TEST(ProductSearch, KeepsTwoEqualMessagesOfOneStepApart) {
    const spec::TypedSpec spec = analysed(R"(protocol p
network once
message Ping from a to b {}
role a { var done: bool = false
  action twice when not done { done = true; send Ping() to b; send Ping() to b } }
role b { var seen: int = 0  on Ping() { seen += 1 } }
cover both: b.seen == 2
instance one {})");
    ExploreOptions options;
    options.covers = {0};
    options.on_violation = OnViolation::see_everything;
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    const auto found = product::explore(system, spec.instances.front(), options);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->covers.size(), 1U);
    EXPECT_EQ(text_of(spec, explore(system, spec.instances.front(), options)),
              text_of(spec, found));
}

// The evaluator takes the first element that is not used; symmetry counts what the others lead to.
TEST(ProductSearch, CountsEveryElementThatFreshCouldTake) {
    const spec::TypedSpec spec = analysed(R"(protocol p
sort Token
role a {
  var held: option Token = none
  action draw when held == none { let token = fresh Token  held = some(token) } }
instance one { Token = 3 })");
    ExploreOptions options;
    options.slicing = Slicing::off;
    options.on_violation = OnViolation::see_everything;
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    const auto apart = product::explore(system, spec.instances.front(), options);
    options.permutations = Permutations::taken_for_one;
    const auto alike = product::explore(system, spec.instances.front(), options);
    ASSERT_TRUE(apart);
    ASSERT_TRUE(alike);
    EXPECT_EQ(apart->states, 2U);      // nothing held, and the first token
    EXPECT_EQ(alike->states, 2U);      // nothing held, and some token
    EXPECT_EQ(alike->represented, 4U); // nothing held, and each of the three
}

} // namespace
} // namespace muster::checker::testing
