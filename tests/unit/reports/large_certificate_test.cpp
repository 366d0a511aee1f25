#include "tests/support/child_process.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// Two thousand questions. cvc5 may give up on some of them, but must not say otherwise.
TEST(LargeCertificate, OfTheGroupProtocolStandsUpToBothSolvers) {
    const TempDir folder;
    const auto certificate = folder.path() / "certificate";
    const CliResult check = run_cli({"check",
                                     MUSTER_SOURCE_DIR "/spec/protocols/kafka_group.muster",
                                     "--certificate",
                                     certificate.string()});
    ASSERT_EQ(check.exit_code, 0) << check.errors;
    for (const std::string solver : {"z3", "cvc5"}) {
        const auto result = run_process(
            {.program = "/bin/sh", .arguments = {certificate / "check.sh", solver, "120"}},
            std::chrono::hours(4));
        ASSERT_TRUE(result.has_value()) << result.error();
        EXPECT_TRUE(result->exit_code == 0 || (solver == "cvc5" && result->exit_code == 3))
            << result->output << result->errors;
        EXPECT_NE(result->output.find(" 0 wrong\n"), std::string::npos) << result->output;
    }
}

} // namespace
} // namespace muster::test
