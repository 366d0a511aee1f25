#include "spec/diagnostics/diagnostic.hpp"

#include <gtest/gtest.h>

namespace muster::spec {
namespace {

Diagnostic at(std::uint32_t begin, std::string message, Severity severity = Severity::error) {
    return {.code = Code::syntax,
            .severity = severity,
            .message = std::move(message),
            .primary = {{begin, begin + 1}, ""}};
}

TEST(Diagnostics, AreSortedByPlaceWithoutDuplicates) {
    Diagnostics diagnostics;
    diagnostics.report(at(5, "b"));
    diagnostics.report(at(2, "c"));
    diagnostics.report(at(5, "a"));
    diagnostics.report(at(5, "b"));
    std::string order;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        order += diagnostic.message;
    }
    EXPECT_EQ(order, "cab");
}

TEST(Diagnostics, WithOneCauseAreShownOnceWithTheirPlaces) {
    Diagnostics diagnostics;
    for (const std::uint32_t place : {9U, 2U, 7U, 5U, 3U, 8U}) {
        Diagnostic diagnostic = at(place, "missing");
        diagnostic.cause = "name";
        diagnostics.report(std::move(diagnostic));
    }
    diagnostics.report(at(4, "other"));
    const auto sorted = diagnostics.sorted();
    ASSERT_EQ(sorted.size(), 2U);
    EXPECT_EQ(sorted[0].primary.span.begin, 2U);
    ASSERT_EQ(sorted[0].secondary.size(), 3U);
    EXPECT_EQ(sorted[0].secondary[0].span.begin, 3U);
    EXPECT_EQ(sorted[0].secondary[2].span.begin, 7U);
    EXPECT_EQ(sorted[0].notes, std::vector<std::string>{"and in 2 more places"});
    EXPECT_EQ(sorted[1].message, "other");
}

TEST(Diagnostics, CountErrorsOnly) {
    Diagnostics diagnostics;
    EXPECT_FALSE(diagnostics.has_errors());
    diagnostics.report(at(1, "odd", Severity::warning));
    EXPECT_FALSE(diagnostics.has_errors());
    diagnostics.report(at(1, "wrong"));
    EXPECT_TRUE(diagnostics.has_errors());
    EXPECT_EQ(diagnostics.error_count(), 1U);
}

} // namespace
} // namespace muster::spec
