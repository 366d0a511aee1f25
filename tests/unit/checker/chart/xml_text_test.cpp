#include "checker/chart/render_mermaid.hpp"
#include "checker/chart/xml_text.hpp"

#include <gtest/gtest.h>

namespace muster::checker {
namespace {

TEST(XmlText, EscapesWhatMarkupIsMadeOf) {
    EXPECT_EQ(xml_escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    EXPECT_EQ(xml_escaped("]]></script>"), "]]&gt;&lt;/script&gt;");
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
