#include "tests/tidy/source.hpp"

#include <gtest/gtest.h>

#include <string>

namespace muster::tidy {
namespace {

TEST(CodeView, BlanksCommentsAndKeepsPositions) {
    EXPECT_EQ(code_view("a // b\nc /* d\ne */ f\n"), "a     \nc     \n     f\n");
}

TEST(CodeView, BlanksLiteralsAndKeepsQuotes) {
    EXPECT_EQ(code_view(R"(f("a\"b//", '{');)"), R"(f("      ", ' ');)");
}

TEST(CodeView, BlanksRawStrings) {
    EXPECT_EQ(code_view("x = R\"cpp(\n#include \"a\" )\" {\n)cpp\" + y;"),
              "x =       \n                 \n      + y;");
}

TEST(CodeView, KnowsDigitSeparators) {
    EXPECT_EQ(code_view("int a = 1'000'000; char b = 'x'; {"),
              "int a = 1'000'000; char b = ' '; {");
}

TEST(CodeView, SurvivesWhatDoesNotEnd) {
    for (const std::string text : {"\"abc", "'a", "/* a", "R\"x(a", "R\"x", "\"a\\"}) {
        EXPECT_EQ(code_view(text).size(), text.size()) << text;
    }
}

TEST(WithoutPreprocessor, BlanksDirectivesAndTheirContinuation) {
    const Source source = make_source("a.cpp", "#define A \\\n    {\nint x;\n  #if 1\n}\n");
    EXPECT_EQ(without_preprocessor(source), "           \n     \nint x;\n       \n}\n");
}

TEST(Paths, AreToldApart) {
    EXPECT_EQ(top_folder("spec/ast/ast.hpp"), "spec");
    EXPECT_EQ(top_folder("README.md"), "");
    EXPECT_TRUE(is_program("cli/main.cpp"));
    EXPECT_FALSE(is_program("tests/unit/a.cpp"));
    EXPECT_TRUE(is_generated("runtime/generated/lease.hpp"));
    EXPECT_TRUE(is_generated("runtime/kafka/messages.gen.hpp"));
    EXPECT_FALSE(is_generated("runtime/kafka/messages.hpp"));
}

} // namespace
} // namespace muster::tidy
