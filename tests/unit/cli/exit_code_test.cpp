#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kCounter = R"(protocol counter
sort Client
message Add from client to server {}
role server { var total: int = 0
  on Add() { total += 1 } }
role client[me: Client] { action add { send Add() to server } }
instance small { Client = 1, server.total <= 3 }
)";

CliResult check(const std::string& property) {
    const TempDir folder;
    const std::string file = folder.write("counter.muster", kCounter + property + "\n");
    return run_cli({"check", file});
}

TEST(ExitCode, ZeroWhenEverythingIsProved) {
    const CliResult result = check("invariant never_negative: server.total >= 0");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, HasSubstr("proved"));
    EXPECT_THAT(result.output, HasSubstr("for any size"));
}

TEST(ExitCode, OneWhenAPropertyIsViolated) {
    const CliResult result = check("invariant at_most_one: server.total <= 1");
    EXPECT_EQ(result.exit_code, 1) << result.output;
    EXPECT_THAT(result.output, HasSubstr("violated"));
    EXPECT_THAT(result.output, HasSubstr("at_most_one"));
}

TEST(ExitCode, ThreeWhenACoverIsNotReached) {
    const CliResult result = check("cover negative: server.total < 0");
    EXPECT_EQ(result.exit_code, 3) << result.output;
    EXPECT_THAT(result.output, Not(HasSubstr("proved     cover")));
}

TEST(ExitCode, OneWhenALivePropertyIsBroken) {
    const CliResult result = check("live counted: server.total == 0 leads to server.total == 1\n"
                                   "invariant never_negative: server.total >= 0");
    EXPECT_EQ(result.exit_code, 1) << result.output;
    EXPECT_THAT(result.output,
                HasSubstr("violated   live       counted         by a run of 0 steps, and then "
                          "nothing more"));
    EXPECT_THAT(result.output, HasSubstr("1 proved for any size, 1 violated"));
}

TEST(ExitCode, ZeroWhenALivePropertyHoldsOnAnInstance) {
    const CliResult result = check("live stays: server.total == 1 leads to server.total >= 1");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, HasSubstr("holds      live       stays  on instance small ("));
}

TEST(ExitCode, TwoWhenQueriesCannotBeWritten) {
    const TempDir folder;
    const std::string file =
        folder.write("counter.muster", std::string(kCounter) + "invariant p: server.total >= 0\n");
    const CliResult refused = run_cli({"check", file, "--smt-directory", file});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, HasSubstr("cannot be used for queries"));
    const auto made = folder.path() / "queries" / "deep";
    EXPECT_EQ(run_cli({"check", file, "--smt-directory", made.string()}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::is_empty(made));
}

TEST(ExitCode, OneOutranksThree) {
    const CliResult result =
        check("cover negative: server.total < 0\ninvariant at_most_one: server.total <= 1");
    EXPECT_EQ(result.exit_code, 1) << result.output;
}

// True of the instance and of all short runs, and never said to hold for any size.
TEST(ExitCode, AnInstanceIsNotAProof) {
    const CliResult result = check("invariant up_to_forty: server.total <= 40");
    EXPECT_THAT(result.output, Not(HasSubstr("proved     invariant")));
    EXPECT_THAT(result.output, HasSubstr("limited to server.total <= 3"));
}

} // namespace
} // namespace muster::test
