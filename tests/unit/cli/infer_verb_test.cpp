#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kProtocols = MUSTER_SOURCE_DIR "/spec/protocols/";

// Which of several lemmas are found depends on the solver's models; that they are enough does not.
TEST(InferVerb, PrintsLemmasInFrontOfWhatTheyProve) {
    const CliResult result = run_cli({"infer", kProtocols + "lease.muster", "--ignore-lemmas"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, StartsWith("lemma "));
    EXPECT_THAT(result.output,
                HasSubstr("\n\n"
                          "tokens_never_go_back               proved for any size\n"
                          "one_client_per_token               proved for any size\n"
                          "\n"
                          "2 of 2 proved with "));
}

TEST(InferVerb, RefusesNamesThatTheSpecDoesNotHave) {
    const CliResult result =
        run_cli({"infer", kProtocols + "lease.muster", "--property", "one_client_per_tokn"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("has no invariant or step `one_client_per_tokn`"));
}

TEST(InferVerb, SaysWhatABudgetIs) {
    for (const std::string verb : {"infer", "check"}) {
        const CliResult result =
            run_cli({verb, kProtocols + "lease.muster", "--infer-seconds", "soon"});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_THAT(result.errors,
                    HasSubstr("`soon` is not a whole number of seconds from 1 to 4294967295"));
    }
}

// What check alone leaves to a search is proved for any size.
TEST(InferVerb, IsPartOfCheck) {
    const std::string spec = MUSTER_SOURCE_DIR "/tests/golden/check/lease_without_lemmas.muster";
    const CliResult result = run_cli({"check", spec, "--infer"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, StartsWith("lemma "));
    EXPECT_THAT(result.output, HasSubstr("lemma sent_Granted_implies_last:"));
    EXPECT_THAT(result.output, ::testing::Not(HasSubstr("not kept by")));
}

} // namespace
} // namespace muster::test
