#include "checker/check/check.hpp"
#include "checker/explore/explorer.hpp"
#include "spec/format/format.hpp"
#include "tests/bench/bench_protocols.hpp"
#include "tests/bench/peer_figures.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace muster::test {
namespace {

std::string text_of(const std::string& protocol) {
    return read_file(bench_protocol_file(protocol));
}

class BenchProtocol : public testing::TestWithParam<std::string> {};

std::size_t count(const spec::TypedSpec& spec, spec::PropertyKind kind) {
    std::size_t number = 0;
    for (const spec::PropertyInfo& property : spec.properties) {
        number += property.kind == kind ? 1U : 0U;
    }
    return number;
}

// A comparison with other verifiers is worth something only if everything is proved, and if the
// protocol can do something.
TEST_P(BenchProtocol, IsProvedForAnySizeAndShowsItsCovers) {
    const spec::TypedSpec spec = analysed(text_of(GetParam()));
    EXPECT_GE(count(spec, spec::PropertyKind::invariant), 1U);
    EXPECT_GE(count(spec, spec::PropertyKind::cover), 1U);
    EXPECT_GE(spec.instances.size(), 1U);

    const checker::CheckReport report = checker::check(spec, {});
    for (const checker::PropertyReport& entry : report.properties) {
        const spec::PropertyInfo& property = spec.properties[entry.property];
        const bool as_it_should = property.kind == spec::PropertyKind::cover
                                      ? std::holds_alternative<checker::Shown>(entry.verdict)
                                      : std::holds_alternative<checker::Proved>(entry.verdict);
        EXPECT_TRUE(as_it_should) << property.name;
    }
    EXPECT_TRUE(report.obligations.empty());
    EXPECT_TRUE(report.lives.empty());
    EXPECT_TRUE(report.impossible_steps.empty());
    EXPECT_EQ(report.inconsistencies, std::vector<std::string>{});
    EXPECT_EQ(report.instance_errors, std::vector<std::string>{});
    EXPECT_EQ(report.outcome(), checker::CheckReport::Outcome::holds);
}

// A second engine agrees: what the prover says of all states, the explorer finds in those that the
// evaluator reaches.
TEST_P(BenchProtocol, HoldsInTheStatesOfItsInstances) {
    constexpr std::uint64_t kMaxStates = 10'000;
    const spec::TypedSpec spec = analysed(text_of(GetParam()));
    const checker::TransitionSystem system = checker::lower(spec, {});
    for (const spec::InstanceInfo& instance : spec.instances) {
        checker::ExploreOptions options;
        for (std::size_t i = 0; i < spec.properties.size(); ++i) {
            const spec::PropertyKind kind = spec.properties[i].kind;
            if (kind != spec::PropertyKind::cover && kind != spec::PropertyKind::axiom) {
                options.properties.push_back(i);
            }
        }
        options.max_states = kMaxStates;
        options.obligations = checker::Obligations::of_all_roles;
        const auto result = checker::explore(system, instance, options);
        ASSERT_TRUE(result.has_value()) << result.error().text;
        EXPECT_GT(result->states, 1U);
        EXPECT_TRUE(result->violations.empty());
    }
}

TEST_P(BenchProtocol, IsLaidOutAsTheFormatterDoes) {
    const std::string text = text_of(GetParam());
    spec::Diagnostics diagnostics;
    EXPECT_EQ(spec::format(text, diagnostics), text);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         BenchProtocol,
                         testing::ValuesIn(bench_protocols()),
                         [](const auto& name) { return name.param; });

// A figure without a protocol would be left out of the comparison unseen.
TEST(PeerFigures, AreAllOfProtocolsThatAreThere) {
    const std::vector<std::string> protocols = bench_protocols();
    for (const PeerFigure& figure : mypyvy_figures()) {
        EXPECT_TRUE(std::binary_search(protocols.begin(), protocols.end(), figure.protocol))
            << figure.protocol;
    }
}

} // namespace
} // namespace muster::test
