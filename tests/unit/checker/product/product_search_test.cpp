#include "checker/check/searchable.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <map>

namespace muster::checker::testing {
namespace {

/// Far enough for every kind of step to happen.
constexpr std::uint64_t kStates = 20'000;

class ShippedProtocols : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedProtocols, AreSearchedAlike) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            for (const Slicing slicing : {Slicing::on, Slicing::off}) {
                ExploreOptions options;
                options.slicing = slicing;
                options.on_violation = OnViolation::go_on;
                options.max_states = kStates;
                for (const std::size_t property : group.properties) {
                    const spec::PropertyKind kind = spec.properties[property].kind;
                    if (kind != spec::PropertyKind::axiom &&
                        !why_not_searched(spec, group.without, property)) {
                        (kind == spec::PropertyKind::cover ? options.covers : options.properties)
                            .push_back(property);
                    }
                }
                const TransitionSystem system = lower(spec, group.without, vanishing_on(instance));
                EXPECT_EQ(text_of(spec, explore(system, instance, options)),
                          text_of(spec, product::explore(system, instance, options)))
                    << instance.name;
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

// The numbers that other tools count; see the spec.
TEST(ProductSearch, CountsWhatOtherToolsCount) {
    std::ifstream file(std::string(MUSTER_SOURCE_DIR) +
                       "/tests/bench/exploration/two_phase.muster");
    std::stringstream text;
    text << file.rdbuf();
    const spec::TypedSpec spec = analysed(text.str());
    const std::map<std::string, std::uint64_t> known{
        {"three", 288}, {"five", 8'832}, {"six", 50'816}, {"seven", 296'448}, {"eight", 1'745'408}};
    for (const spec::InstanceInfo& instance : spec.instances) {
        const auto states = known.find(instance.name);
        if (states == known.end()) {
            continue; // takes longer than a test should
        }
        ExploreOptions options;
        options.on_violation = OnViolation::see_everything;
        const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
        const auto result = product::explore(system, instance, options);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->states, states->second) << instance.name;
        EXPECT_EQ(result->ended, ExploreResult::Ended::complete);
    }
}

} // namespace
} // namespace muster::checker::testing
