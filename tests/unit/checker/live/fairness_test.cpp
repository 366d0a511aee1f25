#include "tests/unit/checker/live/live_specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A lamp that somebody may touch, which starts its timer anew, and a timer that switches it off.
constexpr const char* kLamp = R"(protocol lamp
role lamp {
  var lit: bool = false
  timer off for 1s
  action light when not lit { lit = true; start off }
  action touch when lit { start off }
  on off { lit = false }
}
live goes_out: lamp.lit leads to not lamp.lit
instance one {}
)";

TEST(Timers, one_that_is_started_anew_for_ever_need_not_fire) {
    EXPECT_THAT(loop_of(kLamp), ElementsAre("touch"));
    EXPECT_EQ(live_answer(replaced(
                  kLamp, "leads to not lamp.lit", "leads to not lamp.lit when quiet(lamp.touch)")),
              "holds");
}

TEST(Timers, one_that_is_left_alone_fires) {
    EXPECT_EQ(live_answer(replaced(kLamp, "start off }\n  on", "ignore }\n  on")), "holds");
}

TEST(Timers, one_that_is_marked_unfair_need_not_fire) {
    const std::string untouched = replaced(kLamp, "start off }\n  on", "ignore }\n  on");
    EXPECT_EQ(live_answer(replaced(untouched, "timer off for", "unfair timer off for")), "stuck");
}

TEST(Timers, one_that_stops_occurring_need_not_fire) {
    EXPECT_EQ(live_answer(replaced(kLamp,
                                   "leads to not lamp.lit",
                                   "leads to not lamp.lit when quiet(lamp.touch, timer off)")),
              "stuck");
}

TEST(Timers, one_that_is_stopped_and_started_for_ever_need_not_fire) {
    const std::string text =
        replaced(kLamp,
                 "action touch when lit { start off }",
                 "var held: bool = false\n"
                 "  action hold when lit and not held { held = true; stop off }\n"
                 "  action release when held { held = false; start off }");
    EXPECT_THAT(loop_of(text), ::testing::IsEmpty()) << "held for ever: nothing is armed";
    EXPECT_EQ(live_answer(text), "stuck");
    // Even where the hand is taken away each time.
    EXPECT_EQ(live_answer(replaced(text, "action release", "fair action release")), "loop");
}

TEST(Timers, one_of_a_process_that_crashes_for_ever_need_not_fire) {
    const std::string text =
        replaced(replaced(kLamp, "  action touch when lit { start off }\n", ""),
                 "var lit: bool = false",
                 "durable lit: bool = false\n  on start { if lit { start off } }") +
        "fault crash lamp\n";
    EXPECT_THAT(loop_of(text), ElementsAre("crash lamp"));
    EXPECT_EQ(live_answer(replaced(
                  text, "leads to not lamp.lit", "leads to not lamp.lit when quiet(crash lamp)")),
              "holds");
    EXPECT_EQ(live_answer(replaced(text, "live goes_out:", "live goes_out without crash lamp:")),
              "holds");
    // A timer that stays armed through a crash is started anew all the same.
    EXPECT_EQ(live_answer(replaced(text, "timer off for", "durable timer off for")), "loop");
    EXPECT_EQ(live_answer(replaced(replaced(text, "timer off for", "durable timer off for"),
                                   "  on start { if lit { start off } }",
                                   "")),
              "holds");
}

TEST(Timers, one_of_a_process_that_has_stopped_does_not_fire) {
    const std::string text =
        replaced(kLamp, "  action touch when lit { start off }\n", "") + "fault stop lamp\n";
    EXPECT_EQ(live_answer(text), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "live goes_out:", "live goes_out without stop lamp:")),
              "holds");
}

TEST(Timers, one_that_an_assumption_holds_back_need_not_fire) {
    const std::string text = replaced(kLamp,
                                      "  action touch when lit { start off }\n",
                                      "  var dark: bool = false\n"
                                      "  action night when not dark { dark = true }\n"
                                      "  action dawn when dark { dark = false }\n") +
                             "assume timing at_night: lamp.off fires only when lamp.dark\n";
    EXPECT_EQ(live_answer(text), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "action night", "fair action night")), "loop")
        << "night and day go on, and it is never night from some point on";
    EXPECT_EQ(live_answer(replaced(replaced(text, "action night", "fair action night"),
                                   "leads to not lamp.lit",
                                   "leads to not lamp.lit when quiet(lamp.dawn)")),
              "holds");
}

constexpr const char* kDoor = R"(protocol door
role door {
  var open: bool = true
  var passed: bool = false
  action shut when open and not passed { open = false }
  action unlock when not open and not passed { open = true }
  fair action pass when open { passed = true }
}
live somebody_passes: true leads to door.passed
instance one {}
)";

// Fairness is weak: strong fairness would make somebody pass.
TEST(Actions, a_fair_one_that_is_possible_now_and_then_need_not_be_taken) {
    EXPECT_EQ(live_answer(kDoor), "stuck") << "it is shut for ever";
    const std::string turning = replaced(kDoor, "action unlock", "fair action unlock");
    EXPECT_THAT(loop_of(turning), ::testing::UnorderedElementsAre("shut", "unlock"));
}

TEST(Actions, a_fair_one_that_stays_possible_is_taken) {
    EXPECT_EQ(live_answer(replaced(
                  kDoor, "leads to door.passed", "leads to door.passed when quiet(door.shut)")),
              "stuck")
        << "it may have been shut before";
    EXPECT_EQ(live_answer(replaced(replaced(kDoor, "action unlock", "fair action unlock"),
                                   "leads to door.passed",
                                   "leads to door.passed when quiet(door.shut)")),
              "holds");
}

TEST(Actions, one_without_a_mark_is_never_forced) {
    const std::string text = replaced(replaced(kDoor, "action unlock", "fair action unlock"),
                                      "leads to door.passed",
                                      "leads to door.passed when quiet(door.shut)");
    EXPECT_EQ(live_answer(replaced(text, "fair action pass", "action pass")), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "fair action pass", "unfair action pass")), "stuck");
}

TEST(Actions, a_fair_one_is_due_whatever_its_arguments) {
    const std::string text = R"(protocol choice
sort Dish
role guest {
  var eaten: option Dish = none
  var hates: option Dish = none
  action dislike(d: Dish) { hates = some(d) }
  fair action eat(d: Dish) when eaten == none and hates != some(d) { eaten = some(d) }
}
live eats: true leads to guest.eaten is some
instance two { Dish = 2 }
)";
    EXPECT_EQ(live_answer(text), "holds") << "some dish can be eaten all the time";
    EXPECT_EQ(live_answer(replaced(text, "Dish = 2", "Dish = 1")), "stuck");
}

// What stops occurring may have occurred before.
TEST(Quiet, what_is_listed_may_occur_before_the_loop) {
    const std::string text = R"(protocol plug
role plug {
  var out: bool = false
  var on_again: bool = false
  action pull when not out { out = true }
  fair action push when out and on_again { out = false }
}
live is_in: plug.out leads to not plug.out when quiet(plug.pull)
instance one {}
)";
    EXPECT_EQ(live_answer(text), "stuck");
    EXPECT_EQ(live_answer(replaced(text, "out and on_again", "out")), "holds");
}

TEST(Quiet, what_is_not_listed_may_go_on_for_ever) {
    const std::string text = R"(protocol noise
role noise {
  var up: bool = false
  var loud: bool = false
  timer calm for 1s
  action shout { loud = true; start calm }
  action flip { up = not up }
  on calm { loud = false }
}
live calms_down: noise.loud leads to not noise.loud when quiet(noise.flip)
instance one {}
)";
    EXPECT_THAT(loop_of(text), ElementsAre("shout"));
    EXPECT_EQ(live_answer(replaced(text, "quiet(noise.flip)", "quiet(noise.shout)")), "holds");
}

TEST(Faults, one_that_is_marked_fair_occurs) {
    const std::string text = R"(protocol reboot
role machine {
  var hangs: bool = false
  action hang { hangs = true }
}
fault fair crash machine
live works: machine.hangs leads to not machine.hangs
instance one {}
)";
    EXPECT_EQ(live_answer(text), "holds");
    EXPECT_EQ(live_answer(replaced(text, "fault fair", "fault")), "stuck");
    EXPECT_EQ(live_answer(replaced(text,
                                   "leads to not machine.hangs",
                                   "leads to not machine.hangs when quiet(crash machine)")),
              "stuck");
}

TEST(Leads, to_what_is_there_already_is_nothing_to_wait_for) {
    const std::string text = R"(protocol switch
role switch {
  var on_: bool = false
  action press { on_ = not on_ }
}
live at_once: switch.on_ leads to switch.on_
instance one {}
)";
    EXPECT_EQ(live_answer(text), "holds");
    EXPECT_EQ(live_answer(replaced(text, "leads to switch.on_", "leads to not switch.on_")),
              "stuck");
}

TEST(Leads, to_something_for_each_value_of_the_parameters) {
    const std::string text = R"(protocol turns
sort Player
role table {
  var turn: set Player
  fair action move(p: Player) when not p in turn { turn += p }
  action leave(p: Player) when p in turn { turn -= p }
}
live plays[p: Player]: not p in table.turn leads to p in table.turn
instance two { Player = {ann, ben} }
)";
    // Somebody moves for ever, and it need not be everybody.
    EXPECT_EQ(live_answer(text), "loop");
    EXPECT_EQ(live_answer(replaced(text,
                                   "leads to p in table.turn",
                                   "leads to p in table.turn when quiet(table.leave)")),
              "holds");
    const spec::TypedSpec spec = analysed(text);
    const live::LiveFinding finding = live_finding(spec);
    ASSERT_TRUE(finding.lasso);
    EXPECT_EQ(finding.lasso->parameters.size(), 1U);
}

// Several properties share one search; what stops occurring for one goes on for another.
TEST(Quiet, of_one_property_says_nothing_about_another) {
    const spec::TypedSpec spec =
        analysed(std::string(kLamp) + "live calm: lamp.lit leads to not lamp.lit "
                                      "when quiet(lamp.touch)\n"
                                      "live dark: lamp.lit leads to not lamp.lit "
                                      "when quiet(lamp.touch, timer off)\n");
    const auto findings = live::check_lives(spec, {0, 1, 2}, spec.instances.front(), {});
    ASSERT_EQ(findings.size(), 3U);
    EXPECT_TRUE(findings[0].lasso && !findings[0].lasso->is_stuck());
    EXPECT_TRUE(std::holds_alternative<HoldsOn>(findings[1].verdict));
    EXPECT_TRUE(findings[2].lasso && findings[2].lasso->is_stuck());
}

// A state outside of the bounds is no end: nothing is known of what follows it.
TEST(Bounds, what_leads_out_of_them_is_no_lasso) {
    const std::string text = R"(protocol climb
role climber {
  var height: int = 0
  var top: bool = false
  fair action climb when not top { height += 1 }
}
live arrives: true leads to climber.top
instance low { climber.height <= 3 }
)";
    const spec::TypedSpec spec = analysed(text);
    const live::LiveFinding finding = live_finding(spec);
    const auto* holds = std::get_if<HoldsOn>(&finding.verdict);
    ASSERT_NE(holds, nullptr);
    EXPECT_THAT(holds->cuts, ElementsAre("climber.height <= 3"));
    EXPECT_EQ(finding.outside, 1U);
    EXPECT_EQ(live_answer(replaced(text, "fair action", "action")), "stuck");
}

// `fresh` has nothing left: the action is due all the same, and what follows is not known.
TEST(Bounds, an_element_that_is_missing_is_no_deadlock) {
    const std::string text = R"(protocol guests
sort Guest
role house {
  var last: option Guest = none
  var full: bool = false
  fair action enter when not full { let g = fresh Guest; last = some(g) }
}
live fills: true leads to house.full
instance two { Guest = 2 }
)";
    const spec::TypedSpec spec = analysed(text);
    const live::LiveFinding finding = live_finding(spec);
    const auto* holds = std::get_if<HoldsOn>(&finding.verdict);
    ASSERT_NE(holds, nullptr);
    EXPECT_THAT(holds->cuts, ElementsAre(HasSubstr("`fresh Guest` found none left")));
}

TEST(Budget, a_search_that_ends_early_says_so) {
    const spec::TypedSpec spec = analysed(R"(protocol count
role counter { var n: int = 0  fair action up { n += 1 } }
live never: true leads to counter.n < 0
instance wide { counter.n <= 1000 }
)");
    const auto finding =
        live::check_lives(spec, {0}, spec.instances.front(), {.max_states = 10}).front();
    EXPECT_TRUE(std::holds_alternative<NoViolationWithin>(finding.verdict));
}

TEST(Evaluation, a_property_that_is_undefined_somewhere_is_not_decided) {
    EXPECT_THAT(live_answer(R"(protocol box
role box { var item: option int = none  action fill { item = some(1) } }
live filled: true leads to box.item.value == 1
instance one {}
)"),
                HasSubstr("cannot be evaluated"));
}

} // namespace
} // namespace muster::checker::testing
