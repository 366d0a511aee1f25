#include "checker/chart/render_html.hpp"
#include "checker/chart/render_mermaid.hpp"
#include "checker/chart/render_svg.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

namespace muster::checker {
namespace {

constexpr const char* kHostile = "</script><svg onload=\"x()\">&'\x01]]>-->";

// Every text of it tries to be something else.
Chart hostile_chart() {
    Chart chart;
    chart.protocol = kHostile;
    chart.title = kHostile;
    chart.subtitle = kHostile;
    chart.caution = kHostile;
    chart.givens = {kHostile};
    chart.lanes = {kHostile, kHostile};
    chart.heads = {{{kHostile, kHostile}}, {}};
    chart.processes = {kHostile, kHostile};
    chart.lane_process = {0, 1};
    chart.cells = {{0, kHostile}};
    ChartStep start;
    start.text = "start";
    start.values = {{0, kHostile}};
    start.boxes = {{.kind = ChartBox::Kind::start, .lane = 0}};
    chart.steps.push_back(start);
    ChartStep step;
    step.text = kHostile;
    step.place = kHostile;
    step.changes = {kHostile};
    step.guards = {kHostile};
    step.armed = {kHostile};
    step.stopped = {kHostile};
    step.values = {{0, kHostile}};
    step.boxes = {
        {.kind = ChartBox::Kind::act,
         .lane = 0,
         .title = kHostile,
         .tag = kHostile,
         .lines = {{ChartLine::Kind::change, kHostile}, {ChartLine::Kind::send, kHostile}},
         .chips = {{kHostile, kHostile}}}};
    chart.steps.push_back(step);
    ChartArrow arrow{.message = kHostile};
    arrow.to = 1;
    arrow.sent = 1;
    arrow.line = 1;
    chart.arrows = {arrow};
    chart.ending = {ChartEnding::Kind::violated, kHostile, {kHostile}};
    return chart;
}

TEST(RenderSvg, HostileTextsStayTexts) {
    const std::string svg = render_svg(hostile_chart());
    EXPECT_EQ(svg.find("<svg onload"), std::string::npos);
    EXPECT_EQ(svg.find("</script>"), std::string::npos);
    EXPECT_EQ(svg.find('\x01'), std::string::npos);
    if (!test::run_process({.program = "python3", .arguments = {"-c", ""}})) {
        GTEST_SKIP() << "there is no python3 to parse XML";
    }
    const auto parsed = test::run_process(
        {.program = "python3",
         .arguments = {"-c", "import sys, xml.dom.minidom as m; m.parse(sys.stdin.buffer)"},
         .input = svg});
    ASSERT_TRUE(parsed.has_value()) << parsed.error();
    EXPECT_EQ(parsed->exit_code, 0) << parsed->errors;
}

// The page has two scripts of its own and no markup out of the run.
TEST(RenderHtml, HostileTextsStayTexts) {
    const std::string html = render_html(hostile_chart());
    EXPECT_EQ(html.find("<svg onload"), std::string::npos);
    EXPECT_EQ(html.find('\x01'), std::string::npos);
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = html.find("</script>", at)) != std::string::npos; ++at) {
        ++scripts;
    }
    EXPECT_EQ(scripts, 2U);
}

TEST(RenderHtml, LoadsNothing) {
    const std::string html = render_html(hostile_chart());
    for (const char* loading : {"src=", "href=", "url(", "@import", "https:", "fetch("}) {
        EXPECT_EQ(html.find(loading), std::string::npos) << loading;
    }
    EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(RenderMermaid, HostileTextsStayInTheirLines) {
    const std::string diagram = render_mermaid(hostile_chart());
    std::size_t lines = 0;
    for (const char c : diagram) {
        lines += c == '\n' ? 1 : 0;
    }
    // The head, two participants, two notes above, one of the step, one message, the end.
    EXPECT_EQ(lines, 8U) << diagram;
    EXPECT_EQ(diagram.find("</script>"), std::string::npos);
}

// A start that goes wrong has no state, and no process takes part.
TEST(RenderChart, OfNothing) {
    Chart chart;
    chart.title = "violated: x";
    chart.ending = {ChartEnding::Kind::goes_wrong, "division by nothing", {}};
    EXPECT_NE(render_svg(chart).find("division by nothing"), std::string::npos);
    EXPECT_NE(render_html(chart).find("division by nothing"), std::string::npos);
    EXPECT_EQ(render_mermaid(chart).substr(0, 16), "sequenceDiagram\n");
}

} // namespace
} // namespace muster::checker
