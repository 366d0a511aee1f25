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
