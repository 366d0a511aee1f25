#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <ostream>

namespace muster::spec::test {
namespace {

using namespace std::string_literals;

std::string repeat(std::string_view part, std::size_t bytes) {
    std::string result;
    while (result.size() < bytes) {
        result += part;
    }
    return result;
}

/// The code of the first mistake.
Code first_code(std::string_view text) {
    Diagnostics diagnostics;
    EXPECT_FALSE(parse(text, diagnostics).has_value());
    const std::vector<Diagnostic> found = diagnostics.sorted();
    return found.empty() ? Code::unreadable_file : found.front().code;
}

TEST(NotText, IsRefused) {
    EXPECT_EQ(first_code("protocol p\0"s), Code::not_text);
    EXPECT_EQ(first_code("protocol p \x7F"), Code::not_text);
    EXPECT_EQ(first_code("protocol p // \xC3"), Code::not_text);         // cut off
    EXPECT_EQ(first_code("protocol p // \xC0\x80"), Code::not_text);     // too long a form
    EXPECT_EQ(first_code("protocol p // \xED\xA0\x80"), Code::not_text); // a surrogate
    EXPECT_EQ(first_code("protocol p // \xF4\x90\x80\x80"), Code::not_text);
    EXPECT_EQ(first_code("\x7F"
                         "ELF\2\1\1\0"s),
              Code::not_text);
}

TEST(EmptyFile, IsRefused) {
    for (const char* text : {"", "\n", "  // nothing\n", "/// doc", "\xEF\xBB\xBF"}) {
        EXPECT_EQ(first_code(text), Code::empty_file);
    }
}

struct Deep {
    std::string_view name;
    std::string_view head;
    std::string_view part;
};

void PrintTo(const Deep& deep, std::ostream* out) {
    *out << deep.name;
}

class MegabyteOf : public testing::TestWithParam<Deep> {};

// Everything that the grammar or later passes recurse on has a limit, with brackets and without.
TEST_P(MegabyteOf, IsRefusedQuickly) {
    const Deep& deep = GetParam();
    const std::string text =
        "protocol p\n" + std::string(deep.head) + repeat(deep.part, 1'000'000) + "a";
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(first_code(text), Code::nesting_too_deep);
    const auto elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_LT(elapsed, std::chrono::seconds(30)); // a few seconds without optimisation
}

INSTANTIATE_TEST_SUITE_P(
    Deep,
    MegabyteOf,
    testing::Values(Deep{"parentheses", "axiom a: ", "("},
                    Deep{"braces", "axiom a: ", "{"},
                    Deep{"brackets", "axiom a: ", "a["},
                    Deep{"calls", "axiom a: ", "f("},
                    Deep{"sums", "axiom a: ", "a + "},
                    Deep{"negations", "axiom a: ", "not "},
                    Deep{"signs", "axiom a: ", "-"},
                    Deep{"negated_comparisons", "axiom a: ", "not a == "},
                    Deep{"implications", "axiom a: ", "a implies "},
                    Deep{"choices", "axiom a: ", "if a then "},
                    Deep{"quantifiers", "axiom a: ", "forall x: T. "},
                    Deep{"searches", "axiom a: ", "first x in "},
                    Deep{"fields", "axiom a: a", ".a"},
                    Deep{"types", "const c: ", "option "},
                    Deep{"maps", "const c: ", "map K -> "},
                    Deep{"else_ifs", "role r { action x { if a { }", " else if a { }"},
                    Deep{"blocks", "role r { action x { ", "if a { "}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Nesting, OfWhatPeopleWriteIsFine) {
    const std::string deep = std::string(200, '(') + "a" + std::string(200, ')');
    EXPECT_EQ(parsed_expr(deep), "a");
    const std::string chain = repeat("a and ", 6 * 900) + "a";
    EXPECT_EQ(parsed_expr(chain).substr(0, 10), "(and (and ");
}

TEST(MegabyteOfDeclarations, IsParsed) {
    std::string text =
        "protocol p\n" +
        repeat("invariant i: forall x in S. f(x)[x].y == { y in T | y > 1 }\n", 1'000'000);
    Diagnostics diagnostics;
    EXPECT_TRUE(parse(text, diagnostics).has_value());
}

struct Wrong {
    const char* name;
    const char* part;
    std::size_t errors;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
    *out << wrong.name;
}

class MegabyteOfMistakes : public testing::TestWithParam<Wrong> {};

// Nothing here may cost more than in proportion to its length.
TEST_P(MegabyteOfMistakes, IsReported) {
    const Wrong& wrong = GetParam();
    Diagnostics diagnostics;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(parse("protocol p\n" + repeat(wrong.part, 1'000'000), diagnostics).has_value());
    const auto elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_LT(elapsed, std::chrono::seconds(30)); // far below one with optimisation
    EXPECT_EQ(diagnostics.error_count(), wrong.errors);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes,
    MegabyteOfMistakes,
    testing::Values(Wrong{"declarations", "sort S T\n", 1000}, // reading ends there
                    Wrong{"members", "role r {\n", 111'112},
                    Wrong{"braces_of_declarations", "sort S {\n", 111'112},
                    Wrong{"words", "role ", 1},
                    Wrong{"names", "x", 1},
                    Wrong{"quotes", "\"", 1},
                    Wrong{"pairs", "(]", 2},
                    Wrong{"closers", ")", 1},
                    Wrong{"unknown_signs", "@", 1}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(MegabyteOfComments, IsNothing) {
    for (const char* part : {"///", "/// a\n", "//\n", "\n"}) {
        Diagnostics diagnostics;
        EXPECT_TRUE(parse("protocol p\n" + repeat(part, 1'000'000) + "\nsort S\n", diagnostics)
                        .has_value());
    }
}

} // namespace
} // namespace muster::spec::test
