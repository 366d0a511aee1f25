#include "tests/property/differential/random_case.hpp"
#include "tests/property/differential/storm.hpp"
#include "tests/support/shrink_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

// The engines of the checker against each other on random specs; many more of them are a test of
// their own, which is slow.
namespace muster::test {
namespace {

constexpr std::uint64_t kSpecs = 50;

// That enough was compared: a generator of specs about which nothing can be proved, or in which
// nothing goes wrong, would find nothing.
void expect_a_mixture(const Tally& all) {
    EXPECT_EQ(all.of("specs"), kSpecs) << "the others are refused";
    EXPECT_GE(all.of("properties proved"), kSpecs);
    EXPECT_GE(all.of("properties violated"), kSpecs / 2);
    EXPECT_GE(all.of("properties not inductive, no run found"), kSpecs / 4);
    EXPECT_GE(all.of("obligations proved"), kSpecs);
    EXPECT_GE(all.of("obligations open"), kSpecs / 10);
    EXPECT_GE(all.of("counterexamples repeated"), kSpecs);
    EXPECT_GE(all.of("runs repeated"), kSpecs);
    EXPECT_GE(all.of("instances explored as a whole"), kSpecs);
    EXPECT_GE(all.of("steps from mixed states"), 300 * kSpecs);
    EXPECT_GE(all.of("instances searched at once and state by state"), kSpecs / 10);
    EXPECT_GE(all.of("shortest runs of the same length"), kSpecs / 10);
    EXPECT_GE(all.of("steps that the encoding allows"), kSpecs);
    EXPECT_GE(all.of("steps that the encoding excludes"), kSpecs / 4);
    EXPECT_GE(all.of("proofs compared with and without a cache"), kSpecs / 25);
}

class Differential : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Differential, EnginesAgree) {
    const Tally all = differential_storm(kSpecs, GetParam(), kSpecs);
    EXPECT_TRUE(all.faults().empty()) << fmt::format("{}", fmt::join(all.faults(), "\n"));
    expect_a_mixture(all);
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         Differential,
                         testing::Values(1, 51, 101, 151, 201, 251),
                         [](const auto& seed) { return fmt::format("From{}", seed.param); });

TEST(RandomCase, IsTheSameForASeed) {
    EXPECT_EQ(random_case(7), random_case(7));
    EXPECT_NE(random_case(7), random_case(8));
}

TEST(ShrinkText, LeavesTheLinesThatItTakes) {
    const std::string text = "a\nb {\nc\n}\nd\ne\n";
    const std::string shorter = shrink_text(text, [](const std::string& fewer) {
        return fewer.find("b {\nc\n") != std::string::npos && fewer.find('e') != std::string::npos;
    });
    EXPECT_EQ(shorter, "b {\nc\ne\n");
}

} // namespace
} // namespace muster::test
