#include "tests/unit/checker/live/live_specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using live::check_lasso;
using live::FairStep;
using live::Lasso;
using live::LassoCheck;
using ::testing::HasSubstr;

// Somebody is let in after knocking twice; the bell is pressed for ever.
constexpr const char* kHouse = R"(protocol house
role house {
  var knocks: int = 0
  var waits: bool = false
  var shown_in: bool = false
  ghost presses: int = 0
  timer patience for 1s
  action knock when knocks < 2 { knocks += 1 }
  action wait when knocks == 2 and not waits { waits = true; start patience }
  action press when waits { start patience; presses += 1 }
  on patience { shown_in = true }
}
live is_shown_in: house.waits leads to house.shown_in
instance one {}
)";

class ALasso : public ::testing::Test {
protected:
    ALasso()
        : spec_(analysed(kHouse))
        , lasso_(live_finding(spec_).lasso.value()) {}

    LassoCheck check() const { return check_lasso(spec_, spec_.instances.front(), lasso_); }

    std::string refusal() const {
        const LassoCheck result = check();
        EXPECT_EQ(result.answer, LassoCheck::Answer::no_lasso);
        return result.text;
    }

    spec::TypedSpec spec_;
    Lasso lasso_;
};

TEST_F(ALasso, has_the_shortest_stem_and_a_short_loop) {
    EXPECT_EQ(lasso_.loop_start, 3U);
    EXPECT_EQ(lasso_.premise_at, 3U);
    EXPECT_EQ(lasso_.trace.steps.size(), 4U);
}

// A counter that nothing depends on does not keep a loop open.
TEST_F(ALasso, closes_except_for_what_nothing_depends_on) {
    EXPECT_NE(lasso_.trace.steps[2].state, lasso_.trace.steps[3].state);
    EXPECT_EQ(check().answer, LassoCheck::Answer::confirmed);
    const spec::TypedSpec counted = analysed(replaced(
        kHouse, "house.shown_in\ninstance", "house.shown_in or house.presses == 9\ninstance"));
    const auto open =
        live::check_lives(counted, {0}, counted.instances[0], {.max_states = 100}).front();
    EXPECT_TRUE(std::holds_alternative<NoViolationWithin>(open.verdict));
}

TEST_F(ALasso, says_why_each_fair_step_is_not_enough) {
    ASSERT_EQ(lasso_.fair_steps.size(), 1U);
    EXPECT_EQ(lasso_.fair_steps.front().why, FairStep::Why::started_anew);
    EXPECT_EQ(lasso_.fair_steps.front().step, 4U);
}

TEST_F(ALasso, is_none_without_its_premise) {
    lasso_.premise_at = 2;
    EXPECT_THAT(refusal(), HasSubstr("premise"));
}

TEST_F(ALasso, is_none_where_it_does_not_lead_back) {
    lasso_.loop_start = 2;
    lasso_.premise_at = 2;
    EXPECT_THAT(refusal(), HasSubstr("lead back"));
}

TEST_F(ALasso, is_none_where_something_is_put_off) {
    lasso_.trace.steps.pop_back();
    EXPECT_THAT(refusal(), HasSubstr("put off"));
}

TEST_F(ALasso, is_none_where_a_step_is_not_possible) {
    std::swap(lasso_.trace.steps[1], lasso_.trace.steps[2]);
    EXPECT_THAT(refusal(), HasSubstr("not possible"));
}

TEST_F(ALasso, is_none_where_a_step_of_the_loop_is_quiet) {
    const spec::TypedSpec quiet = analysed(replaced(
        kHouse, "leads to house.shown_in", "leads to house.shown_in when quiet(house.press)"));
    EXPECT_THAT(check_lasso(quiet, quiet.instances.front(), lasso_).text,
                HasSubstr("stop occurring"));
}

TEST_F(ALasso, is_none_where_the_conclusion_becomes_true) {
    const spec::TypedSpec other =
        analysed(replaced(kHouse, "leads to house.shown_in", "leads to armed(house.patience)"));
    EXPECT_THAT(check_lasso(other, other.instances.front(), lasso_).text,
                HasSubstr("conclusion becomes true"));
}

TEST(Lassos, with_messages_are_none_where_one_is_put_off_or_made_up) {
    const spec::TypedSpec spec = analysed(R"(protocol chat
message Say from ann to ben {}
role ann { var said: bool = false  fair action say { said = true; send Say() to ben } }
role ben { var heard: int = 0  on Say() { heard = 1 } }
live is_heard: ann.said leads to ben.heard == 2
instance one {}
)");
    Lasso lasso = live_finding(spec).lasso.value();
    ASSERT_EQ(lasso.trace.steps.size() - lasso.loop_start, 2U);
    const auto instance = spec.instances.front();
    EXPECT_EQ(check_lasso(spec, instance, lasso).answer, LassoCheck::Answer::confirmed);
    // Without the delivery, and without the sending that pays for it.
    Lasso silent = lasso;
    std::erase_if(silent.trace.steps, [&](const TraceStep& step) {
        return step.event.message && &step != &silent.trace.steps[silent.loop_start - 1];
    });
    silent.loop_start = silent.trace.steps.size() - 1;
    silent.premise_at = silent.loop_start;
    EXPECT_EQ(check_lasso(spec, instance, silent).answer, LassoCheck::Answer::no_lasso);
    Lasso deaf = lasso;
    deaf.trace.steps.push_back(deaf.trace.steps.back());
    while (!deaf.trace.steps.back().event.message) {
        deaf.trace.steps.pop_back();
    }
    const TraceStep delivery = deaf.trace.steps.back();
    for (int i = 0; i < 3; ++i) {
        deaf.trace.steps.push_back(delivery);
    }
    EXPECT_NE(check_lasso(spec, instance, deaf).answer, LassoCheck::Answer::confirmed);
}

// The names of what is broken do not depend on whether states are told apart elsewhere.
TEST(Lassos, of_symmetric_specs_are_found_though_elements_change_places) {
    // The token is handed round for ever: with symmetry, that would look like standing still.
    const std::string text = R"(protocol ring
sort Node
role table {
  var holder: option Node = none
  var served: bool = false
  fair action take(n: Node) when holder == none { holder = some(n) }
  fair action pass(n: Node) when holder is some and holder != some(n) { holder = some(n) }
}
live comes_round[n: Node]: true leads to table.holder == some(n)
instance three { Node = 3 }
)";
    EXPECT_EQ(live_answer(text), "loop");
    EXPECT_EQ(live_answer(replaced(text, "Node = 3", "Node = 2")), "holds");
}

} // namespace
} // namespace muster::checker::testing
