#include "checker/infer/sample_states.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace muster::checker::infer::testing {
namespace {

TEST(Samples, AreTheSameForOneSeed) {
    const spec::TypedSpec spec = analysed(checker::testing::shipped("lease.muster"));
    const TransitionSystem system = lower(spec, {});
    SampleOptions options;
    options.max_expansions = 200;
    const auto once = sample_states(system, {}, options);
    const auto again = sample_states(system, {}, options);
    ASSERT_EQ(once.size(), 1U);
    ASSERT_EQ(again.size(), 1U);
    EXPECT_TRUE(once.front().states == again.front().states);
    options.seed = 2;
    EXPECT_FALSE(once.front().states == sample_states(system, {}, options).front().states);
}

// Every reachable state of an instance that is small enough is there, once.
TEST(Samples, OfASmallInstanceAreAllItsStates) {
    const spec::TypedSpec spec = analysed(checker::testing::shipped("two_phase_commit.muster"));
    const TransitionSystem system = lower(spec, {});
    ExploreOptions all;
    all.slicing = Slicing::off;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        if (spec.properties[i].kind == spec::PropertyKind::invariant) {
            all.properties.push_back(i);
        }
    }
    const auto explored = explore(system, spec.instances.front(), all);
    ASSERT_TRUE(explored.has_value());
    SampleOptions options;
    options.max_expansions = 4 * explored->states;
    const auto sampled = sample_states(system, {}, options);
    ASSERT_EQ(sampled.size(), 1U);
    EXPECT_EQ(sampled.front().states.size(), explored->states);
}

TEST(Samples, TakeWhatFunctionsAreFromInterpretations) {
    const spec::TypedSpec spec = analysed(kTiny);
    const TransitionSystem system = lower(spec, {});
    smt::InductionOracle oracle(system, smt::find_relevance(system, {0}), smt::OracleOptions{});
    const auto interpretations = oracle.interpretations({2}, 5);
    ASSERT_EQ(interpretations.size(), 5U);
    for (const smt::Interpretation& each : interpretations) {
        EXPECT_EQ(each.universe.sort_sizes, (std::vector<std::int64_t>{2}));
        ASSERT_EQ(each.state.functions.size(), 1U);
        EXPECT_EQ(each.state.functions.front().size(), 2U);
    }
    const auto sampled = sample_states(system, interpretations, {});
    ASSERT_EQ(sampled.size(), 2U); // the spec's instance, and those of one size together
}

// What nobody looks at makes no two states of one.
TEST(Samples, LeaveOutMessagesThatAreNotLookedAt) {
    const spec::TypedSpec spec = analysed(kTiny);
    const TransitionSystem system = lower(spec, {});
    SampleOptions options;
    const auto with = sample_states(system, {}, options);
    options.messages = {false};
    const auto without = sample_states(system, {}, options);
    ASSERT_EQ(with.size(), 1U);
    ASSERT_EQ(without.size(), 1U);
    EXPECT_TRUE(std::any_of(with.front().states.begin(),
                            with.front().states.end(),
                            [](const State& state) { return !state.sent.empty(); }));
    // Nobody holds the lock, or it was granted to one of two.
    EXPECT_EQ(without.front().states.size(), 3U);
    for (const State& state : without.front().states) {
        EXPECT_TRUE(state.sent.empty());
    }
}

// Of many messages that may come from anywhere each is tried some time.
TEST(Samples, TryAllMadeUpMessagesInTheEnd) {
    const spec::TypedSpec spec = analysed(R"(
protocol gate
sort Key
message Turn from guest to gate { key: Key }
role gate {
  var turned: set Key
  on Turn(key) { turned += key }
}
role guest { action turn(k: Key) { send Turn(key: k) to gate } }
fault arbitrary guest
invariant anything: forall k: Key. k in gate.turned or not (k in gate.turned)
instance small { Key = 4 }
)");
    const TransitionSystem system = lower(spec, {});
    SampleOptions options;
    options.max_made_up = 1;
    options.messages = {false};
    const auto sampled = sample_states(system, {}, options);
    ASSERT_EQ(sampled.size(), 1U);
    std::set<Value> turned;
    for (const State& state : sampled.front().states) {
        const auto& keys = state.variables.front().front().items();
        turned.insert(keys.begin(), keys.end());
    }
    EXPECT_EQ(turned.size(), 4U);
}

} // namespace
} // namespace muster::checker::infer::testing
