#include "tests/docs/commands.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// The commands of a page are run where its reader stands, at the root of the project.
void expect_page_is_true(const std::string& page, int commands) {
    int ran = 0;
    for (const CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/" + page))) {
        ASSERT_EQ(block.language, "console") << block.line;
        for (const Command& command : commands_of(block)) {
            expect_shown(command, MUSTER_SOURCE_DIR);
            ++ran;
        }
    }
    EXPECT_EQ(ran, commands);
}

TEST(Exploring, PrintsWhatThePageShows) {
    expect_page_is_true("exploring.md", 1);
}

TEST(Simulating, PrintsWhatThePageShows) {
    expect_page_is_true("simulating.md", 2);
}

TEST(Mutation, PrintsWhatThePageShows) {
    expect_page_is_true("mutation.md", 1);
}

} // namespace
} // namespace muster::test
