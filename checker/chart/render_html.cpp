#include "checker/chart/render_html.hpp"

#include "checker/chart/page_texts.hpp"
#include "checker/chart/svg_arrows.hpp"
#include "checker/chart/svg_parts.hpp"
#include "checker/chart/xml_text.hpp"
#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace muster::checker {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<std::size_t>& number) {
    return number ? Json(*number) : Json();
}

// Nothing in it can end the script that it stands in.
std::string for_script(const Json& json) {
    std::string text;
    for (const char c : json.dump()) {
        if (c == '<') {
            text += "\\u003c";
        } else {
            text += c;
        }
    }
    return text;
}

Json printable_list(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) {
        list.push_back(printable(text));
    }
    return list;
}

std::string_view word(ChartEnding::Kind kind) {
    switch (kind) {
    case ChartEnding::Kind::violated:
        return "violated";
    case ChartEnding::Kind::undefined:
        return "undefined";
    case ChartEnding::Kind::shown:
        return "shown";
    case ChartEnding::Kind::goes_wrong:
        return "goes_wrong";
    }
    return "";
}

/// What the script of the page knows of the run.
class RunData {
public:
    RunData(const Chart& chart, const ChartLayout& layout)
        : chart_(chart)
        , layout_(layout) {}

    [[nodiscard]] Json json() const {
        Json cells = Json::array();
        for (const ChartCell& cell : chart_.cells) {
            cells.push_back({cell.process, cell.name, cell.is_ghost});
        }
        Json arrows = Json::array();
        for (const ChartArrow& arrow : chart_.arrows) {
            arrows.push_back({{"message", printable(arrow.message)},
                              {"from", arrow.from},
                              {"to", arrow.to},
                              {"sent", number_or_null(arrow.sent)},
                              {"ended", number_or_null(arrow.ended)}});
        }
        Json steps = Json::array();
        for (std::size_t i = 0; i < chart_.steps.size(); ++i) {
            steps.push_back(step(i));
        }
        Json heads = Json::array();
        for (const Rectangle& lane : layout_.lanes) {
            heads.push_back({{"x", lane.x},
                             {"y", kHeadChips},
                             {"width", lane.width},
                             {"character", kCharacterWidth}});
        }
        return {{"lanes", printable_list(chart_.lanes)},
                {"laneProcess", chart_.lane_process},
                {"heads", std::move(heads)},
                {"processes", printable_list(chart_.processes)},
                {"cells", std::move(cells)},
                {"steps", std::move(steps)},
                {"arrows", std::move(arrows)}};
    }

private:
    [[nodiscard]] Json step(std::size_t number) const {
        const ChartStep& step = chart_.steps[number];
        Json values = Json::array();
        for (const ChartValue& value : step.values) {
            values.push_back({value.cell, printable(value.value)});
        }
        Json acting = Json::array();
        Json chips = Json::array();
        for (const ChartBox& box : step.boxes) {
            if (number > 0) {
                acting.push_back(box.lane);
            }
            if (!box.chips.empty()) {
                chips.push_back({box.lane, chip_list(box.chips)});
            }
        }
        for (std::size_t lane = 0; number == 0 && lane < chart_.lanes.size(); ++lane) {
            chips.push_back({lane, chip_list(chart_.heads[lane])});
        }
        return {{"text", printable(step.text)},
                {"place", printable(step.place)},
                {"guards", printable_list(step.guards)},
                {"changes", printable_list(step.changes)},
                {"acting", std::move(acting)},
                {"values", std::move(values)},
                {"chips", std::move(chips)},
                {"armed", printable_list(step.armed)},
                {"stopped", printable_list(step.stopped)}};
    }

    static Json chip_list(const std::vector<ChartChip>& chips) {
        Json list = Json::array();
        for (const ChartChip& chip : chips) {
            list.push_back({printable(chip_text(chip)),
                            chip.phase ? Json(*chip.phase % kPhaseColors) : Json()});
        }
        return list;
    }

    const Chart& chart_;
    const ChartLayout& layout_;
};

class PageRenderer {
public:
    explicit PageRenderer(const Chart& chart)
        : chart_(chart)
        , layout_(lay_out(chart)) {}

    std::string render() {
        const std::string title = xml_escaped(chart_.protocol + ": " + chart_.title);
        return fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n"
            "{}<main>\n{}{}</main>\n"
            "<script type=\"application/json\" id=\"run\">{}</script>\n"
            "<script>\n{}</script>\n</body>\n</html>\n",
            title,
            page_text("chart.css"),
            page_text("page.css"),
            header(),
            pane(),
            aside(),
            for_script(RunData(chart_, layout_).json()),
            page_text("page.js"));
    }

private:
    static std::string paragraph(std::string_view classes, const std::string& text) {
        return fmt::format("<p class=\"{}\">{}</p>\n", classes, xml_escaped(text));
    }

    static std::string
    drawing(const std::string& attributes, double width, double height, const std::string& parts) {
        return fmt::format("<svg class=\"chart\"{} width=\"{}\" height=\"{}\">\n{}</svg>\n",
                           attributes,
                           static_cast<long>(std::ceil(width)),
                           static_cast<long>(std::ceil(height)),
                           parts);
    }

    std::string header() {
        std::string html = fmt::format("<header>\n<h1>{}</h1>\n", xml_escaped(chart_.title));
        html += paragraph("quiet",
                          chart_.subtitle.empty() ? chart_.protocol
                                                  : chart_.protocol + ": " + chart_.subtitle);
        if (!chart_.caution.empty()) {
            html += paragraph("caution", chart_.caution);
        }
        if (!chart_.givens.empty()) {
            std::string lines;
            for (const std::string& line : chart_.givens) {
                lines += xml_escaped(line) + '\n';
            }
            html += "<pre>" + lines + "</pre>\n";
        }
        Rectangle legend{0, 2, layout_.width, 0};
        if (const std::string drawn = svg_legend(chart_, legend); !drawn.empty()) {
            html += drawing(" aria-hidden=\"true\"", layout_.width, legend.bottom() + 2, drawn);
        }
        return html + "</header>\n";
    }

    std::string pane() {
        std::string steps = svg_steps(chart_, layout_, DrawnFor::page);
        Rectangle ending{8, layout_.height + 6, layout_.width - 16, 0};
        steps += svg_ending(chart_.ending, ending);
        return "<section class=\"pane\" id=\"chart\" aria-label=\"Sequence chart\">\n"
               "<div class=\"heads\">\n" +
               drawing("", layout_.width, layout_.head_height + 2, svg_heads(chart_, layout_)) +
               "</div>\n" + drawing("", layout_.width, ending.bottom() + 12, steps) +
               "</section>\n";
    }

    std::string aside() {
        std::string html =
            fmt::format("<aside aria-label=\"State\">\n<div class=\"{}\">\n<h2>{}</h2>\n",
                        word(chart_.ending.kind),
                        xml_escaped(chart_.ending.title));
        for (const std::string& line : chart_.ending.lines) {
            html += "<pre>" + xml_escaped(line) + "</pre>\n";
        }
        return html + "</div>\n<div id=\"step\" aria-live=\"polite\"></div>\n"
                      "<p class=\"quiet\">Point at a step to see the state after it. <kbd>↓</kbd> "
                      "<kbd>↑</kbd> go through the steps.</p>\n"
                      "<noscript><p>The states are shown by a script, which does not run "
                      "here.</p></noscript>\n</aside>\n";
    }

    const Chart& chart_;
    ChartLayout layout_;
};

} // namespace

std::string render_html(const Chart& chart) {
    return PageRenderer(chart).render();
}

} // namespace muster::checker
