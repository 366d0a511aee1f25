#include "spec/diagnostics/render.hpp"

#include <gtest/gtest.h>

namespace muster::spec {
namespace {

/// Renders one mistake. Spans are given by the texts that they cover.
class Page {
public:
    explicit Page(std::string text)
        : sources_(SourceFile("group.muster", std::move(text))) {}

    [[nodiscard]] Span span(std::string_view part) const {
        const std::size_t begin = sources_.main().text().find(part);
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + part.size())};
    }

    [[nodiscard]] std::string render(Diagnostic diagnostic) const {
        Diagnostics diagnostics;
        diagnostics.report(std::move(diagnostic));
        return render_text(sources_, diagnostics, Colour::off);
    }

private:
    SourceMap sources_;
};

TEST(RenderText, ShowsEveryPart) {
    const Page page("protocol group\n"
                    "role r {\n"
                    "  var epoch: int = 0\n"
                    "  var other: int = 0\n"
                    "  var epoch: int = 1\n"
                    "}\n");
    EXPECT_EQ(page.render({.code = Code::duplicate_name,
                           .message = "`epoch` is declared twice",
                           .primary = {page.span("epoch: int = 1"), "second"},
                           .secondary = {{page.span("epoch"), "first"}},
                           .notes = {"a fact", "another"},
                           .help = "rename it"}),
              "error[E0202]: `epoch` is declared twice\n"
              " --> group.muster:5:7\n"
              "  |\n"
              "3 |   var epoch: int = 0\n"
              "  |       ----- first\n"
              " … |\n"
              "5 |   var epoch: int = 1\n"
              "  |       ^^^^^^^^^^^^^^ second\n"
              "  = note: a fact\n"
              "  = note: another\n"
              "  = help: rename it\n");
}

TEST(RenderText, AlignsNumbersOfDifferentLength) {
    const Page page("protocol a\n\n\n\n\n\n\n\nfirst\nsecond\n");
    EXPECT_EQ(page.render({.code = Code::syntax,
                           .message = "m",
                           .primary = {page.span("second"), ""},
                           .secondary = {{page.span("first"), ""}}}),
              "error[E0104]: m\n"
              "  --> group.muster:10:1\n"
              "   |\n"
              " 9 | first\n"
              "   | -----\n"
              "10 | second\n"
              "   | ^^^^^^\n");
}

TEST(RenderText, MarksSeveralPlacesOfOneLine) {
    const Page page("a < b < c");
    EXPECT_EQ(page.render({.code = Code::syntax,
                           .message = "m",
                           .primary = {page.span("< c"), "second"},
                           .secondary = {{page.span("< b"), ""}}}),
              "error[E0104]: m\n"
              " --> group.muster:1:7\n"
              "  |\n"
              "1 | a < b < c\n"
              "  |   --- ^^^ second\n");
    EXPECT_EQ(page.render({.code = Code::syntax,
                           .message = "m",
                           .primary = {page.span("< c"), ""},
                           .secondary = {{page.span("< b"), "first"}}}),
              "error[E0104]: m\n"
              " --> group.muster:1:7\n"
              "  |\n"
              "1 | a < b < c\n"
              "  |       ^^^\n"
              "  |   --- first\n");
}

TEST(RenderText, PointsBehindTheLastToken) {
    const Page page("role r {");
    EXPECT_EQ(
        page.render({.code = Code::unclosed_bracket, .message = "m", .primary = {{8, 8}, "here"}}),
        "error[E0106]: m\n"
        " --> group.muster:1:9\n"
        "  |\n"
        "1 | role r {\n"
        "  |         ^ here\n");
}

TEST(RenderText, ShowsTabsAsFourSpacesAndCountsCodePoints) {
    const Page page("\tx\t= \xC3\xA4\xC3\xB6 bad\n");
    EXPECT_EQ(
        page.render({.code = Code::syntax, .message = "m", .primary = {page.span("bad"), ""}}),
        "error[E0104]: m\n"
        " --> group.muster:1:9\n"
        "  |\n"
        "1 |     x    = \xC3\xA4\xC3\xB6 bad\n"
        "  |               ^^^\n");
}

TEST(RenderText, ShowsFirstAndLastLineOfALongSpan) {
    const Page page("role r {\n  a\n  b\n  c\n}\n");
    EXPECT_EQ(page.render({.code = Code::syntax,
                           .message = "m",
                           .primary = {page.span("r {\n  a\n  b\n  c\n}"), "all of it"}}),
              "error[E0104]: m\n"
              " --> group.muster:1:6\n"
              "  |\n"
              "1 | role r {\n"
              "  |      ^^^\n"
              " … |\n"
              "5 | }\n"
              "  | ^ all of it\n");
}

TEST(RenderText, CutsLongLinesAroundThePlace) {
    const std::string left(500, 'l');
    const std::string right(500, 'r');
    const Page page(left + "X" + right);
    const std::string text =
        page.render({.code = Code::syntax, .message = "m", .primary = {page.span("X"), "here"}});
    EXPECT_EQ(text,
              "error[E0104]: m\n"
              " --> group.muster:1:501\n"
              "  |\n"
              "1 | …" +
                  left.substr(0, 40) + "X" + right.substr(0, 79) +
                  "…\n"
                  "  | " +
                  std::string(41, ' ') + "^ here\n");
}

TEST(RenderText, CutsAtTheLinesOwnEnd) {
    const Page page(std::string(500, 'l') + "X");
    const std::string text =
        page.render({.code = Code::syntax, .message = "m", .primary = {page.span("X"), ""}});
    EXPECT_NE(text.find("1 | …" + std::string(119, 'l') + "X\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  | " + std::string(120, ' ') + "^\n"), std::string::npos) << text;
}

TEST(RenderText, SendsNoControlCharactersToTheTerminal) {
    const Page page("a\x1b[31m\xFF\x7F b");
    const std::string text =
        page.render({.code = Code::not_text, .message = "m", .primary = {page.span("b"), ""}});
    EXPECT_NE(text.find("1 | a\xEF\xBF\xBD[31m\xEF\xBF\xBD\xEF\xBF\xBD b\n"), std::string::npos);
    EXPECT_NE(text.find("  |          ^\n"), std::string::npos) << text;
}

TEST(RenderText, ColoursOnRequest) {
    const SourceMap sources(SourceFile("a", "x"));
    Diagnostics diagnostics;
    diagnostics.report({.code = Code::syntax,
                        .severity = Severity::warning,
                        .message = "m",
                        .primary = {{0, 1}, ""}});
    EXPECT_EQ(render_text(sources, diagnostics, Colour::off).find('\x1b'), std::string::npos);
    EXPECT_TRUE(
        render_text(sources, diagnostics, Colour::on).starts_with("\x1b[1;33mwarning[W0104]"));
}

TEST(RenderText, StopsAfterTwentyErrors) {
    const SourceMap sources(SourceFile("a", std::string(100, 'x')));
    Diagnostics diagnostics;
    for (std::uint32_t i = 0; i < 23; ++i) {
        diagnostics.report({.code = Code::syntax, .message = "m", .primary = {{i, i + 1}, ""}});
    }
    const std::string text = render_text(sources, diagnostics, Colour::off);
    EXPECT_NE(text.find("a:1:20\n"), std::string::npos);
    EXPECT_EQ(text.find("a:1:21\n"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\n3 more errors\n")) << text;
}

TEST(RenderText, StopsAfterTwentyWarningsToo) {
    const SourceMap sources(SourceFile("a", std::string(100, 'x')));
    Diagnostics diagnostics;
    for (std::uint32_t i = 0; i < 21; ++i) {
        diagnostics.report({.code = Code::syntax,
                            .severity = Severity::warning,
                            .message = "m",
                            .primary = {{i, i + 1}, ""}});
    }
    diagnostics.report({.code = Code::syntax, .message = "m", .primary = {{30, 31}, ""}});
    const std::string text = render_text(sources, diagnostics, Colour::off);
    EXPECT_NE(text.find("error[E0104]: m\n --> a:1:31\n"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\n1 more warning\n")) << text;
    EXPECT_EQ(summary(diagnostics), "1 error, 21 warnings");
    EXPECT_EQ(summary(Diagnostics{}), "");
}

TEST(RenderText, ShowsOtherFilesBehindThatOfTheMistake) {
    SourceMap sources(SourceFile("a", "one\n"));
    const SourceFile& other = *sources.add(SourceFile("lib/b", "\ntwo three\n"));
    const auto at = [&](std::uint32_t begin, std::uint32_t length) {
        return Span{other.base() + begin, other.base() + begin + length};
    };
    Diagnostics diagnostics;
    diagnostics.report({.code = Code::duplicate_name,
                        .message = "m",
                        .primary = {at(1, 3), "second"},
                        .secondary = {{{0, 3}, "first"}, {at(5, 5), "third"}}});
    EXPECT_EQ(render_text(sources, diagnostics, Colour::off),
              "error[E0202]: m\n"
              " --> lib/b:2:1\n"
              "  |\n"
              "2 | two three\n"
              "  |     ----- third\n"
              "  | ^^^ second\n"
              "  ::: a:1:1\n"
              "  |\n"
              "1 | one\n"
              "  | --- first\n");
}

TEST(RenderText, SaysWhyAFileCannotBeLoaded) {
    EXPECT_EQ(
        render_text(LoadError{Code::unreadable_file, "x", "there is no such file"}, Colour::off),
        "error[E0101]: there is no such file\n --> x\n");
}

} // namespace
} // namespace muster::spec
