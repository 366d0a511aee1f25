#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

const std::string kLease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
const std::string kOpen = MUSTER_SOURCE_DIR "/tests/golden/check/lease_without_lemmas.muster";

class CheckCache : public testing::Test {
protected:
    CliResult check(std::vector<std::string> more) const {
        more.insert(more.begin(), "check");
        return run_cli(more, "", folder_);
    }

    TempDir temporary_;
    std::filesystem::path folder_ = temporary_.path() / "cache";
};

TEST_F(CheckCache, KnowsEverythingTheSecondTime) {
    EXPECT_THAT(check({kLease, "--verbose"}).errors,
                MatchesRegex("muster: 0 answers of earlier runs used, [1-9][0-9]* new ones\n"));
    EXPECT_THAT(check({kLease, "--verbose"}).errors,
                MatchesRegex("muster: [1-9][0-9]* answers of earlier runs used, 0 new ones\n"));
    EXPECT_EQ(check({kLease}).errors, "");
}

// What fails is asked again, and fails in the same words.
TEST_F(CheckCache, DoesNotChangeAReport) {
    for (const std::string& spec : {kLease, kOpen}) {
        const std::string cold = scrub_durations(check({spec, "--no-cache"}).output);
        EXPECT_EQ(scrub_durations(check({spec}).output), cold);
        EXPECT_EQ(scrub_durations(check({spec}).output), cold);
        EXPECT_EQ(scrub_durations(check({spec, "--jobs", "3"}).output), cold);
    }
}

TEST_F(CheckCache, IsNotTouchedWithNoCache) {
    EXPECT_EQ(check({kLease, "--no-cache"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(CheckCache, IsOffWhereItCannotBeWritten) {
    EXPECT_EQ(temporary_.write("cache", "not a folder"), folder_);
    const CliResult result = check({kLease});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, "");
    EXPECT_THAT(check({kLease, "--verbose"}).errors,
                HasSubstr("muster: nothing is kept for the next run: "));
}

} // namespace
} // namespace muster::test
