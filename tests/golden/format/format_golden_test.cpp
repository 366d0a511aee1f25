// Each NAME.in is laid out as NAME.muster says, which in turn stays as it is.

#include "spec/format/format.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::test {
namespace {

const std::filesystem::path kFolder = MUSTER_SOURCE_DIR "/tests/golden/format";

std::vector<std::string> cases() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".in") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string formatted(const std::string& text) {
    spec::Diagnostics diagnostics;
    const auto result = spec::format(text, diagnostics);
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        ADD_FAILURE() << diagnostic.message;
    }
    return result.value_or("");
}

class Formatted : public testing::TestWithParam<std::string> {};

TEST_P(Formatted, AsExpected) {
    const std::string once = formatted(read_file(kFolder / (GetParam() + ".in")));
    EXPECT_TRUE(matches_golden(kFolder / (GetParam() + ".muster"), once));
    EXPECT_EQ(formatted(once), once);
}

INSTANTIATE_TEST_SUITE_P(All, Formatted, testing::ValuesIn(cases()), [](const auto& test) {
    return test.param;
});

TEST(Format, EveryExpectationHasItsInput) {
    std::set<std::filesystem::path> claimed;
    for (const auto& name : {"CMakeLists.txt", "format_golden_test.cpp", "format_tree_test.cpp"}) {
        claimed.insert(kFolder / name);
    }
    for (const std::string& name : cases()) {
        claimed.insert(kFolder / (name + ".in"));
        claimed.insert(kFolder / (name + ".muster"));
    }
    EXPECT_TRUE(unclaimed_files(kFolder, claimed).empty());
}

TEST(Format, WindowsLinesBecomeCommonOnes) {
    EXPECT_EQ(formatted("protocol p // a\r\n\r\n\r\n// b\r\nsort   S\r\n"),
              "protocol p  // a\n\n// b\nsort S\n");
}

TEST(Format, SyntaxErrorsAreReportedAndNothingIsReturned) {
    spec::Diagnostics diagnostics;
    EXPECT_FALSE(spec::format("protocol p\nsort", diagnostics).has_value());
    EXPECT_EQ(diagnostics.error_count(), 1U);
}

// Whether names mean anything is not the layout's business.
TEST(Format, SpecsWithOtherMistakesAreFormatted) {
    EXPECT_EQ(formatted("protocol p\ncover  c:x"), "protocol p\ncover c: x\n");
}

} // namespace
} // namespace muster::test
