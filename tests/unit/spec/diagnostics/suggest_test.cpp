#include "spec/diagnostics/suggest.hpp"

#include <gtest/gtest.h>

namespace muster::spec {
namespace {

TEST(Suggest, FindsWhatIsNear) {
    EXPECT_EQ(did_you_mean("holdr", {"holder", "other"}), "did you mean `holder`?");
    EXPECT_EQ(did_you_mean("Cleint", {"Client"}), "did you mean `Client`?");
    EXPECT_EQ(did_you_mean("vra", {"var"}), "did you mean `var`?"); // a swap is one edit
    EXPECT_EQ(did_you_mean("members", {"member", "numbers"}), "did you mean `member`?");
    EXPECT_EQ(did_you_mean("HOLDER", {"holder"}), "did you mean `holder`?");
    EXPECT_EQ(did_you_mean("id", {"Id"}), "did you mean `Id`?");
}

TEST(Suggest, PrefersTheFirstOfEquals) {
    EXPECT_EQ(did_you_mean("bat", {"cat", "bar"}), "did you mean `bar`?");
}

TEST(Suggest, StaysSilentWhereNothingIsNear) {
    EXPECT_EQ(did_you_mean("holder", {}), "");
    EXPECT_EQ(did_you_mean("holder", {"owner"}), "");
    EXPECT_EQ(did_you_mean("ab", {"cd"}), "");
    EXPECT_EQ(did_you_mean("x", {"y", "xs"}), ""); // short names resemble all others
    EXPECT_EQ(did_you_mean("ab", {"ac", "abc"}), "");
    EXPECT_EQ(did_you_mean("limit", {"light"}), "");            // two of five letters are too many
    EXPECT_EQ(did_you_mean("tokens", {"token", "tokens"}), ""); // it is spelt well
    EXPECT_EQ(did_you_mean("abc", {"ade"}), ""); // two edits are too many for a short name
}

} // namespace
} // namespace muster::spec
