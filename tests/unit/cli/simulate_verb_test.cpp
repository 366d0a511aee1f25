#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kLease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
const std::string kWithoutFencing = MUSTER_SOURCE_DIR "/tests/golden/explore/no_fencing.muster";

TEST(SimulateVerb, SilenceIsNoProof) {
    const CliResult result = run_cli({"simulate", kLease, "--runs", "50"});
    EXPECT_EQ(result.exit_code, 3) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("  open       invariant  one_client_per_token\n"));
    EXPECT_THAT(result.output, HasSubstr("no violation in these runs, which proves nothing\n"));
    EXPECT_THAT(result.output, Not(HasSubstr("holds")));
}

TEST(SimulateVerb, NamesWhatRandomRunsCannotSay) {
    const TempDir folder;
    const auto spec = folder.write("walk.muster",
                                   "protocol walk\n"
                                   "role walker { var step: int = 0  action walk { step += 1 } }\n"
                                   "live far: true leads to walker.step > 9\n"
                                   "instance one {}\n");
    const CliResult result = run_cli({"simulate", spec.string(), "--runs", "2"});
    EXPECT_EQ(result.exit_code, 3) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("  undecided  live       far  runs that end say nothing"));
}

TEST(SimulateVerb, PrintsTheCommandThatRepeatsAViolation) {
    std::vector<std::string> command{"simulate", kWithoutFencing};
    command.insert(command.end(), {"--size", "Client=9", "--weight", "crash server=0.5"});
    command.insert(command.end(), {"--steps", "60", "--seed", "4"});
    const CliResult result = run_cli(command);
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    const std::size_t at = result.output.find("again: muster simulate ");
    ASSERT_NE(at, std::string::npos);
    const std::string told = result.output.substr(at, result.output.find('\n', at) - at);
    EXPECT_THAT(told,
                HasSubstr(" --instance small --property tokens_never_go_back --size Client=9 "
                          "--weight 'crash server=0.5' --steps 60 --seed 4 --run "));
    command.insert(command.end(), {"--property", "tokens_never_go_back"});
    command.insert(command.end(), {"--run", told.substr(told.rfind(' ') + 1)});
    const CliResult again = run_cli(command);
    const auto run_of = [](const std::string& output) {
        const std::size_t begin = output.find("\nviolated  tokens");
        return output.substr(begin, output.find("again:") - begin);
    };
    EXPECT_EQ(run_of(again.output), run_of(result.output));
    EXPECT_THAT(run_of(result.output), HasSubstr("a run by chance, "));
}

TEST(SimulateVerb, OneSeedGivesOneReport) {
    const std::vector<std::string> command{
        "simulate", kWithoutFencing, "--traces", "--coverage", "--runs", "100"};
    EXPECT_EQ(scrub_durations(run_cli(command).output), scrub_durations(run_cli(command).output));
}

TEST(SimulateVerb, WritesRunsThatCanBeRepeated) {
    const TempDir folder;
    const CliResult result = run_cli({"simulate",
                                      kWithoutFencing,
                                      "--size",
                                      "Client=5",
                                      "--itf",
                                      folder.path().string(),
                                      "--html",
                                      folder.path().string()});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "tokens_never_go_back.html"));
    const CliResult replayed = run_cli(
        {"replay", kWithoutFencing, (folder.path() / "tokens_never_go_back.itf.json").string()});
    EXPECT_EQ(replayed.exit_code, 0) << replayed.errors;
    EXPECT_THAT(replayed.output, HasSubstr("confirmed  tokens_never_go_back is violated"));
}

TEST(SimulateVerb, RefusesWhatMakesNoSense) {
    const auto errors = [](const std::vector<std::string>& more) {
        std::vector<std::string> command{"simulate", kLease};
        command.insert(command.end(), more.begin(), more.end());
        const CliResult result = run_cli(command);
        EXPECT_EQ(result.exit_code, 2);
        return result.errors;
    };
    EXPECT_THAT(errors({"--size", "Clint=3"}), HasSubstr("has no sort `Clint` "));
    EXPECT_THAT(errors({"--size", "Client=0"}), HasSubstr("not `Client=0`"));
    EXPECT_THAT(errors({"--weight", "crash"}), HasSubstr("not `crash`"));
    EXPECT_THAT(errors({"--weight", "crash=-1"}), HasSubstr("not `crash=-1`"));
    EXPECT_THAT(errors({"--weight", "crush=1"}), HasSubstr("has no step `crush` "));
    EXPECT_THAT(errors({"--instance", "large"}), HasSubstr("has no instance `large` "));
}

TEST(ExploreVerb, SaysWhatWasNotExercised) {
    const CliResult result = run_cli({"explore", kWithoutFencing, "--coverage"});
    EXPECT_THAT(result.output, HasSubstr("coverage: 11 of 12 parts of the steps\n"));
    EXPECT_THAT(result.output, HasSubstr("no_fencing.muster:31:10  `forget` never happens\n"));
}

} // namespace
} // namespace muster::test
