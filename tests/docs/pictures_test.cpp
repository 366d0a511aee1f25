#include "tests/docs/page.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace muster::test {
namespace {

const std::filesystem::path kPictures = MUSTER_SOURCE_DIR "/docs/pictures";

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    return words;
}

// The commands that the page gives make the pictures that stand in the tree, all of them but that
// of the README, which has a test of its own.
TEST(Pictures, AreWhatTheCommandsOfThePageWrite) {
    const TempDir folder;
    int ran = 0;
    for (const CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/charts.md"))) {
        if (block.language != "console") {
            continue;
        }
        for (const std::string& line : block.lines) {
            std::vector<std::string> words = words_of(line);
            ASSERT_GT(words.size(), 3U) << line;
            ASSERT_EQ(words[0] + words[1], "$muster") << line;
            words.erase(words.begin(), words.begin() + 2);
            for (std::string& word : words) {
                word = word == "docs/pictures" ? folder.path().string() : word;
            }
            words.emplace_back("--no-cache");
            const auto result = run_process(
                {.program = MUSTER_PROGRAM, .arguments = words, .directory = MUSTER_SOURCE_DIR},
                std::chrono::minutes(2));
            ASSERT_TRUE(result.has_value()) << result.error();
            EXPECT_NE(result->output.find("\nwrote "), std::string::npos)
                << result->output << result->errors;
            ++ran;
        }
    }
    EXPECT_EQ(ran, 2);
    std::set<std::filesystem::path> claimed = {kPictures / "one_leader_per_term.svg"};
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        const auto picture = kPictures / entry.path().filename();
        EXPECT_TRUE(matches_golden(picture, read_file(entry.path())));
        claimed.insert(picture);
    }
    EXPECT_EQ(claimed.size(), 4U);
    EXPECT_TRUE(unclaimed_files(kPictures, claimed).empty());
}

} // namespace
} // namespace muster::test
