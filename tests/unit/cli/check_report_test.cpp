#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// What people read: the whole report, with times and the place of the tree taken out.
std::string report_of(const std::vector<std::string>& arguments, int exit_code) {
    std::vector<std::string> line = {"check"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const CliResult result = run_cli(line);
    EXPECT_EQ(result.exit_code, exit_code) << result.errors;
    return scrub_path(scrub_durations(result.output), MUSTER_SOURCE_DIR, "tree");
}

TEST(CheckReport, OfLeaseWithTheRunsOfItsCovers) {
    const std::string lease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
    EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/tests/golden/check/lease.report",
                               report_of({lease, "--traces"}, 0)));
}

// Without its lemmas the invariant is not inductive: the report has the step, says that its first
// state may be unreachable, and how far the instance was seen. Which first state the solver finds
// depends on its version, so that part is left out of the comparison.
TEST(CheckReport, OfWhatIsNotInductive) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    std::string report = report_of({folder + "lease_without_lemmas.muster"}, 0);
    const auto states = report.find("  0  start\n");
    const auto end = report.find("     one_client_per_token is false\n");
    ASSERT_NE(states, std::string::npos) << report;
    ASSERT_NE(end, std::string::npos) << report;
    EXPECT_NE(report.substr(states, end - states).find("  1  deliver Granted("), std::string::npos)
        << report;
    report.erase(states, end - states);
    EXPECT_TRUE(matches_golden(folder + "lease_without_lemmas.report", report));
}

TEST(CheckReport, OfOneProperty) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(
        folder + "one_property.report",
        report_of({folder + "lease_without_lemmas.muster", "--property", "tokens_never_go_back"},
                  0)));
}

} // namespace
} // namespace muster::test
