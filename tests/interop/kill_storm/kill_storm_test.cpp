#include "tests/interop/kill_storm/storm.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::interop {
namespace {

TEST(KillStormTest, TwentyKillsBreakNoPromise) {
    constexpr int kKills = 20;
    constexpr std::uint64_t kSeed = 1;
    const auto report = kill_storm(kKills, kSeed);
    const auto text = describe(report, kKills, kSeed);
    fmt::print("{}", text);
    EXPECT_TRUE(report.faults.empty()) << text;
    EXPECT_EQ(report.kills, kKills);
    EXPECT_GT(report.while_starting, 0);
    EXPECT_GT(report.while_recovering, 0);
    // A storm in which hardly anything was promised would not be worth much.
    EXPECT_GT(report.counts.generations, 5U);
    EXPECT_GT(report.counts.commits, 50U);
    EXPECT_GT(report.counts.batches, 50U);
}

} // namespace
} // namespace muster::interop
