#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kDesk = MUSTER_SOURCE_DIR "/tests/golden/mutate/desk.muster";

const std::string kReasons = R"(# What does not matter about the desk.

off-by-one
- durable last: int = 0
+ durable last: int = 1
Numbers may begin
anywhere.

off-by-one
- last += 1
+ last += 2
Numbers may have gaps.

drop-condition
- action ask when number == none { send Ask() to desk }
+ action ask when true { send Ask() to desk }
A person may have another number.
)";

TEST(MutateVerb, ASurvivorWithoutAReasonFails) {
    const CliResult result = run_cli({"mutate", kDesk});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("score 62 %: 5 of 8 changes of behaviour are noticed\n"));
    EXPECT_THAT(result.output, Not(HasSubstr("noticed by")));
}

TEST(MutateVerb, ReasonsExplainSurvivors) {
    const TempDir folder;
    const std::string file = folder.write("reasons", kReasons).string();
    const CliResult result = run_cli({"mutate", kDesk, "--reasons", file});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("+ durable last: int = 1\nNumbers may begin anywhere.\n"));
    EXPECT_THAT(result.output, Not(HasSubstr("no such survivor")));
    // A reason explains nothing but its own survivor.
    const CliResult others = run_cli({"mutate", kDesk, "--only", "21", "--reasons", file});
    EXPECT_EQ(others.exit_code, 0) << others.errors;
    EXPECT_THAT(others.output, HasSubstr("no such survivor: off-by-one: last += 1\n"));
}

TEST(MutateVerb, SelectsAndLists) {
    const CliResult list = run_cli({"mutate", kDesk, "--list", "--only", "drop-send"});
    EXPECT_EQ(list.exit_code, 0);
    EXPECT_THAT(list.output, HasSubstr("\n2 changes\n"));
    EXPECT_THAT(list.output, Not(HasSubstr("noticed")));
    const CliResult all = run_cli({"mutate", kDesk, "--all", "--only", "drop-send"});
    EXPECT_EQ(all.exit_code, 0);
    EXPECT_THAT(all.output, HasSubstr("noticed by the cover served\n"));
}

TEST(MutateVerb, PrintsJson) {
    const CliResult result = run_cli({"mutate", kDesk, "--format", "json", "--only", "10"});
    const auto report = nlohmann::json::parse(result.output);
    EXPECT_EQ(report["noticed"], 1);
    EXPECT_EQ(report["noticeable"], 2);
    ASSERT_EQ(report["changes"].size(), 2U);
    EXPECT_EQ(report["changes"][0]["kind"], "make-volatile");
    EXPECT_EQ(report["changes"][0]["judgement"], "violated");
    EXPECT_EQ(report["changes"][1]["after"], "durable last: int = 1");
    EXPECT_EQ(report["changes"][1]["judgement"], "survived");
}

TEST(MutateVerb, RefusesWhatMakesNoSense) {
    const CliResult kind = run_cli({"mutate", kDesk, "--only", "drop-sent"});
    EXPECT_EQ(kind.exit_code, 2);
    EXPECT_THAT(kind.errors, HasSubstr("`drop-sent` is neither"));
    const TempDir folder;
    const std::string file = folder.write("reasons", "off-by-one\nbecause\n").string();
    const CliResult reasons = run_cli({"mutate", kDesk, "--reasons", file});
    EXPECT_EQ(reasons.exit_code, 2);
    EXPECT_THAT(reasons.errors, HasSubstr("the paragraph of `off-by-one` is not a kind"));
    const CliResult violated =
        run_cli({"mutate", MUSTER_SOURCE_DIR "/tests/golden/explore/no_fencing.muster"});
    EXPECT_EQ(violated.exit_code, 2);
    EXPECT_THAT(violated.errors, HasSubstr("as it stands tokens_never_go_back is violated\n"));
}

} // namespace
} // namespace muster::test
