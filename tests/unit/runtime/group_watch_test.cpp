#include "runtime/kafka/group_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::runtime::kafka {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const GroupWatch& watch) {
    std::string text;
    watch.append_to(text);
    return text;
}

TEST(GroupWatch, CountsGroupsByStateMembersAndRounds) {
    GroupWatch watch;
    watch.changed("a", {"Empty", 0, 0});
    watch.changed("a", {"PreparingRebalance", 0, 1});
    watch.changed("a", {"PreparingRebalance", 0, 2});
    watch.changed("a", {"CompletingRebalance", 1, 2});
    watch.changed("a", {"Stable", 1, 2});
    watch.changed("a", {"Stable", 1, 2});
    watch.changed("b", {"Stable", 7, 3}); // loaded
    const auto text = text_of(watch);
    EXPECT_THAT(text, HasSubstr("muster_groups{state=\"Stable\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("muster_groups{state=\"Empty\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("muster_group_members 5\n"));
    EXPECT_THAT(text, HasSubstr("muster_group_rebalances_total{cause=\"came\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("muster_group_generations_total 1\n"));
}

TEST(GroupWatch, TellsWhyARoundBegan) {
    GroupWatch watch;
    watch.changed("a", {"Stable", 1, 2});
    watch.changed("a", {"PreparingRebalance", 1, 2});
    watch.changed("a", {"Stable", 2, 2});
    watch.changed("a", {"PreparingRebalance", 2, 1});
    const auto text = text_of(watch);
    EXPECT_THAT(text, HasSubstr("{cause=\"rejoined\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("{cause=\"went\"} 1\n"));
    EXPECT_THAT(text, Not(HasSubstr("{cause=\"came\"}")));
}

TEST(GroupWatch, ForgetsWhatIsGone) {
    GroupWatch watch;
    watch.changed("a", {"Stable", 1, 2});
    watch.dropped("a");
    watch.dropped("a");
    watch.dropped("never");
    const auto text = text_of(watch);
    EXPECT_THAT(text, HasSubstr("muster_groups{state=\"Stable\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("muster_group_members 0\n"));
}

} // namespace
} // namespace muster::runtime::kafka
