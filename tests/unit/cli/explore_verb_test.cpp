#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kProtocols = MUSTER_SOURCE_DIR "/spec/protocols/";
const std::string kTwoPhase = MUSTER_SOURCE_DIR "/tests/bench/exploration/two_phase.muster";
const std::string kWithoutFencing = MUSTER_SOURCE_DIR "/tests/golden/explore/no_fencing.muster";

TEST(ExploreVerb, CountsWhatOtherToolsCount) {
    const CliResult alike =
        run_cli({"explore", kTwoPhase, "--instance", "six", "--instance", "eight"});
    EXPECT_EQ(alike.exit_code, 0) << alike.errors;
    EXPECT_THAT(alike.output, HasSubstr("instance six: all 553 states that stand for 50816, "));
    EXPECT_THAT(alike.output,
                HasSubstr("instance eight: all 1461 states that stand for 1745408, "));
    const CliResult apart = run_cli({"explore", kTwoPhase, "--instance", "six", "--no-symmetry"});
    EXPECT_EQ(apart.exit_code, 0) << apart.errors;
    EXPECT_THAT(apart.output, HasSubstr("instance six: all 50816 states, "));
}

TEST(ExploreVerb, TellsTheShortestRunToAViolation) {
    const CliResult result = run_cli({"explore", kWithoutFencing, "--traces"});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/tests/golden/explore/no_fencing.report",
                               scrub_path(scrub_durations(result.output),
                                          MUSTER_SOURCE_DIR "/tests/golden/explore",
                                          "folder")));
}

TEST(ExploreVerb, ALimitIsNoSuccess) {
    for (const std::string limit : {"--max-states", "--max-depth"}) {
        const CliResult result = run_cli({"explore", kTwoPhase, "--instance", "three", limit, "5"});
        EXPECT_EQ(result.exit_code, 3) << result.errors;
        EXPECT_THAT(result.output, HasSubstr("  open       invariant  agreement\n"));
        EXPECT_THAT(result.output, ::testing::Not(HasSubstr("all ")));
    }
}

TEST(ExploreVerb, ASecondOpinionIsTheSame) {
    const std::vector<std::string> command{
        "explore", kProtocols + "lease.muster", "--traces", "--no-symmetry"};
    std::vector<std::string> reference = command;
    reference.emplace_back("--reference");
    EXPECT_EQ(scrub_durations(run_cli(command).output), scrub_durations(run_cli(reference).output));
    // The reference knows no symmetry, whether or not somebody says so.
    const CliResult alone = run_cli({"explore", kProtocols + "lease.muster", "--reference"});
    EXPECT_THAT(alone.output, HasSubstr("instance small: all 3224 states, "));
}

TEST(ExploreVerb, LooksOnlyAtWhatWasAskedFor) {
    const CliResult result =
        run_cli({"explore", "--instance", "three", "--property", "agreement", kTwoPhase});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("  holds      invariant  agreement\n"));
    EXPECT_THAT(result.output, ::testing::Not(HasSubstr("cover")));
}

TEST(ExploreVerb, SaysThatNothingGoesWrong) {
    const std::vector<std::string> command{"explore", kTwoPhase, "--instance", "three"};
    EXPECT_THAT(run_cli(command).output, HasSubstr("  holds      built in   every operation "));
    std::vector<std::string> limited = command;
    limited.insert(limited.end(), {"--max-depth", "5"});
    EXPECT_THAT(run_cli(limited).output, HasSubstr("  open       built in   every operation "));
}

TEST(ExploreVerb, RefusesNamesThatTheSpecDoesNotHave) {
    const CliResult instance = run_cli({"explore", kTwoPhase, "--instance", "thre"});
    EXPECT_EQ(instance.exit_code, 2);
    EXPECT_THAT(instance.errors, HasSubstr("has no instance `thre` "));
    EXPECT_THAT(instance.errors, HasSubstr("three"));
    const CliResult property = run_cli({"explore", kTwoPhase, "--property", "agrement"});
    EXPECT_EQ(property.exit_code, 2);
    EXPECT_THAT(property.errors, HasSubstr("has no invariant, lemma, step or cover `agrement` "));
}

TEST(ExploreVerb, NeedsAnInstance) {
    const CliResult result =
        run_cli({"explore", MUSTER_SOURCE_DIR "/tests/golden/explore/no_instance.muster"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("has no instance to explore"));
}

} // namespace
} // namespace muster::test
