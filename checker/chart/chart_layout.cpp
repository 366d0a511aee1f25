#include "checker/chart/chart_layout.hpp"

#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace muster::checker {

namespace {

constexpr double kGutter = 40;
constexpr double kLaneGap = 60;
constexpr double kRowGap = 12;
constexpr double kNarrowestLane = 120;
constexpr double kWidestLane = 300;
constexpr double kNarrowestChart = 560;
constexpr double kPadding = 10; // inside a box, left and right
constexpr double kIcon = 18;    // left of a title
constexpr double kChipHeight = 17;
constexpr double kHeadHeight = kHeadChips - 2; // with the name alone
constexpr std::size_t kMostLines = 8;          // of changes in one box
constexpr std::size_t kIndent = 2;             // of the second line of a change
constexpr std::size_t kMostTextLines = 2;      // of one change, or title

double text_width(std::string_view text) {
    return kCharacterWidth * static_cast<double>(columns_of(text));
}

std::size_t columns_in(double width) {
    return static_cast<std::size_t>(std::max(0.0, width / kCharacterWidth));
}

double tag_width(const ChartBox& box) {
    return box.tag.empty() ? 0 : text_width(box.tag) + 14;
}

class Layouter {
public:
    explicit Layouter(const Chart& chart)
        : chart_(chart) {}

    ChartLayout lay_out() {
        place_lanes();
        place_heads();
        double y = kRowGap;
        for (const ChartStep& step : chart_.steps) {
            PlacedRow row{.y = y};
            for (const ChartBox& box : step.boxes) {
                row.boxes.push_back(place_box(box, y));
                row.height = std::max(row.height, row.boxes.back().area.height);
            }
            if (is_plain_start(step)) {
                row.height = 0;
            }
            y += row.height + (row.height > 0 ? kRowGap : 0);
            layout_.rows.push_back(std::move(row));
        }
        layout_.height = y;
        return std::move(layout_);
    }

private:
    // Nothing is worth a row where everything starts as it is declared.
    static bool is_plain_start(const ChartStep& step) {
        return std::all_of(step.boxes.begin(), step.boxes.end(), [](const ChartBox& box) {
            return box.kind == ChartBox::Kind::start && box.lines.empty();
        });
    }

    void place_lanes() {
        std::vector<double> widths(chart_.lanes.size(), kNarrowestLane);
        const auto widen = [&](std::size_t lane, double text) {
            widths[lane] = std::clamp(text + 2 * kPadding, widths[lane], kWidestLane);
        };
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            widen(lane, text_width(chart_.lanes[lane]) * 1.1);
            widen(lane, chips_width(chart_.heads[lane]));
        }
        for (const ChartStep& step : chart_.steps) {
            for (const ChartBox& box : step.boxes) {
                widen(box.lane, kIcon + text_width(box.title) + tag_width(box));
                widen(box.lane, chips_width(box.chips));
                for (const ChartLine& line : box.lines) {
                    widen(box.lane, text_width(told(line)));
                }
            }
        }
        double x = kGutter;
        for (const double width : widths) {
            layout_.lanes.push_back({.x = x, .width = std::ceil(width)});
            x = layout_.lanes.back().right() + kLaneGap;
        }
        layout_.gutter = kGutter;
        layout_.width = std::max(x - kLaneGap + kLaneGap / 2, kNarrowestChart);
    }

    void place_heads() {
        double height = kHeadHeight;
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            Rectangle area = layout_.lanes[lane];
            area.y = kHeadHeight;
            layout_.heads.push_back({});
            place_chips(chart_.heads[lane], area, layout_.heads.back());
            height = std::max(height, area.bottom() + 4);
        }
        layout_.head_height = height;
    }

    static double chips_width(const std::vector<ChartChip>& chips) {
        double width = 0;
        for (const ChartChip& chip : chips) {
            width += text_width(chip_text(chip)) + 14;
        }
        return width;
    }

    static std::string told(const ChartLine& line) {
        return line.kind == ChartLine::Kind::send ? "→ " + line.text : line.text;
    }

    /// Makes the area higher by what it needs.
    static void place_chips(const std::vector<ChartChip>& chips,
                            Rectangle& area,
                            std::vector<PlacedChip>& placed) {
        const double left = area.x + 8;
        double x = left;
        double y = area.y + area.height + 2;
        for (const ChartChip& chip : chips) {
            const std::string text =
                shortened(chip_text(chip), columns_in(area.width - kPadding - 10));
            const double width = text_width(text) + 10;
            if (x > left && x + width > area.right() - kPadding / 2) {
                x = left;
                y += kChipHeight + 2;
            }
            placed.push_back({{x, y, width, kChipHeight - 1}, text, chip});
            x += width + 4;
        }
        if (!chips.empty()) {
            area.height = y + kChipHeight + 3 - area.y;
        }
    }

    PlacedBox place_box(const ChartBox& box, double y) {
        PlacedBox placed;
        placed.area = layout_.lanes[box.lane];
        placed.area.y = y;
        const std::size_t columns = columns_in(placed.area.width - 2 * kPadding);
        double line_y = y + 4;
        if (!box.title.empty()) {
            placed.title =
                wrapped(box.title,
                        columns_in(placed.area.width - 2 * kPadding - kIcon - tag_width(box)),
                        kMostTextLines);
            line_y += kLineHeight * static_cast<double>(placed.title.size());
        }
        place_lines(box, columns, line_y, placed);
        placed.area.height = line_y + 4 - y;
        place_chips(box.chips, placed.area, placed.chips);
        return placed;
    }

    // Changes that are too many are counted; what is sent has a line in any case, for its arrow.
    static void
    place_lines(const ChartBox& box, std::size_t columns, double& y, PlacedBox& placed) {
        std::size_t shown = 0;
        std::size_t left_out = 0;
        const auto put = [&](const std::string& text, ChartLine::Kind kind) {
            placed.texts.push_back({text, kind, y + kLineHeight / 2});
            y += kLineHeight;
        };
        const auto put_rest = [&] {
            if (left_out > 0) {
                put(fmt::format("… {} more", left_out), ChartLine::Kind::ghost);
                left_out = 0;
            }
        };
        for (const ChartLine& line : box.lines) {
            const bool is_send = line.kind == ChartLine::Kind::send;
            placed.line_y.push_back(y + kLineHeight / 2);
            if (!is_send && shown >= kMostLines) {
                ++left_out;
                continue;
            }
            if (is_send) {
                put_rest();
                placed.line_y.back() = y + kLineHeight / 2;
            }
            shown += is_send ? 0 : 1;
            const auto texts = wrapped(told(line), columns, kMostTextLines, kIndent);
            for (const std::string& text : texts) {
                put(text, line.kind);
            }
        }
        put_rest();
    }

    const Chart& chart_;
    ChartLayout layout_;
};

} // namespace

std::string chip_text(const ChartChip& chip) {
    return chip.phase ? chip.value : fmt::format("{} {}", chip.name, chip.value);
}

ChartLayout lay_out(const Chart& chart) {
    return Layouter(chart).lay_out();
}

} // namespace muster::checker
