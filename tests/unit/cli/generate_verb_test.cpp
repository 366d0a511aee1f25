#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

using testing::HasSubstr;

const std::string kLeader = MUSTER_SOURCE_DIR "/tests/docs/own_code/leader.muster";
const std::string kRun = MUSTER_SOURCE_DIR "/tests/docs/own_code/one_leader_per_term.itf.json";
const std::string kLease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";

TEST(GenerateVerb, WritesTestsOfRuns) {
    const TempDir folder;
    const std::string out = folder.path().string();
    const CliResult result =
        run_cli({"generate", "--run", kRun, "--forbidden-run", kRun, kLeader, "-o", out});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("leader_runs_test.cpp"));
}

TEST(GenerateVerb, TakesAllRunsOfAFolder) {
    const TempDir folder;
    const std::string out = folder.path().string();
    const std::string runs = MUSTER_SOURCE_DIR "/tests/docs/own_code";
    EXPECT_EQ(run_cli({"generate", kLeader, "--run", runs, "-o", out}).exit_code, 0);
    const CliResult none = run_cli({"generate", kLeader, "--run", out, "-o", out});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.errors, HasSubstr("there is no .itf.json file in " + out));
}

TEST(GenerateVerb, RefusesARunOfAnotherSpec) {
    const TempDir folder;
    const std::string out = folder.path().string();
    const CliResult result = run_cli({"generate", kLease, "--run", kRun, "-o", out});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors,
                HasSubstr("one_leader_per_term.itf.json is no run of this spec: `Client` is "
                          "missing"));
    EXPECT_EQ(result.output, "");
}

TEST(GenerateVerb, NamesARunThatIsNotThere) {
    const TempDir folder;
    const std::string out = folder.path().string();
    const CliResult result = run_cli({"generate", kLease, "--run", out + "/no.json", "-o", out});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("no.json"));
}

} // namespace
} // namespace muster::test
