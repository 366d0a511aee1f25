#include "checker/chart/svg_parts.hpp"

#include "checker/chart/svg_arrows.hpp"
#include "checker/chart/svg_text.hpp"
#include "checker/chart/xml_text.hpp"
#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

std::string_view class_of(ChartBox::Kind kind) {
    switch (kind) {
    case ChartBox::Kind::start:
        return "start";
    case ChartBox::Kind::deliver:
        return "deliver";
    case ChartBox::Kind::fire:
        return "fire";
    case ChartBox::Kind::act:
        return "act";
    case ChartBox::Kind::crash:
        return "crash";
    case ChartBox::Kind::stop:
        return "stop";
    case ChartBox::Kind::lose:
        return "lose";
    case ChartBox::Kind::cut:
        return "cut";
    case ChartBox::Kind::other:
        return "other";
    }
    return "";
}

std::string_view class_of(ChartLine::Kind kind) {
    switch (kind) {
    case ChartLine::Kind::change:
        return "change";
    case ChartLine::Kind::ghost:
        return "ghost";
    case ChartLine::Kind::timer:
        return "timer";
    case ChartLine::Kind::send:
        return "send";
    }
    return "";
}

// Drawn around the origin, 12 pixels wide: an arrow that comes in, a clock, a play mark, a flash, a
// stop sign, a cross.
std::string_view icon_of(ChartBox::Kind kind) {
    switch (kind) {
    case ChartBox::Kind::deliver:
        return "M-6 0H2M-1 -3L2 0L-1 3M5 -4V4";
    case ChartBox::Kind::fire:
        return "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0M0 -3V0L2 2";
    case ChartBox::Kind::act:
        return "M-3 -4.5L4.5 0L-3 4.5Z";
    case ChartBox::Kind::crash:
        return "M1 -5L-3 1H2L-1 5";
    case ChartBox::Kind::stop:
        return "M-4 -4H4V4H-4Z";
    case ChartBox::Kind::lose:
    case ChartBox::Kind::cut:
        return "M-4 -4L4 4M4 -4L-4 4";
    case ChartBox::Kind::start:
    case ChartBox::Kind::other:
        return "";
    }
    return "";
}

std::string svg_chip(const PlacedChip& placed) {
    const std::string phase =
        placed.chip.phase ? fmt::format(" phase{}", *placed.chip.phase % kPhaseColors) : "";
    const Rectangle& area = placed.area;
    return svg_rectangle(area, "chip" + phase + (placed.chip.is_new ? " new" : ""), 8) +
           svg_text(area.x + 5,
                    area.y + area.height / 2 + 0.5,
                    placed.chip.is_new ? "new-text" : "",
                    placed.text);
}

std::string tooltip(const ChartStep& step, std::size_t number) {
    std::string text = fmt::format("{}  {}", number, step.text);
    text += step.place.empty() ? "" : "   " + step.place;
    for (const std::string& line : step.changes) {
        text += "\n" + line;
    }
    return fmt::format("<title>{}</title>\n", xml_escaped(text));
}

class StepPainter {
public:
    StepPainter(const Chart& chart, const ChartLayout& layout, DrawnFor use)
        : chart_(chart)
        , layout_(layout)
        , use_(use) {}

    std::string paint() {
        rows();
        rails();
        svg_ += svg_arrows(chart_, layout_);
        for (std::size_t step = 0; step < chart_.steps.size(); ++step) {
            boxes(step);
        }
        loop();
        return std::move(svg_);
    }

private:
    void rows() {
        for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
            const PlacedRow& row = layout_.rows[i];
            if (row.height > 0) {
                svg_ += fmt::format("<rect class=\"row\" data-step=\"{}\" x=\"0\" y=\"{}\" "
                                    "width=\"{}\" height=\"{}\"/>\n",
                                    i,
                                    px(row.y - 6),
                                    px(layout_.width),
                                    px(row.height + 12));
            }
        }
    }

    // From the last step back to the first one of what goes on for ever, beside the numbers.
    void loop() {
        if (!chart_.loop_start || *chart_.loop_start + 1 >= layout_.rows.size()) {
            return;
        }
        const PlacedRow& first = layout_.rows[*chart_.loop_start + 1];
        const PlacedRow& last = layout_.rows.back();
        const double top = first.y + 12;
        svg_ += fmt::format("<path class=\"arrow\" d=\"M 10 {0} H 4 V {1} H 10\"/>\n"
                            "<path class=\"tip\" d=\"M 12 {1} l -6 -3 v 6 z\"/>\n",
                            px(last.y + last.height + 2),
                            px(top));
    }

    // The line of each process, in the colour of its phase.
    void rails() {
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            const Rectangle& area = layout_.lanes[lane];
            double from = 0;
            std::string phase = phase_of(chart_.heads[lane]);
            const auto rail = [&](double to) {
                const double width = phase.empty() ? 2 : 8;
                svg_ += svg_rectangle({area.x + area.width / 2 - width / 2, from, width, to - from},
                                      phase.empty() ? "rail" : "rail " + phase);
                from = to;
            };
            for (std::size_t step = 0; step < chart_.steps.size(); ++step) {
                for (const ChartBox& box : chart_.steps[step].boxes) {
                    if (box.lane == lane && !box.chips.empty() && phase_of(box.chips) != phase) {
                        rail(layout_.rows[step].y);
                        phase = phase_of(box.chips);
                    }
                }
            }
            rail(layout_.height);
        }
    }

    static std::string phase_of(const std::vector<ChartChip>& chips) {
        for (const ChartChip& chip : chips) {
            if (chip.phase) {
                return fmt::format("phase{}", *chip.phase % kPhaseColors);
            }
        }
        return "";
    }

    void boxes(std::size_t number) {
        const ChartStep& step = chart_.steps[number];
        const PlacedRow& row = layout_.rows[number];
        if (row.height == 0) {
            return;
        }
        svg_ += use_ == DrawnFor::page
                    ? fmt::format("<g class=\"step\" data-step=\"{}\" tabindex=\"-1\" "
                                  "role=\"button\" aria-label=\"{}\">\n",
                                  number,
                                  xml_escaped(fmt::format("{}: {}", number, step.text)))
                    : "<g class=\"step\">\n" + tooltip(step, number);
        svg_ += svg_text(layout_.gutter - 12, row.y + 12, "number", std::to_string(number));
        for (std::size_t i = 0; i < step.boxes.size(); ++i) {
            if (step.boxes[i].kind != ChartBox::Kind::start || !step.boxes[i].lines.empty()) {
                box(step.boxes[i], row.boxes[i]);
            }
        }
        svg_ += "</g>\n";
    }

    void box(const ChartBox& box, const PlacedBox& placed) {
        const Rectangle& area = placed.area;
        svg_ += fmt::format("<g class=\"{}\">\n", class_of(box.kind));
        svg_ += svg_rectangle(area, "box", 3);
        svg_ += svg_rectangle({area.x, area.y, 4, area.height}, "stripe", 2);
        if (const std::string_view icon = icon_of(box.kind); !icon.empty()) {
            svg_ += fmt::format("<path class=\"icon\" transform=\"translate({} {})\" d=\"{}\"/>\n",
                                px(area.x + 17),
                                px(area.y + 12),
                                icon);
        }
        for (std::size_t i = 0; i < placed.title.size(); ++i) {
            svg_ += svg_text(area.x + 28,
                             area.y + 12 + kLineHeight * static_cast<double>(i),
                             "name",
                             placed.title[i]);
        }
        if (!box.tag.empty()) {
            const double width = kCharacterWidth * static_cast<double>(columns_of(box.tag)) + 10;
            const double x = area.right() - width - 4;
            svg_ += svg_rectangle({x, area.y + 4, width, 16}, "tag", 8);
            svg_ += svg_text(x + 5, area.y + 12, "", box.tag);
        }
        for (const PlacedText& text : placed.texts) {
            svg_ += svg_text(area.x + 10, text.y, class_of(text.kind), text.text);
        }
        for (const PlacedChip& chip : placed.chips) {
            svg_ += svg_chip(chip);
        }
        svg_ += "</g>\n";
    }

    const Chart& chart_;
    const ChartLayout& layout_;
    DrawnFor use_;
    std::string svg_;
};

} // namespace

std::string svg_heads(const Chart& chart, const ChartLayout& layout) {
    std::string svg;
    for (std::size_t lane = 0; lane < chart.lanes.size(); ++lane) {
        const Rectangle& area = layout.lanes[lane];
        svg += svg_rectangle({area.x, 2, area.width, layout.head_height - 2}, "head", 3);
        const std::size_t columns =
            static_cast<std::size_t>((area.width - 8) / (kCharacterWidth * 1.1));
        svg += svg_text(
            area.x + area.width / 2, 17, "lane-name", shortened(chart.lanes[lane], columns));
        svg += fmt::format("<g class=\"shown-values\" data-lane=\"{}\">\n", lane);
        for (const PlacedChip& chip : layout.heads[lane]) {
            svg += svg_chip(chip);
        }
        svg += "</g>\n";
    }
    return svg;
}

std::string svg_steps(const Chart& chart, const ChartLayout& layout, DrawnFor use) {
    return StepPainter(chart, layout, use).paint();
}

std::string svg_ending(const ChartEnding& ending, Rectangle& area) {
    const auto columns = static_cast<std::size_t>((area.width - 24) / kCharacterWidth);
    constexpr std::size_t kMostTextLines = 6; // of one line
    std::string texts;
    double y = area.y + 14;
    const auto put = [&](const std::string& line, std::string_view classes) {
        for (const std::string& part : wrapped(line, columns, kMostTextLines)) {
            texts += svg_text(area.x + 12, y, classes, part);
            y += kLineHeight;
        }
    };
    put(ending.title, "name");
    for (const std::string& line : ending.lines) {
        put(line, "");
    }
    area.height = y - area.y - 2;
    return svg_rectangle(area, ending.kind == ChartEnding::Kind::shown ? "good" : "bad", 4) + texts;
}

} // namespace muster::checker
