#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;

TEST(Lowering, lists_steps_in_source_order_and_faults_last) {
    const spec::TypedSpec spec = analysed(shipped("lease.muster"));
    std::vector<std::string> names;
    for (const Step& step : lower(spec, {}).steps) {
        names.push_back(step.name);
    }
    EXPECT_THAT(names,
                ElementsAre("Acquire",
                            "Acquire otherwise",
                            "expiry",
                            "acquire",
                            "Granted",
                            "write",
                            "Write",
                            "Write otherwise",
                            "crash server"));
    const auto calm = lower(spec, spec.faults);
    EXPECT_EQ(calm.steps.size(), 8U);
    EXPECT_TRUE(calm.faults.empty());
}

TEST(Lowering, lists_what_the_network_may_do_after_faults_and_what_may_vanish_last) {
    const spec::TypedSpec spec = analysed(R"(protocol p
network fifo
message M from a to b {}
message N from b to a {}
message O from b to c {} via once
message P from c to c {} via unreliable
message Q from c to c {}
role a { on N() { ignore } }
role b { on M() { ignore } }
role c { on O() { ignore }
  on P() { ignore }
  on Q() { ignore } }
fault stop b
instance i {})");
    const auto names = [&](Vanishing vanishing) {
        std::vector<std::string> result;
        for (const Step& step : lower(spec, {}, vanishing).steps) {
            result.push_back(step.name);
        }
        return result;
    };
    const auto steps = names(Vanishing::never);
    EXPECT_THAT(
        steps,
        ElementsAre("N", "M", "O", "P", "Q", "stop b", "lose O", "cut a and b", "cut c and c"));
    auto vanishing = names(Vanishing::possible);
    EXPECT_EQ(vanishing.back(), "lose P");
    vanishing.pop_back();
    EXPECT_EQ(vanishing, steps) << "the numbers of the others stay the same";
}

TEST(Lowering, groups_properties_by_the_faults_they_leave_out) {
    const spec::TypedSpec spec = analysed(R"(protocol p
message M from a to b {}
role a { var x: bool = false }
role b { on M() { ignore } }
fault arbitrary a
fault crash b
invariant one without crash b, arbitrary a: true
invariant two: true
cover three: true
step four without arbitrary a, crash b: true
instance i {})");
    const auto groups = group_properties(spec);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_TRUE(groups[0].without.empty());
    EXPECT_THAT(groups[0].properties, ElementsAre(1, 2));
    EXPECT_THAT(groups[1].properties, ElementsAre(0, 3));
    EXPECT_TRUE(lower(spec, {}).is_arbitrary(spec::RoleId{0}));
    EXPECT_FALSE(lower(spec, groups[1].without).is_arbitrary(spec::RoleId{0}));
}

} // namespace
} // namespace muster::checker::testing
