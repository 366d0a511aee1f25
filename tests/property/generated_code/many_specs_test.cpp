#include "tests/property/generated_code/storm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

TEST(GeneratedCodeStorm, TwoThousandSpecs) {
    constexpr std::uint64_t kCount = 2'000;
    const Tally all = code_storm({.count = kCount, .seed = 1'000'000, .batch = 40});
    EXPECT_TRUE(all.faults().empty()) << fmt::format("{}", fmt::join(all.faults(), "\n"));
    EXPECT_EQ(all.of("specs"), kCount);
    EXPECT_EQ(undocumented_refusals(all), std::vector<std::string>());
    EXPECT_LE(refusals(all), kCount / 10);
    for (const std::string& compiler : compilers()) {
        EXPECT_EQ(all.of("compiled with " + compiler), kCount - refusals(all));
    }
    EXPECT_GT(all.of("explored steps"), 50 * kCount);
    EXPECT_EQ(all.of("produced steps"), all.of("explored steps"));
}

} // namespace
} // namespace muster::test
