#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace muster::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kUntidy = "protocol p\nsort   S\n";
constexpr const char* kTidy = "protocol p\nsort S\n";
constexpr const char* kBroken = "protocol p\nsort\n";

TEST(FormatVerb, RewritesInPlaceAndKeepsPermissions) {
    const TempDir folder;
    const fs::path file = folder.write("p.muster", kUntidy);
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    const auto permissions = fs::status(file).permissions();
    const CliResult result = run_cli({"format", file});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.output, "formatted " + file.string() + "\n");
    EXPECT_EQ(read_file(file), kTidy);
    EXPECT_EQ(fs::status(file).permissions(), permissions);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1); // nothing left over
}

TEST(FormatVerb, LeavesAloneWhatNeedsNoChange) {
    const TempDir folder;
    const fs::path file = folder.write("p.muster", kTidy);
    const auto written = fs::last_write_time(file);
    const CliResult result = run_cli({"format", file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(fs::last_write_time(file), written);
}

TEST(FormatVerb, ASymbolicLinkStaysOne) {
    const TempDir folder;
    const fs::path file = folder.write("p.muster", kUntidy);
    const fs::path link = folder.path() / "link.muster";
    fs::create_symlink("p.muster", link);
    EXPECT_EQ(run_cli({"format", link}).exit_code, 0);
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_file(file), kTidy);
}

TEST(FormatVerb, CheckListsAndChangesNothing) {
    const TempDir folder;
    const fs::path untidy = folder.write("untidy.muster", kUntidy);
    const fs::path tidy = folder.write("tidy.muster", kTidy);
    const CliResult result = run_cli({"format", "--check", tidy, untidy});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.output, "would change " + untidy.string() + "\n");
    EXPECT_EQ(read_file(untidy), kUntidy);
    EXPECT_EQ(run_cli({"format", "--check", tidy}).exit_code, 0);
}

TEST(FormatVerb, SyntaxErrorsLeaveTheFileAlone) {
    const TempDir folder;
    const fs::path broken = folder.write("broken.muster", kBroken);
    const fs::path untidy = folder.write("untidy.muster", kUntidy);
    const CliResult result = run_cli({"format", broken, untidy});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("error[E0104]"));
    EXPECT_EQ(read_file(broken), kBroken);
    EXPECT_EQ(read_file(untidy), kTidy); // the others are formatted all the same
    EXPECT_EQ(run_cli({"format", "--check", broken}).exit_code, 2);
}

TEST(FormatVerb, StandardInputGoesToStandardOutput) {
    const CliResult result = run_cli({"format", "-"}, kUntidy);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output, kTidy);
    const CliResult check = run_cli({"format", "--check", "-"}, kUntidy);
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_EQ(check.output, "would change <stdin>\n");
}

TEST(FormatVerb, AMissingFileIsAnError) {
    const CliResult result = run_cli({"format", "nowhere.muster"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("nowhere.muster"));
}

} // namespace
} // namespace muster::test
