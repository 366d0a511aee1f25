#include "tests/support/golden.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// The dumps of every stage are compared whole: they are what a change of the front end shows in.
TEST(Dump, EveryStageOfLease) {
    const std::string lease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
    for (const std::string stage : {"parsed", "resolved", "typed", "system"}) {
        const CliResult result = run_cli({"dump", lease, "--stage", stage});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_TRUE(
            matches_golden(MUSTER_SOURCE_DIR "/tests/golden/dump/lease." + stage, result.output));
    }
}

TEST(Dump, IsTheSameEveryTime) {
    const std::string kafka = MUSTER_SOURCE_DIR "/spec/protocols/kafka_group.muster";
    for (const std::string stage : {"parsed", "resolved", "typed", "system"}) {
        const std::string first = run_cli({"dump", kafka, "--stage", stage}).output;
        EXPECT_FALSE(first.empty());
        EXPECT_EQ(first, run_cli({"dump", kafka, "--stage", stage}).output);
    }
}

} // namespace
} // namespace muster::test
