#include "checker/explore/estimate_states.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace muster::checker::testing {
namespace {

/// As many as there are subsets of so many things, by their size: states of things that each happen
/// once.
std::vector<std::uint64_t> subsets(std::uint64_t things) {
    std::vector<std::uint64_t> levels{1};
    for (std::uint64_t size = 1; size <= things; ++size) {
        levels.push_back(levels.back() * (things - size + 1) / size);
    }
    return levels;
}

TEST(EstimateStates, IsRightWithinAFactorOfTwoLongBeforeTheMiddle) {
    constexpr std::uint64_t kThings = 24;
    const auto levels = subsets(kThings);
    const double all = std::pow(2.0, kThings);
    for (std::size_t known = 3 * kThings / 8; known <= kThings; ++known) {
        const auto estimate = estimate_states(
            {levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(known + 1)});
        ASSERT_TRUE(estimate) << known;
        EXPECT_LT(static_cast<double>(*estimate), 2 * all) << known;
        EXPECT_GT(static_cast<double>(*estimate), all / 2) << known;
    }
}

TEST(EstimateStates, SaysNothingWhereNoEndIsInSight) {
    EXPECT_EQ(estimate_states({}), std::nullopt);
    EXPECT_EQ(estimate_states({1, 2, 4}), std::nullopt);
    EXPECT_EQ(estimate_states({1, 2, 4, 8, 16, 32}), std::nullopt); // ever more
    EXPECT_EQ(estimate_states({5, 5, 5, 5, 5, 5}), std::nullopt);   // ever the same
}

TEST(EstimateStates, EndsAShrinkingRow) {
    EXPECT_EQ(estimate_states({16, 8, 4, 2, 1}), 31U);
    EXPECT_EQ(estimate_states({1'000, 500, 250, 125}), 1'999U); // a level of less than one ends it
}

} // namespace
} // namespace muster::checker::testing
