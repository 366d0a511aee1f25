#include "checker/chart/render_mermaid.hpp"
#include "checker/chart/xml_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::checker {
namespace {

using testing::ElementsAre;

TEST(XmlText, EscapesWhatMarkupIsMadeOf) {
    EXPECT_EQ(xml_escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    EXPECT_EQ(xml_escaped("]]></script>"), "]]&gt;&lt;/script&gt;");
}

TEST(XmlText, ReplacesWhatNoXmlMayHold) {
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

TEST(XmlText, CountsAndCutsCharacters) {
    EXPECT_EQ(columns_of("a→b"), 3U);
    EXPECT_EQ(shortened("a→b", 3), "a→b");
    EXPECT_EQ(shortened("a→bc", 3), "a→…");
    EXPECT_EQ(shortened("abc", 0), "");
}

TEST(XmlText, WrapsAtBlanks) {
    EXPECT_THAT(wrapped("one two three", 8, 3), ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped("one two three four five", 8, 2), ElementsAre("one two", "three f…"));
    EXPECT_THAT(wrapped("unbreakable_word", 6, 9), ElementsAre("unbrea", "kable_", "word"));
    EXPECT_THAT(wrapped("", 6, 2), ElementsAre(""));
    EXPECT_THAT(wrapped("one two three four", 8, 3, 2),
                ElementsAre("one two", "  three", "  four"));
    EXPECT_THAT(wrapped("anything", 0, 3), ElementsAre(""));
}

// A semicolon ends a statement of Mermaid, `#` begins an entity, `%%` a comment; `<` is HTML.
TEST(Mermaid, EscapesWhatItWouldTakeForSomethingElse) {
    EXPECT_EQ(mermaid_escaped("a; b # c %%{init}%%"),
              "a#59; b #35; c #37;#37;#123;init#125;#37;#37;");
    EXPECT_EQ(mermaid_escaped("<b>&\"`$\\"), "#60;b#62;#38;#34;#96;#36;#92;");
    EXPECT_EQ(mermaid_escaped("two\nlines"), "two lines");
    EXPECT_EQ(mermaid_escaped("lease = none → some(1)"), "lease = none → some(1)");
}

} // namespace
} // namespace muster::checker
