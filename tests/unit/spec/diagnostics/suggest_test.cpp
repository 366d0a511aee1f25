#include "spec/diagnostics/suggest.hpp"

#include <gtest/gtest.h>

namespace muster::spec {
namespace {

TEST(Suggest, FindsWhatIsNear) {
    EXPECT_EQ(did_you_mean("holdr", {"holder", "other"}), "did you mean `holder`?");
    EXPECT_EQ(did_you_mean("Cleint", {"Client"}), "did you mean `Client`?");
    EXPECT_EQ(did_you_mean("vra", {"var"}), "did you mean `var`?"); // a swap is one edit
    EXPECT_EQ(did_you_mean("members", {"member", "numbers"}), "did you mean `member`?");
}

TEST(Suggest, PrefersTheFirstOfEquals) {
    EXPECT_EQ(did_you_mean("bat", {"cat", "bar"}), "did you mean `bar`?");
}

TEST(Suggest, StaysSilentWhereNothingIsNear) {
    EXPECT_EQ(did_you_mean("holder", {}), "");
    EXPECT_EQ(did_you_mean("holder", {"owner"}), "");
    EXPECT_EQ(did_you_mean("ab", {"cd"}), "");
    EXPECT_EQ(did_you_mean("tokens", {"token", "tokens"}), ""); // it is spelt well
    EXPECT_EQ(did_you_mean("abc", {"ade"}), ""); // two edits are too many for a short name
}

} // namespace
} // namespace muster::spec
