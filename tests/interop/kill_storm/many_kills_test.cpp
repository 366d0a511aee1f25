#include "tests/interop/kill_storm/storm.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::interop {
namespace {

TEST(ManyKillsTest, FiveHundredKillsBreakNoPromise) {
    constexpr int kKills = 500;
    constexpr std::uint64_t kSeed = 2;
    const auto report = kill_storm(kKills, kSeed);
    const auto text = describe(report, kKills, kSeed);
    fmt::print("{}", text);
    EXPECT_TRUE(report.faults.empty()) << text;
    EXPECT_EQ(report.kills, kKills);
    EXPECT_GT(report.counts.generations, 200U);
    EXPECT_GT(report.counts.commits, 5000U);
    EXPECT_GT(report.counts.batches, 5000U);
}

} // namespace
} // namespace muster::interop
