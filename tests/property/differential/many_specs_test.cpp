#include "tests/property/differential/storm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

TEST(DifferentialStorm, TenThousandSpecs) {
    const Tally all = differential_storm(10'000, 1'000'000, 500);
    EXPECT_TRUE(all.faults().empty()) << fmt::format("{}", fmt::join(all.faults(), "\n"));
    EXPECT_EQ(all.of("specs"), 10'000U);
}

} // namespace
} // namespace muster::test
