#include "tests/tidy/functions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace muster::tidy {
namespace {

// "name@first+count" for every function found.
std::vector<std::string> found(const std::string& text) {
    std::vector<std::string> result;
    for (const Function& function : find_functions(make_source("a.cpp", text))) {
        result.push_back(function.name + "@" + std::to_string(function.first_line) + "+" +
                         std::to_string(function.line_count));
    }
    return result;
}

using Names = std::vector<std::string>;

TEST(FindFunctions, FindsFreeFunctionsAndTheirLength) {
    EXPECT_EQ(found("namespace a {\n\nint f(int x) {\n    if (x) {\n    }\n    return x;\n}\n\n"
                    "void g() {}\n\n}\n"),
              (Names{"f@3+5", "g@9+1"}));
}

TEST(FindFunctions, FindsMembersAfterAccessSpecifiers) {
    EXPECT_EQ(found("class A : public B {\npublic:\n    int f() const {\n        return 1;\n    }\n"
                    "private:\n    int x_ = 0;\n    std::vector<int> y_{1, 2};\n"
                    "    void g() noexcept {\n    }\n};\n"),
              (Names{"f@3+3", "g@9+2"}));
}

TEST(FindFunctions, CountsASignatureOverSeveralLines) {
    EXPECT_EQ(
        found("template <typename T = int>\nstd::vector<T>\nlong_name(T a,\n          T b) {\n"
              "    return {a, b};\n}\n"),
        (Names{"long_name@1+6"}));
}

TEST(FindFunctions, IsNotMisledByConstructorInitializers) {
    EXPECT_EQ(found("A::A(int a)\n    : a_{a}\n    , b_(std::vector<int>{1}) {\n    f();\n}\n"),
              (Names{"A::A@1+5"}));
}

TEST(FindFunctions, IgnoresValuesAndTypes) {
    EXPECT_EQ(found("const std::map<int, int> kTable = {\n    {1, 2},\n    {f(3), 4},\n};\n"
                    "enum class E { a, b };\nstruct S {\n    int x = 0;\n};\n"
                    "constexpr std::array<int, 2> kPair{1, 2};\n"),
              Names{});
}

TEST(FindFunctions, DoesNotCountLambdasInsideAFunction) {
    EXPECT_EQ(found("void f() {\n    const auto g = [](int x) {\n        return x;\n    };\n}\n"),
              (Names{"f@1+5"}));
}

TEST(FindFunctions, KnowsOperatorsAndConversions) {
    EXPECT_EQ(found("bool operator==(const A& a, const A& b) {\n    return true;\n}\n"
                    "int A::operator()(int x) const {\n    return x;\n}\n"),
              (Names{"operator==@1+3", "A::operator()@4+3"}));
}

TEST(FindFunctions, IsNotMisledByDefaultArguments) {
    EXPECT_EQ(found("void f(std::vector<int> a = {}, int b = 1) {\n}\n"), (Names{"f@1+2"}));
}

TEST(FindFunctions, IsNotMisledByBracesInTextAndComments) {
    EXPECT_EQ(found("void f() {\n    g(\"{\", '}'); // {\n}\n\nvoid h() {\n}\n"),
              (Names{"f@1+3", "h@5+2"}));
}

TEST(FindFunctions, NamesTestBodiesByTheirMacro) {
    EXPECT_EQ(found("TEST(A, B) {\n}\n"), (Names{"TEST@1+2"}));
}

TEST(FindFunctions, SurvivesUnbalancedBraces) {
    EXPECT_EQ(found("}}}\nvoid f() {"), Names{});
}

} // namespace
} // namespace muster::tidy
