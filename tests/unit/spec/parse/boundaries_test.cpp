#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

// Where parsing goes on after a mistake, and which mistakes follow from others.
namespace muster::spec::test {
namespace {

std::string messages(std::string_view text) {
    Diagnostics diagnostics;
    const auto file = parse(text, diagnostics);
    EXPECT_EQ(file.has_value(), !diagnostics.has_errors());
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        result += diagnostic.message + "\n";
    }
    return result;
}

TEST(Recovery, GoesOnWithTheNextDeclaration) {
    EXPECT_EQ(messages("protocol p\n"
                       "sort\n"
                       "sort A\n"
                       "enum E { A B }\n"
                       "sort B\n"
                       "const c int\n"),
              "expected a name, found `sort`\n"
              "expected `,` or `}`, found `B`\n"
              "expected `:`, found `int`\n");
}

TEST(Recovery, GoesOnWithTheNextMember) {
    EXPECT_EQ(messages("protocol p\n"
                       "role r {\n"
                       "  var x int\n"
                       "  on M() { x := 1 }\n"
                       "  var y: int = 0\n"
                       "  timer t for 10\n"
                       "}\n"
                       "sort 1\n"),
              "expected `:`, found `int`\n"
              "expected `=`, `+=`, `-=` or `(` behind the name, found `:=`\n"
              "expected a duration such as `500ms`, `10s` or `2m`, found `10`\n"
              "expected a name, found `1`\n");
}

TEST(Recovery, FindsTheEndOfARoleOnOneLine) {
    EXPECT_EQ(messages("protocol p\nrole r { on M() { x := 1 } }\nsort S T\n"),
              "expected `=`, `+=`, `-=` or `(` behind the name, found `:=`\n"
              "expected a declaration, found `T`\n");
}

TEST(Recovery, StartsWithoutAProtocol) {
    EXPECT_EQ(messages("sort A\nsort B C\n"),
              "expected `protocol`, found `sort`\nexpected a declaration, found `C`\n");
}

TEST(Brackets, MissingBraceIsReportedOnce) {
    EXPECT_EQ(messages("protocol p\n"
                       "role r {\n"
                       "  on M() {\n"
                       "    if a {\n"
                       "      x = 1\n"
                       "  }\n"
                       "  on N() { y = 1 }\n"
                       "}\n"
                       "sort S\n"
                       "sort 1\n"),
              "`{` is not closed\nexpected a name, found `1`\n");
}

TEST(Brackets, IndentationTellsWhichBraceIsMissing) {
    const std::string text = "protocol p\nrole r {\n  on M() {\n    if a {\n      x = 1\n  }\n}\n";
    Diagnostics diagnostics;
    EXPECT_FALSE(parse(text, diagnostics).has_value());
    const std::vector<Diagnostic> found = diagnostics.sorted();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].code, Code::unclosed_bracket);
    ASSERT_EQ(found[0].secondary.size(), 2U);
    EXPECT_EQ(found[0].secondary[0].span.begin, text.find("{\n      x"));
}

TEST(Brackets, DeclarationInsideARoleIsToldToMove) {
    const std::string text =
        "protocol p\nrole r {\n  var x: int\n  assume timing a: r.t fires only when x\n}\n";
    Diagnostics diagnostics;
    EXPECT_FALSE(parse(text, diagnostics).has_value());
    const std::vector<Diagnostic> found = diagnostics.sorted();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].code, Code::unclosed_bracket);
    EXPECT_EQ(found[0].help, "`assume` stands outside of roles and other declarations");
}

TEST(Recovery, KnowsFairnessAndTiming) {
    EXPECT_EQ(messages("protocol p\n"
                       "sort 1\n"
                       "fair message M from a to b { x }\n"
                       "assume timing\n"
                       "assume timing t: r.t fires when x\n"
                       "network x\n"
                       "role r {\n"
                       "  var 1\n"
                       "  unfair timer 2\n"
                       "  fair action 3 {}\n"
                       "  either on 4 {}\n"
                       "}\n"),
              "expected a name, found `1`\n"
              "expected `:`, found `}`\n"
              "expected a name, found `assume`\n"
              "expected `only`, found `when`\n"
              "expected `unreliable`, `once` or `fifo`, found `x`\n"
              "expected a name, found `1`\n"
              "expected a name, found `2`\n"
              "expected a name, found `3`\n"
              "expected the name of a message or a timer, or `start`, found `4`\n");
}

TEST(Brackets, WrongCloser) {
    EXPECT_EQ(messages("protocol p\naxiom a: f(x]\naxiom b: f[x)\nsort S\n"),
              "`(` is closed by `]`\n`[` is closed by `)`\n");
}

TEST(Brackets, TooManyClosers) {
    EXPECT_EQ(messages("protocol p\nrole r { } }\nsort S\n"),
              "expected a declaration, found `}`\n");
}

TEST(Brackets, MissingAtTheEnd) {
    EXPECT_EQ(messages("protocol p\naxiom a: f(x"), "`(` is not closed\n");
    EXPECT_EQ(messages("protocol p\nrole r {"), "`{` is not closed\n");
}

TEST(Texts, WithoutAnEnd) {
    EXPECT_EQ(messages("protocol p\ntest \"abc of r {\n}\nsort S T\n"),
              "a text has no closing quote\nexpected a declaration, found `T`\n");
}

} // namespace
} // namespace muster::spec::test
