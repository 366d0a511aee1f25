#include "spec/diagnostics/codes.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace muster::test {
namespace {

using testing::HasSubstr;

TEST(ExplainVerb, PrintsThePageOfACode) {
    const std::string page = read_file(MUSTER_SOURCE_DIR "/spec/diagnostics/explain/E0207.md");
    for (const std::string code : {"E0207", "e0207", "0207", "207"}) {
        const CliResult result = run_cli({"explain", code});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_EQ(result.output, page);
    }
}

TEST(ExplainVerb, ListsEveryCode) {
    const CliResult result = run_cli({"explain"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(
        static_cast<std::size_t>(std::count(result.output.begin(), result.output.end(), '\n')),
        spec::kAllCodes.size());
    for (const spec::Code code : spec::kAllCodes) {
        EXPECT_THAT(result.output, HasSubstr(std::string(spec::code_summary(code)) + "\n"));
    }
    EXPECT_THAT(result.output, HasSubstr("E0207  behaviour depends on ghost state\n"));
}

TEST(ExplainVerb, AnUnknownCode) {
    for (const std::string code : {"E0297", "297"}) {
        const CliResult result = run_cli({"explain", code});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(result.output, "");
        EXPECT_EQ(result.errors,
                  "muster: there is no code `" + code + "`; did you mean `E0207`?\n");
    }
    EXPECT_EQ(run_cli({"explain", "nonsense"}).errors,
              "muster: there is no code `nonsense`; `muster explain` lists all\n");
    EXPECT_EQ(run_cli({"explain", "99999"}).exit_code, 2);
    EXPECT_EQ(run_cli({"explain", "E"}).exit_code, 2);
}

} // namespace
} // namespace muster::test
