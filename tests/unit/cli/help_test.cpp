// What the program says of itself. Blanks and capitals are left out of the comparison: they differ
// between versions of the library that lays the text out.

#include "tests/support/golden.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <sstream>

namespace muster::test {
namespace {

using testing::HasSubstr;

std::string plain(const std::string& help) {
    std::istringstream words(help);
    std::string result;
    std::string word;
    std::size_t column = 0;
    while (words >> word) {
        for (char& c : word) {
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        const bool new_line = word.starts_with("--") || column + word.size() > 90;
        result += result.empty() ? "" : new_line ? "\n" : " ";
        column = new_line ? 0 : column;
        result += word;
        column += word.size() + 1;
    }
    return result + "\n";
}

const std::vector<std::vector<std::string>> kVerbs = {{"new"},
                                                      {"check"},
                                                      {"explore"},
                                                      {"simulate"},
                                                      {"mutate"},
                                                      {"infer"},
                                                      {"test"},
                                                      {"replay"},
                                                      {"generate"},
                                                      {"graph"},
                                                      {"format"},
                                                      {"explain"},
                                                      {"dump"},
                                                      {"serve"},
                                                      {"serve", "kafka"},
                                                      {"help"}};

TEST(Help, OfEveryVerb) {
    for (std::vector<std::string> line : kVerbs) {
        const std::string name = line.size() == 1 ? line[0] : line[0] + "_" + line[1];
        line.emplace_back("--help");
        const CliResult result = run_cli(line);
        EXPECT_EQ(result.exit_code, 0);
        EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/tests/golden/help/" + name + ".txt",
                                   plain(result.output)));
        line.pop_back();
        line.insert(line.begin(), "help");
        EXPECT_EQ(run_cli(line).output, result.output);
    }
}

TEST(Help, OfTheProgram) {
    const CliResult result = run_cli({"--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(
        matches_golden(MUSTER_SOURCE_DIR "/tests/golden/help/muster.txt", plain(result.output)));
    EXPECT_EQ(run_cli({"help"}).output, result.output);
    for (const std::vector<std::string>& line : kVerbs) {
        EXPECT_THAT(result.output, HasSubstr("\n  " + line.front() + " "));
    }
}

TEST(Help, WithoutArgumentsTheVerbsAreListed) {
    const CliResult result = run_cli({});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.errors, run_cli({"help"}).output);
}

TEST(Help, OfWhatIsNoVerb) {
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"chekc"}, std::vector<std::string>{"help", "chekc"}}) {
        const CliResult result = run_cli(line);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(result.errors, "muster: there is no verb `chekc`; did you mean `check`?\n");
    }
    EXPECT_THAT(run_cli({"frobnicate"}).errors, HasSubstr("`muster help` lists all"));
}

} // namespace
} // namespace muster::test
