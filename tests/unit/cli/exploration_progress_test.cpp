#include "cli/context.hpp"
#include "cli/exploration_progress.hpp"

#include <gtest/gtest.h>

namespace muster::cli {
namespace {

using namespace std::chrono_literals;

TEST(ExplorationProgress, ShowsStatesRateDepthQueueMemoryAndAnEstimate) {
    ExplorationProgress progress;
    const std::chrono::steady_clock::time_point begin{};
    EXPECT_EQ(progress.line("small", {1, 1, 0, 0}, 20, begin),
              "small: 1 states, queue 1, depth 0, 0/s, 20 MiB");
    const std::string line = progress.line(
        "small", {12'300'001, 346'000, 99'000'000, 12, 45'000'000}, 1234, begin + 20s);
    EXPECT_EQ(line, "small: 12.3M of ~45.0M states, queue 346k, depth 12, 615k/s, 1234 MiB");
    // With the time behind it, up to a day, and without the last column.
    constexpr std::size_t kTime = 11; // " … 86400 s", and a column
    EXPECT_LE(line.size(), kColumns - kTime);
}

// What an earlier search found was not found in this time.
TEST(ExplorationProgress, CountsStatesFromTheFirstThatItHearsOf) {
    ExplorationProgress progress;
    const std::chrono::steady_clock::time_point begin{};
    progress.line("small", {1'000'000, 10, 0, 7}, 20, begin);
    EXPECT_EQ(progress.line("small", {1'002'000, 10, 0, 7}, 20, begin + 2s),
              "small: 1.00M states, queue 10, depth 7, 1.00k/s, 20 MiB");
    // Another search of the same instance, as one for loops.
    EXPECT_EQ(progress.line("small", {1, 1, 0, 0}, 20, begin + 3s),
              "small: 1 states, queue 1, depth 0, 0/s, 20 MiB");
}

TEST(ExplorationProgress, RoundsToThreeDigits) {
    EXPECT_EQ(short_number(0), "0");
    EXPECT_EQ(short_number(999), "999");
    EXPECT_EQ(short_number(1'000), "1.00k");
    EXPECT_EQ(short_number(9'994), "9.99k");
    EXPECT_EQ(short_number(9'996), "10.0k");
    EXPECT_EQ(short_number(99'960), "100k");
    EXPECT_EQ(short_number(999'499), "999k");
    EXPECT_EQ(short_number(999'501), "1.00M");
    EXPECT_EQ(short_number(3e9), "3.00G");
}

} // namespace
} // namespace muster::cli
