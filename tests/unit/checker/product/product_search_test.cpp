#include "checker/check/searchable.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

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

const std::map<std::string, std::uint64_t> kOrbits{{"six", 553}, {"eight", 1461}};

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
        options.slicing = Slicing::off;
        options.on_violation = OnViolation::see_everything;
        const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
        const auto result = product::explore(system, instance, options);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->states, states->second) << instance.name;
        EXPECT_EQ(result->ended, ExploreResult::Ended::complete);
        EXPECT_EQ(result->represented, std::nullopt);
        options.permutations = Permutations::taken_for_one;
        const auto alike = product::explore(system, instance, options);
        ASSERT_TRUE(alike);
        EXPECT_EQ(alike->represented, states->second) << instance.name;
        EXPECT_EQ(alike->depth, result->depth);
        if (const auto orbits = kOrbits.find(instance.name); orbits != kOrbits.end()) {
            EXPECT_EQ(alike->states, orbits->second);
        }
    }
}

/// How a search with and without symmetry compares: whatever is found is found with both, by runs
/// of one length.
std::string outline(const spec::TypedSpec& spec, const ExploreResult& result) {
    std::set<std::string> lines;
    const auto length = [](const Trace& trace) {
        return trace.steps.size() + (trace.ending ? 1U : 0U);
    };
    for (const Violation& violation : result.violations) {
        lines.insert(
            fmt::format("broken {} {} {}",
                        violation.property ? spec.properties[*violation.property].name : "",
                        violation.failure ? violation.failure->text : "",
                        length(violation.trace)));
    }
    for (const CoverRun& cover : result.covers) {
        lines.insert(
            fmt::format("shown {} {}", spec.properties[cover.property].name, length(cover.trace)));
    }
    return fmt::format("depth {}, happened {}, cuts {}, {}",
                       result.depth,
                       result.happened,
                       result.cuts,
                       fmt::join(lines, "; "));
}

TEST_P(ShippedProtocols, AreTheSameWithSymmetry) {
    const spec::TypedSpec spec = analysed(shipped(GetParam() + ".muster"));
    for (const PropertyGroup& group : group_properties(spec)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            ExploreOptions options;
            options.slicing = Slicing::off;
            options.on_violation = OnViolation::see_everything;
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
            const auto apart = product::explore(system, instance, options);
            options.permutations = Permutations::taken_for_one;
            const auto alike = product::explore(system, instance, options);
            ASSERT_EQ(apart.has_value(), alike.has_value());
            if (!apart || apart->ended != ExploreResult::Ended::complete) {
                continue;
            }
            EXPECT_EQ(alike->represented.value_or(alike->states), apart->states) << instance.name;
            EXPECT_EQ(outline(spec, *alike), outline(spec, *apart)) << instance.name;
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

} // namespace
} // namespace muster::checker::testing
