#include "spec/diagnostics/codes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace muster::spec {
namespace {

TEST(Codes, AreUniqueAndSummarised) {
    std::set<std::string> texts;
    for (const Code code : kAllCodes) {
        EXPECT_TRUE(texts.insert(code_text(code)).second) << code_text(code);
        EXPECT_FALSE(code_summary(code).empty());
    }
}

TEST(Codes, AreWrittenWithALetterAndFourDigits) {
    EXPECT_EQ(code_text(Code::syntax), "E0104");
    EXPECT_EQ(code_text(Code::syntax, Severity::warning), "W0104");
}

} // namespace
} // namespace muster::spec
