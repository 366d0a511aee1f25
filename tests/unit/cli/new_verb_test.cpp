#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace muster::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

TEST(NewVerb, MakesAProjectThatIsProvedTestedAndFormatted) {
    const TempDir folder;
    const CliResult made = run_cli({"new", "demo", "--directory", folder.path()});
    ASSERT_EQ(made.exit_code, 0) << made.errors;
    EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"demo"});
    EXPECT_EQ(names_in(folder.path() / "demo"),
              (std::set<std::string>{
                  ".gitignore", "CMakeLists.txt", "README.md", "demo.muster", "main.cpp"}));
    for (const std::string& name : names_in(folder.path() / "demo")) {
        EXPECT_EQ(read_file(folder.path() / "demo" / name).find("my_protocol"), std::string::npos);
    }
    const std::string spec = folder.path() / "demo" / "demo.muster";
    const CliResult check = run_cli({"check", spec, "--deny-warnings"});
    EXPECT_EQ(check.exit_code, 0) << check.output << check.errors;
    EXPECT_THAT(check.output, HasSubstr("demo: 4 proved for any size, 1 shown"));
    EXPECT_EQ(run_cli({"test", spec}).exit_code, 0);
    EXPECT_EQ(run_cli({"format", "--check", spec}).exit_code, 0);
}

TEST(NewVerb, NeverOverwrites) {
    const TempDir folder;
    const fs::path mine = folder.write("demo/mine.txt", "mine");
    const CliResult result = run_cli({"new", "demo", "--directory", folder.path()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("exists; choose another name or another --directory"));
    EXPECT_EQ(names_in(folder.path() / "demo"), std::set<std::string>{"mine.txt"});

    static_cast<void>(folder.write("taken", "a file"));
    EXPECT_EQ(run_cli({"new", "taken", "--directory", folder.path()}).exit_code, 2);
    EXPECT_EQ(read_file(folder.path() / "taken"), "a file");
    EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"demo", "taken"}));
}

TEST(NewVerb, RefusesNamesThatMeanSomethingElse) {
    const TempDir folder;
    for (const std::string name :
         {"", "a-b", "1st", "../up", "a b", "forall", "class", "std", "muster", "\xC3\xA4"}) {
        const CliResult result = run_cli({"new", name, "--directory", folder.path()});
        EXPECT_EQ(result.exit_code, 2) << name;
        EXPECT_THAT(result.errors, HasSubstr("cannot be the name")) << name;
    }
    EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(NewVerb, SaysWhatIsWrongWithAName) {
    const TempDir folder;
    const auto objection = [&](const std::string& name) {
        return run_cli({"new", name, "--directory", folder.path()}).errors;
    };
    EXPECT_EQ(objection(""), "muster: `` cannot be the name: it is empty\n");
    EXPECT_EQ(objection("work/demo"),
              "muster: `work/demo` cannot be the name: it is a path; give the folder around the "
              "new one as --directory\n");
    EXPECT_EQ(objection(".."), objection(".").replace(9, 1, ".."));
    EXPECT_THAT(objection("1st"), HasSubstr("does not begin with a digit"));
    EXPECT_THAT(objection("\xC3\xA4"), HasSubstr("the letters a to z and A to Z"));
    EXPECT_THAT(objection("forall"), HasSubstr("it is a word of the language"));
    EXPECT_THAT(objection("class"), HasSubstr("C++ means something else by it"));
}

TEST(NewVerb, NeedsADirectoryThatIsThere) {
    const TempDir folder;
    const CliResult result = run_cli({"new", "demo", "--directory", folder.path() / "nowhere"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("make it first"));
}

} // namespace
} // namespace muster::test
