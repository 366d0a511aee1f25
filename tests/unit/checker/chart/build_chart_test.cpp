#include "checker/chart/build_chart.hpp"
#include "checker/chart/chart_layout.hpp"
#include "checker/chart/render_html.hpp"
#include "checker/chart/render_mermaid.hpp"
#include "checker/chart/render_svg.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace muster::checker {
namespace {

// What every chart of a run must have, whatever the run.
void expect_whole(const spec::TypedSpec& spec, const Trace& trace, const Chart& chart) {
    const TransitionSystem system = system_of(spec, trace);
    ASSERT_EQ(chart.steps.size(), trace.steps.size() + 1);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const ChartStep& step = chart.steps[i + 1];
        ASSERT_FALSE(step.boxes.empty()) << step.text;
        const StepKind kind = system.steps[trace.steps[i].event.step].kind;
        const auto ends_here =
            std::count_if(chart.arrows.begin(), chart.arrows.end(), [&](const ChartArrow& arrow) {
                return arrow.ended == i + 1;
            });
        if (kind == StepKind::deliver || kind == StepKind::lose) {
            EXPECT_EQ(ends_here, 1) << step.text;
        } else if (kind != StepKind::cut) {
            EXPECT_EQ(ends_here, 0) << step.text;
        }
    }
    for (const ChartArrow& arrow : chart.arrows) {
        ASSERT_LT(arrow.from, chart.lanes.size());
        ASSERT_LT(arrow.to, chart.lanes.size());
        if (!arrow.sent) {
            continue;
        }
        EXPECT_LT(*arrow.sent, arrow.ended.value_or(chart.steps.size()));
        const std::vector<ChartBox>& boxes = chart.steps[*arrow.sent].boxes;
        const auto box = std::find_if(boxes.begin(), boxes.end(), [&](const ChartBox& each) {
            return each.lane == arrow.from;
        });
        ASSERT_NE(box, boxes.end()) << arrow.message;
        ASSERT_LT(arrow.line, box->lines.size());
        EXPECT_EQ(box->lines[arrow.line].text.rfind(arrow.message, 0), 0U);
    }
}

// No box lies on another one, and none outside of its lane.
void expect_room(const Chart& chart) {
    const ChartLayout layout = lay_out(chart);
    double bottom = 0;
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        const PlacedRow& row = layout.rows[i];
        EXPECT_GE(row.y, bottom);
        bottom = std::max(bottom, row.y + row.height);
        for (std::size_t b = 0; b < row.boxes.size(); ++b) {
            const Rectangle& lane = layout.lanes[chart.steps[i].boxes[b].lane];
            EXPECT_GE(row.boxes[b].area.x, lane.x);
            EXPECT_LE(row.boxes[b].area.right(), lane.right());
            EXPECT_TRUE(row.height == 0 || row.boxes[b].area.bottom() <= bottom + 0.01);
        }
    }
    EXPECT_LE(bottom, layout.height);
    EXPECT_LE(layout.lanes.empty() ? 0 : layout.lanes.back().right(), layout.width);
}

// The shortest runs to the covers of all protocols, as far as a short search finds them.
TEST(BuildChart, OfCoversOfShippedProtocols) {
    std::size_t drawn = 0;
    for (const std::string& name : test::shipped_protocols(MUSTER_SOURCE_DIR "/spec/protocols")) {
        const auto spec = testing::analysed(testing::shipped(name + ".muster"));
        ExploreOptions options;
        options.max_states = 3'000;
        for (std::size_t i = 0; i < spec.properties.size(); ++i) {
            if (spec.properties[i].kind == spec::PropertyKind::cover) {
                options.covers.push_back(i);
            }
        }
        for (const spec::InstanceInfo& instance : spec.instances) {
            const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
            const auto found = explore(system, instance, options);
            if (!found) {
                continue;
            }
            for (const CoverRun& run : found->covers) {
                const ChartSubject subject{.property = run.property,
                                           .name = spec.properties[run.property].name,
                                           .ending = ChartEnding::Kind::shown};
                const Chart chart = build_chart(spec, run.trace, subject, {}, {});
                expect_whole(spec, run.trace, chart);
                expect_room(chart);
                EXPECT_EQ(render_svg(chart), render_svg(chart));
                EXPECT_FALSE(render_html(chart).empty());
                EXPECT_FALSE(render_mermaid(chart).empty());
                ++drawn;
            }
        }
    }
    EXPECT_GE(drawn, 30U);
}

// Two messages; the old one may be sent again after the new one.
constexpr const char* kAgain = R"(
protocol again
message Old from a to b {}
message New from a to b {}
role a {
  var sent_old: int = 0
  var sent_new: bool = false
  action say_old when sent_old == 0 or sent_new and sent_old == 1 { sent_old += 1  send Old() to b }
  action say_new when sent_old == 1 and not sent_new { sent_new = true  send New() to b }
}
role b {
  var heard: list bool
  on Old() { heard += false }
  on New() { heard += true }
}
invariant quiet: a.sent_old <= 2
instance one { a.sent_old <= 2, in flight <= 2 }
)";

// The run of the steps with these names, each of which has one outcome.
Trace run_of(const TransitionSystem& system, const std::vector<std::string>& names) {
    const spec::TypedSpec& spec = *system.spec;
    Trace trace;
    trace.universe = *make_universe(spec, spec.instances.front());
    const Evaluator evaluator(system, trace.universe);
    trace.initial = std::get<State>(evaluator.initial_states({}).front().result);
    for (const std::string& name : names) {
        const auto step = std::find_if(system.steps.begin(),
                                       system.steps.end(),
                                       [&](const Step& each) { return each.name == name; });
        if (step == system.steps.end()) {
            ADD_FAILURE() << "there is no step " << name;
            return trace;
        }
        Event event;
        event.step = static_cast<std::uint32_t>(step - system.steps.begin());
        if (step->kind == StepKind::deliver) {
            event.message = SentMessage{spec.roles[1].handlers[step->index].message, 0, 0, 0, {}};
        } else if (step->kind == StepKind::lose) {
            event.message = SentMessage{spec::MessageId{step->index}, 0, 0, 0, {}};
        }
        const auto outcomes = evaluator.outcomes(trace.last_state(), event);
        if (outcomes.size() != 1) {
            ADD_FAILURE() << name << " has " << outcomes.size() << " outcomes";
            return trace;
        }
        trace.steps.push_back({event, std::get<State>(outcomes.front().result)});
    }
    return trace;
}

const ChartSubject kQuiet{.property = 0, .name = "quiet", .ending = ChartEnding::Kind::shown};

// What a step sends again has a line and an arrow of its own; that it arrives then is nothing out
// of the ordinary.
TEST(BuildChart, OfAMessageThatIsSentAgain) {
    const auto spec = testing::analysed(kAgain);
    const TransitionSystem system = lower(spec, {}, Vanishing::never);
    const Trace trace = run_of(system, {"say_old", "say_new", "Old", "New", "say_old", "Old"});
    const Chart chart = build_chart(spec, trace, kQuiet, {}, {});
    expect_whole(spec, trace, chart);
    ASSERT_EQ(chart.arrows.size(), 3U);
    for (const ChartArrow& arrow : chart.arrows) {
        EXPECT_EQ(arrow.fate, ChartArrow::Fate::delivered) << arrow.message;
    }
    EXPECT_EQ(chart.arrows[2].sent, 5U);
}

// A message is there once, however often it was sent; every line that sends it has an arrow.
TEST(BuildChart, OfAMessageThatIsSentTwiceAndLost) {
    const auto spec = testing::analysed(kAgain);
    const TransitionSystem system = lower(spec, {}, Vanishing::possible);
    const Trace trace = run_of(system, {"say_old", "say_new", "say_old", "lose Old", "New"});
    const Chart chart = build_chart(spec, trace, kQuiet, {}, {});
    ASSERT_EQ(chart.arrows.size(), 3U);
    for (const std::size_t i : {0U, 1U}) {
        EXPECT_EQ(chart.arrows[i].fate, ChartArrow::Fate::lost);
        EXPECT_EQ(chart.arrows[i].ended, 4U);
        EXPECT_EQ(chart.arrows[i].sent, i == 0 ? 1U : 3U);
        const ChartBox& box = chart.steps[*chart.arrows[i].sent].boxes.front();
        ASSERT_LT(chart.arrows[i].line, box.lines.size());
        EXPECT_EQ(box.lines[chart.arrows[i].line].text, "Old() to b");
    }
    EXPECT_EQ(chart.arrows[2].fate, ChartArrow::Fate::delivered);
}

// What has arrived before the loss was not lost.
TEST(BuildChart, OfAMessageThatIsLostAfterItArrivedOnce) {
    const auto spec = testing::analysed(kAgain);
    const TransitionSystem system = lower(spec, {}, Vanishing::possible);
    const Trace trace = run_of(system, {"say_old", "Old", "say_new", "say_old", "lose Old"});
    const Chart chart = build_chart(spec, trace, kQuiet, {}, {});
    expect_whole(spec, trace, chart);
    ASSERT_EQ(chart.arrows.size(), 3U);
    EXPECT_EQ(chart.arrows[0].fate, ChartArrow::Fate::delivered);
    EXPECT_EQ(chart.arrows[0].sent, 1U);
    EXPECT_EQ(chart.arrows[1].fate, ChartArrow::Fate::lost);
    EXPECT_EQ(chart.arrows[1].sent, 4U);
    EXPECT_EQ(chart.arrows[2].fate, ChartArrow::Fate::pending);
}

} // namespace
} // namespace muster::checker
