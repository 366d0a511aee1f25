#include "spec/format/format.hpp"
#include "tests/unit/spec/parse/parsing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// C125: operators that other tools refused, or bound otherwise than their manuals said. Every pair
// of operators of the language is written side by side.
namespace muster::test {
namespace {

// As the table of the language reference: the lowest level binds loosest.
struct Operator {
    std::string word;
    int level;
    enum class Grouping { left, right, none } grouping;
};

const std::vector<Operator> kInfix{{"iff", 1, Operator::Grouping::left},
                                   {"implies", 2, Operator::Grouping::right},
                                   {"or", 3, Operator::Grouping::left},
                                   {"and", 4, Operator::Grouping::left},
                                   {"==", 6, Operator::Grouping::none},
                                   {"!=", 6, Operator::Grouping::none},
                                   {"<", 6, Operator::Grouping::none},
                                   {"<=", 6, Operator::Grouping::none},
                                   {">", 6, Operator::Grouping::none},
                                   {">=", 6, Operator::Grouping::none},
                                   {"in", 6, Operator::Grouping::none},
                                   {"subset", 6, Operator::Grouping::none},
                                   {"union", 7, Operator::Grouping::left},
                                   {"inter", 7, Operator::Grouping::left},
                                   {"minus", 7, Operator::Grouping::left},
                                   {"+", 8, Operator::Grouping::left},
                                   {"-", 8, Operator::Grouping::left},
                                   {"*", 9, Operator::Grouping::left}};

using spec::test::parsed_expr;

bool is_mistake(const std::string& dumped) {
    return dumped.find(" @") != std::string::npos;
}

// What the formatter makes of it, which has to mean the same.
std::string formatted(const std::string& formula) {
    const std::string head = "protocol p\n\ninvariant i: ";
    spec::Diagnostics diagnostics;
    const auto text = spec::format(head + formula + "\n", diagnostics);
    return text ? text->substr(head.size()) : "not formatted";
}

// Which of the two ways to put brackets is meant.
enum class Meaning { left, right, mistake };

Meaning documented(const Operator& one, const Operator& other) {
    if (one.level != other.level) {
        return one.level > other.level ? Meaning::left : Meaning::right;
    }
    switch (one.grouping) {
    case Operator::Grouping::left:
        return Meaning::left;
    case Operator::Grouping::right:
        return Meaning::right;
    case Operator::Grouping::none:
        return Meaning::mistake;
    }
    return Meaning::mistake;
}

TEST(C125, operators_bind_as_documented) {
    std::size_t pairs = 0;
    for (const Operator& one : kInfix) {
        for (const Operator& other : kInfix) {
            ++pairs;
            const std::string bare = fmt::format("a {} b {} c", one.word, other.word);
            const std::string left = fmt::format("(a {} b) {} c", one.word, other.word);
            const std::string right = fmt::format("a {} (b {} c)", one.word, other.word);
            const Meaning meaning = documented(one, other);
            if (meaning == Meaning::mistake) {
                EXPECT_TRUE(is_mistake(parsed_expr(bare))) << bare;
                EXPECT_FALSE(is_mistake(parsed_expr(left))) << left;
                EXPECT_FALSE(is_mistake(parsed_expr(right))) << right;
                continue;
            }
            const bool is_left = meaning == Meaning::left;
            EXPECT_EQ(parsed_expr(bare), parsed_expr(is_left ? left : right)) << bare;
            EXPECT_NE(parsed_expr(bare), parsed_expr(is_left ? right : left)) << bare;
            for (const std::string& text : {bare, left, right}) {
                EXPECT_EQ(parsed_expr(formatted(text)), parsed_expr(text)) << text;
            }
        }
    }
    EXPECT_EQ(pairs, 18U * 18U);
}

// Prefix operators behind every infix operator and in front of it.
TEST(C125, prefix_operators_stand_everywhere) {
    for (const Operator& op : kInfix) {
        const std::string minus = fmt::format("a {} -b", op.word);
        EXPECT_EQ(parsed_expr(minus), parsed_expr(fmt::format("a {} (-b)", op.word))) << minus;
        const std::string in_front = fmt::format("-a {} b", op.word);
        EXPECT_EQ(parsed_expr(in_front), parsed_expr(fmt::format("(-a) {} b", op.word)));
        // `not` binds looser than comparisons and what they compare.
        const std::string negated = fmt::format("not a {} b", op.word);
        const std::string meant = op.level > 5 ? fmt::format("not (a {} b)", op.word)
                                               : fmt::format("(not a) {} b", op.word);
        EXPECT_EQ(parsed_expr(negated), parsed_expr(meant)) << negated;
        for (const std::string& text : {minus, in_front, negated}) {
            EXPECT_FALSE(is_mistake(parsed_expr(text))) << text;
            EXPECT_EQ(parsed_expr(formatted(text)), parsed_expr(text)) << text;
        }
    }
}

} // namespace
} // namespace muster::test
