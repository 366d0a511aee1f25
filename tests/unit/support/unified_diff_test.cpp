#include "tests/support/unified_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace muster::test {
namespace {

std::string numbered(int first, int last) {
    std::string text;
    for (int line = first; line <= last; ++line) {
        text += "line " + std::to_string(line) + "\n";
    }
    return text;
}

TEST(UnifiedDiff, IsEmptyForEqualTexts) {
    EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n"), "");
    EXPECT_EQ(unified_diff("", ""), "");
}

TEST(UnifiedDiff, ShowsAChangeWithThreeLinesAround) {
    std::string actual = numbered(1, 20);
    actual.replace(actual.find("line 10\n"), 8, "line ten\n");
    EXPECT_EQ(unified_diff(numbered(1, 20), actual),
              "@@ -7 +7 @@\n line 7\n line 8\n line 9\n-line 10\n+line ten\n line 11\n"
              " line 12\n line 13\n");
}

TEST(UnifiedDiff, KeepsDistantChangesApart) {
    std::string actual = numbered(1, 30);
    actual.erase(actual.find("line 5\n"), 7);
    actual += "line 31\n";
    const std::string diff = unified_diff(numbered(1, 30), actual);
    EXPECT_NE(diff.find("@@ -2 +2 @@\n"), std::string::npos) << diff;
    EXPECT_NE(diff.find("@@ -28 +27 @@\n"), std::string::npos) << diff;
    EXPECT_NE(diff.find("-line 5\n"), std::string::npos) << diff;
    EXPECT_NE(diff.find("+line 31\n"), std::string::npos) << diff;
}

TEST(UnifiedDiff, FindsAnInsertionInTheMiddle) {
    EXPECT_EQ(unified_diff("a\nb\nc\n", "a\nx\nb\ny\nc\n"), "@@ -1 +1 @@\n a\n+x\n b\n+y\n c\n");
}

TEST(UnifiedDiff, TellsALineWithoutAnEndApart) {
    EXPECT_EQ(unified_diff("a\n", "a"), "@@ -1 +1 @@\n-a\n+a\n\\ no newline at the end\n");
}

TEST(UnifiedDiff, ReturnsAtMostTheLinesAskedFor) {
    const std::string diff = unified_diff(numbered(1, 100), numbered(201, 300), 40);
    EXPECT_EQ(std::count(diff.begin(), diff.end(), '\n'), 40);
    EXPECT_NE(diff.find("... 162 more lines\n"), std::string::npos) << diff;
}

TEST(UnifiedDiff, TreatsAHugeChangeAsOneReplacement) {
    const std::string diff = unified_diff(numbered(1, 3000), numbered(4001, 7000), 10000);
    EXPECT_EQ(std::count(diff.begin(), diff.end(), '\n'), 6001);
}

} // namespace
} // namespace muster::test
