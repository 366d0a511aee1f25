#include "tests/unit/checker/live/live_specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using live::FairStep;
using ::testing::ElementsAre;

constexpr std::size_t kRebalance = 0;
constexpr std::size_t kVanished = 1;

std::string group_without(const std::vector<std::string>& parts) {
    std::string text = shipped("kafka_group.muster");
    for (const std::string& part : parts) {
        text = replaced(text, part, "ignore");
    }
    return text;
}

TEST(KafkaGroup, completes_rebalances_and_removes_vanished_members) {
    const spec::TypedSpec spec = analysed(shipped("kafka_group.muster"));
    ASSERT_EQ(spec.lives[kRebalance].name, "rebalance_completes");
    ASSERT_EQ(spec.lives[kVanished].name, "vanished_member_is_removed");
    const auto findings =
        live::check_lives(spec, {kRebalance, kVanished}, spec.instances.front(), {});
    for (const live::LiveFinding& finding : findings) {
        EXPECT_TRUE(std::holds_alternative<HoldsOn>(finding.verdict));
        EXPECT_TRUE(finding.has_premise);
        EXPECT_GT(finding.outside, 0U); // generations go on, and nothing is said of later ones
    }
}

// C001 of the field cases: heartbeats start the session anew for ever, and nobody asks for the
// share that the round waits for.
TEST(KafkaGroup, needs_a_deadline_for_the_shares) {
    const std::string deadline = "start sync for members[m].rebalance_timeout";
    const spec::TypedSpec spec = analysed(group_without({deadline, deadline}));
    const live::LiveFinding finding = live_finding(spec, kRebalance);
    ASSERT_TRUE(finding.lasso);
    const live::Lasso& lasso = *finding.lasso;
    const TransitionSystem system = system_of(spec, lasso.trace);
    std::vector<std::string> loop;
    for (std::size_t i = lasso.loop_start; i < lasso.trace.steps.size(); ++i) {
        loop.push_back(system.steps[lasso.trace.steps[i].event.step].name);
    }
    EXPECT_THAT(loop, ElementsAre("Heartbeat"));
    ASSERT_EQ(lasso.fair_steps.size(), 1U);
    EXPECT_EQ(lasso.fair_steps.front().why, FairStep::Why::started_anew);
    EXPECT_EQ(lasso.fair_steps.front().step, lasso.trace.steps.size());
}

// A round of static members that heartbeats keep, and that nobody joins, is prolonged for ever.
TEST(KafkaGroup, needs_an_end_of_what_heartbeats_keep) {
    const spec::TypedSpec spec =
        analysed(replaced(shipped("kafka_group.muster"),
                          "if not overdue { start session[member] for "
                          "members[member].session_timeout }",
                          "start session[member] for members[member].session_timeout"));
    const live::LiveFinding finding = live_finding(spec, kRebalance);
    ASSERT_TRUE(finding.lasso);
    const live::Lasso& lasso = *finding.lasso;
    const TransitionSystem system = system_of(spec, lasso.trace);
    std::vector<std::string> loop;
    for (std::size_t i = lasso.loop_start; i < lasso.trace.steps.size(); ++i) {
        loop.push_back(system.steps[lasso.trace.steps[i].event.step].name);
    }
    EXPECT_THAT(loop, ElementsAre("Heartbeat", "rebalance"));
}

// A session that ends and has no consequence (C003): a member stays that nobody hears of.
TEST(KafkaGroup, needs_sessions_that_remove_their_member) {
    const spec::TypedSpec spec =
        analysed(replaced(shipped("kafka_group.muster"),
                          "and not (id in newcomers) { return }\n    remove(id)",
                          "and not (id in newcomers) { return }"));
    const live::LiveFinding finding = live_finding(spec, kVanished);
    ASSERT_TRUE(finding.lasso);
    EXPECT_TRUE(finding.lasso->is_stuck());
    EXPECT_EQ(finding.lasso->parameters.size(), 1U);
}

} // namespace
} // namespace muster::checker::testing
