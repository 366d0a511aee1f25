#include "tests/docs/commands.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// The commands of the page are run where its reader stands, at the root of the project.
TEST(Exploring, PrintsWhatThePageShows) {
    int ran = 0;
    for (const CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/exploring.md"))) {
        ASSERT_EQ(block.language, "console") << block.line;
        for (const Command& command : commands_of(block)) {
            expect_shown(command, MUSTER_SOURCE_DIR);
            ++ran;
        }
    }
    EXPECT_EQ(ran, 1);
}

} // namespace
} // namespace muster::test
