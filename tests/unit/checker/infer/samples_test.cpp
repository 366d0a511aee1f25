#include "checker/infer/sample_states.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>

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

} // namespace
} // namespace muster::checker::infer::testing
