#include "checker/trace/text_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::checker {
namespace {

using testing::ElementsAre;

TEST(TextColumns, ReplacesWhatNoXmlMayHold) {
    EXPECT_EQ(printable("a\x01z\x1B[0m"), "a\uFFFDz\uFFFD[0m");
    EXPECT_EQ(printable("tab\tline\n"), "tab\tline\n");
    EXPECT_EQ(printable("grün → 語 😀"), "grün → 語 😀");
    // Cut off, overlong, a surrogate, beyond the last character, and one that XML forbids.
    EXPECT_EQ(printable("\xE2\x86"), "\uFFFD\uFFFD");
    EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD");
    EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(printable("\xEF\xBF\xBF"), "\uFFFD");
}

TEST(TextColumns, CountsAndCutsCharacters) {
    EXPECT_EQ(columns_of("a→b"), 3U);
    EXPECT_EQ(shortened("a→b", 3), "a→b");
    EXPECT_EQ(shortened("a→bc", 3), "a→…");
    EXPECT_EQ(shortened("abc", 0), "");
}

TEST(TextColumns, WrapsAtBlanks) {
    EXPECT_THAT(wrapped("one two three", 8, 3), ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped("one two three four five", 8, 2), ElementsAre("one two", "three f…"));
    EXPECT_THAT(wrapped("unbreakable_word", 6, 9), ElementsAre("unbrea", "kable_", "word"));
    EXPECT_THAT(wrapped("", 6, 2), ElementsAre(""));
    EXPECT_THAT(wrapped("one two three four", 8, 3, 2),
                ElementsAre("one two", "  three", "  four"));
    EXPECT_THAT(wrapped("anything", 0, 3), ElementsAre(""));
}

} // namespace
} // namespace muster::checker
