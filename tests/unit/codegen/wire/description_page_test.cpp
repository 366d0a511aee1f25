// What docs/internals/messages.md shows is so.

#include "codegen/wire/parse.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace muster::codegen::wire {
namespace {

/// The texts between fences, in the order of the page.
std::vector<std::string> blocks_of_the_page() {
    const std::string page = test::read_file(MUSTER_SOURCE_DIR "/docs/internals/messages.md");
    const std::string fence = "\n```\n";
    std::vector<std::string> blocks;
    std::size_t at = 0;
    while (true) {
        const auto open = page.find(fence, at);
        if (open == std::string::npos) {
            return blocks;
        }
        const auto begin = open + fence.size();
        const auto close = page.find(fence, begin - 1);
        blocks.push_back(page.substr(begin, close + 1 - begin));
        at = close + fence.size() - 1;
    }
}

TEST(PageAboutDescriptions, ShowsADescriptionAndAMistakeInIt) {
    const auto blocks = blocks_of_the_page();
    ASSERT_EQ(blocks.size(), 2U);
    std::string text = blocks[0];
    EXPECT_EQ(text,
              test::read_file(MUSTER_SOURCE_DIR "/runtime/kafka/messages/heartbeat.messages"));

    const std::string field = "group_instance_id: string, in 3+";
    const auto place = text.find(field);
    ASSERT_NE(place, std::string::npos);
    text.replace(place, field.size(), "group_instance_id: string, in 3-5");
    const spec::SourceFile wrong("heartbeat.messages", text);
    const auto description = parse_description(wrong);
    ASSERT_FALSE(description);
    EXPECT_EQ(render(wrong, description.error()), blocks[1]);
}

} // namespace
} // namespace muster::codegen::wire
