#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace muster::test {
namespace {

using testing::HasSubstr;

const std::string kGolden = MUSTER_SOURCE_DIR "/tests/golden/explore/";
const std::string kLease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
const std::string kWithoutFencing = kGolden + "no_fencing.muster";

/// Machines are compiled once.
CliResult explored(const std::vector<std::string>& command) {
    static const TempDir cache;
    return run_cli(command, "", cache.path());
}

std::vector<std::string> with(std::vector<std::string> command,
                              const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

/// A report is that of a search that was never interrupted, to the last byte but for its times.
TEST(ResumeVerb, ReportsWhatASearchReportsThatWasNeverInterrupted) {
    const TempDir folder;
    const std::string file = (folder.path() / "run.checkpoint").string();
    for (const std::string& spec : {kLease, kWithoutFencing}) {
        for (const std::vector<std::string>& kind :
             std::vector<std::vector<std::string>>{{},
                                                   {"--no-symmetry", "--threads", "2"},
                                                   {"--interpret", "--traces"},
                                                   {"--coverage"},
                                                   {"--property", "tokens_never_go_back"}}) {
            const auto command = with({"explore", spec}, kind);
            const CliResult expected = explored(command);
            std::vector<std::string> resume;
            for (const std::string most : {"10", "25", "26", "90"}) {
                const CliResult early = explored(
                    with(with(command, {"--checkpoint", file, "--max-states", most}), resume));
                EXPECT_NE(early.exit_code, 0) << most;
                EXPECT_THAT(early.errors,
                            HasSubstr("muster: the same command with --resume " + file +
                                      " goes on from here\n"))
                    << most;
                resume = {"--resume", file};
            }
            const CliResult resumed = explored(with(command, resume));
            EXPECT_EQ(resumed.errors, "");
            EXPECT_EQ(resumed.exit_code, expected.exit_code);
            EXPECT_EQ(scrub_durations(resumed.output), scrub_durations(expected.output));
        }
    }
}

// Who computes the steps, and in how many threads, is not what a checkpoint depends on.
TEST(ResumeVerb, GoesOnWithOtherMeans) {
    const TempDir folder;
    const std::string file = (folder.path() / "run.checkpoint").string();
    const std::vector<std::string> command{"explore", kLease, "--no-symmetry"};
    explored(with(command, {"--checkpoint", file, "--max-states", "700", "--threads", "2"}));
    const CliResult interpreted =
        explored(with(command, {"--resume", file, "--interpret", "--threads", "1"}));
    EXPECT_EQ(interpreted.exit_code, 0) << interpreted.errors;
    EXPECT_EQ(scrub_durations(interpreted.output),
              scrub_durations(explored(with(command, {"--interpret"})).output));
    const CliResult compared = explored(with(command, {"--resume", file, "--compare"}));
    EXPECT_EQ(scrub_durations(compared.output), scrub_durations(explored(command).output));
}

TEST(ResumeVerb, NamesTheSearchesThatBeginAnew) {
    const TempDir folder;
    const std::string file = (folder.path() / "run.checkpoint").string();
    const std::string spec = (folder.path() / "live.muster").string();
    std::ofstream(spec) << "protocol p\n"
                           "sort Thing\n"
                           "role a[me: Thing] {\n"
                           "  var count: int = 0\n"
                           "  fair action grow when count < 3 { count += 1 }\n"
                           "}\n"
                           "live grows[x: Thing]: a[x].count == 0 leads to a[x].count == 3\n"
                           "instance two { Thing = 2 }\n";
    const std::vector<std::string> command{"explore", spec};
    const CliResult early = explored(with(command, {"--checkpoint", file, "--max-states", "4"}));
    EXPECT_EQ(early.exit_code, 3) << early.errors;
    EXPECT_THAT(early.errors,
                HasSubstr("; only the searches for loops of `live` properties begin anew\n"));
    EXPECT_EQ(scrub_durations(explored(with(command, {"--resume", file})).output),
              scrub_durations(explored(command).output));
}

/// What stands on standard error where a checkpoint is not taken.
TEST(ResumeVerb, SaysWhyItRefusesACheckpoint) {
    const TempDir folder;
    const std::string file = (folder.path() / "run.checkpoint").string();
    const std::string text = (folder.path() / "notes.txt").string();
    const std::string other = (folder.path() / "other.muster").string();
    std::ofstream(text) << "no checkpoint\n";
    std::ofstream(other) << std::ifstream(kWithoutFencing).rdbuf() << "// changed\n";
    explored({"explore", kWithoutFencing, "--max-states", "50", "--checkpoint", file});
    const std::vector<std::vector<std::string>> commands{
        {other, "--resume", file},
        {kWithoutFencing, "--resume", file, "--no-symmetry", "--coverage"},
        {kWithoutFencing, "--resume", file, "--instance", "small"},
        {kWithoutFencing, "--resume", file, "--max-states", "10"},
        {kWithoutFencing, "--resume", file, "--max-depth", "2"},
        {kWithoutFencing, "--resume", text},
        {kWithoutFencing, "--resume", file + ".old"},
        {kWithoutFencing, "--checkpoint", text},
        {kWithoutFencing, "--checkpoint", file + "/below"},
        {kWithoutFencing, "--checkpoint", file, "--reference"},
        {kWithoutFencing, "--checkpoint", file, "--checkpoint-interval", "0"}};
    std::string messages;
    for (const auto& arguments : commands) {
        const CliResult result = explored(with({"explore"}, arguments));
        EXPECT_EQ(result.exit_code, 2) << result.output;
        EXPECT_EQ(result.output, "");
        messages += "explore";
        for (const std::string& argument : arguments) {
            messages += " " + argument;
        }
        messages += "\n" + result.errors + "\n";
    }
    {
        std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
        damaged.seekp(200);
        damaged << "?";
    }
    messages += "explore --resume DAMAGED\n" +
                explored({"explore", kWithoutFencing, "--resume", file}).errors;
    EXPECT_TRUE(matches_golden(kGolden + "resume_refused.txt",
                               scrub_path(scrub_path(messages, folder.path().string(), "folder"),
                                          MUSTER_SOURCE_DIR "/tests/golden/explore",
                                          "specs")));
}

} // namespace
} // namespace muster::test
