#include "cli/write_files.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace muster::test {
namespace {

namespace fs = std::filesystem;

// The reason, and the file that was asked for: nobody knows of the one that is renamed over it.
TEST(WriteFiles, SaysWhyTheDiskTakesNothing) {
    const TempDir folder;
    const fs::path file = folder.write("a.svg", "old");
    fs::create_symlink("/dev/full", folder.path() / "a.svg.new");
    const auto stored = cli::store_file(file, std::string(100'000, 'x'));
    ASSERT_FALSE(stored.has_value());
    EXPECT_EQ(stored.error(), "cannot write " + file.string() + ": No space left on device");
    EXPECT_EQ(read_file(file), "old");
    EXPECT_FALSE(fs::exists(fs::symlink_status(folder.path() / "a.svg.new")));
}

TEST(WriteFiles, LeavesADirectoryInItsWayAlone) {
    const TempDir folder;
    const fs::path file = folder.path() / "a.svg";
    fs::create_directory(folder.path() / "a.svg.new");
    const auto stored = cli::store_file(file, "new");
    ASSERT_FALSE(stored.has_value());
    EXPECT_EQ(stored.error(), "cannot write " + file.string() + ": Is a directory");
    EXPECT_TRUE(fs::is_directory(folder.path() / "a.svg.new"));
}

// Found before the check, which may be long. Permissions do not stop root, so this is a directory
// in which nobody can make a file.
TEST(WriteFiles, ADirectoryThatCannotBeWrittenIsFoundBeforeTheCheck) {
    const TempDir folder;
    const std::string spec = folder.write(
        "a.muster",
        "protocol p\nrole server { var last: int = 0 }\ninvariant low: server.last <= 1\n");
    for (const std::string option :
         {"--itf", "--html", "--svg", "--mermaid", "--certificate", "--smt-directory"}) {
        const CliResult result = run_cli({"check", spec, option, "/proc/self"});
        EXPECT_EQ(result.exit_code, 2) << option;
        EXPECT_EQ(result.output, "") << option;
        EXPECT_NE(result.errors.find("muster: /proc/self cannot be used for "), std::string::npos)
            << option << result.errors;
    }
}

TEST(WriteFiles, NothingIsLeftInADirectoryThatIsTriedOut) {
    const TempDir folder;
    const std::string spec = folder.write(
        "a.muster",
        "protocol p\nrole server { var last: int = 0 }\ninvariant low: server.last <= 1\n");
    const fs::path charts = folder.path() / "charts";
    EXPECT_EQ(run_cli({"check", spec, "--svg", charts.string()}).exit_code, 0);
    EXPECT_TRUE(fs::is_empty(charts));
}

} // namespace
} // namespace muster::test
