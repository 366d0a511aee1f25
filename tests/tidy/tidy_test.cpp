// The source tree tests itself: one test per mechanical rule of the project.

#include "tests/tidy/rules.hpp"
#include "tests/tidy/tree.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

namespace muster::tidy {
namespace {

const Tree& tree() {
    static const Tree kTree = read_tree(std::filesystem::path(MUSTER_SOURCE_DIR));
    return kTree;
}

testing::AssertionResult none(const Faults& faults) {
    if (faults.empty()) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << faults.size() << " faults:\n" << report(faults);
}

testing::AssertionResult holds_everywhere(const std::function<Faults(const Source&)>& rule) {
    Faults all;
    for (const Source& source : tree().sources) {
        const Faults faults = rule(source);
        all.insert(all.end(), faults.begin(), faults.end());
    }
    return none(all);
}

TEST(Tidy, TreeWasRead) {
    EXPECT_TRUE(tree().paths.contains("tests/tidy/tidy_test.cpp"));
    EXPECT_TRUE(tree().paths.contains("README.md"));
    EXPECT_GT(tree().sources.size(), 20U);
}

TEST(Tidy, LinesHaveAtMost100Columns) {
    EXPECT_TRUE(holds_everywhere(long_lines));
}

TEST(Tidy, FilesHaveAtMost700Lines) {
    EXPECT_TRUE(holds_everywhere(long_file));
}

TEST(Tidy, FunctionsHaveAtMost70Lines) {
    EXPECT_TRUE(holds_everywhere(long_functions));
}

TEST(Tidy, IncludesGoOneWay) {
    EXPECT_TRUE(holds_everywhere(include_direction));
}

TEST(Tidy, HeadersAreClean) {
    EXPECT_TRUE(holds_everywhere(header_hygiene));
}

TEST(Tidy, OwnHeaderComesFirst) {
    const auto rule = [](const Source& source) {
        return own_header_first(source, tree().paths);
    };
    EXPECT_TRUE(holds_everywhere(rule));
}

TEST(Tidy, StandardStreamsStayInTheProgram) {
    EXPECT_TRUE(holds_everywhere(standard_streams));
}

TEST(Tidy, NothingDependsOnChanceOrTime) {
    EXPECT_TRUE(holds_everywhere(nondeterminism));
}

TEST(Tidy, NothingIsLeftOver) {
    EXPECT_TRUE(holds_everywhere(leftovers));
}

TEST(Tidy, EverySourceIsBuilt) {
    EXPECT_TRUE(none(unlisted_sources(tree())));
}

TEST(Tidy, EveryCodeIsUniqueExplainedAndTested) {
    EXPECT_TRUE(none(incomplete_codes(tree())));
}

} // namespace
} // namespace muster::tidy
