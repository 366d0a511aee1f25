#pragma once

#include "checker/chart/chart.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Where everything of a chart is drawn. All numbers are pixels; y grows downwards, and counts from
/// the top of the part below the names of the lanes.
namespace muster::checker {

/// The widths of texts are known without asking anybody: all are in a font of one width.
inline constexpr double kCharacterWidth = 6.65;
inline constexpr double kLineHeight = 16;

/// Where the values that are always shown begin, below the name of a lane.
inline constexpr double kHeadChips = 32;
/// How many colours there are for phases; see chart.css.
inline constexpr std::uint32_t kPhaseColors = 8;

/// What a chip says: of a phase the value is enough, as its colour says what it is.
std::string chip_text(const ChartChip& chip);

struct Rectangle {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    [[nodiscard]] double right() const { return x + width; }

    [[nodiscard]] double bottom() const { return y + height; }
};

struct PlacedText {
    std::string text;
    ChartLine::Kind kind = ChartLine::Kind::change;
    double y = 0; // of its middle
};

struct PlacedChip {
    Rectangle area;
    std::string text;
    ChartChip chip;
};

struct PlacedBox {
    Rectangle area;
    std::vector<std::string> title; // one line or two
    std::vector<PlacedText> texts;
    std::vector<double> line_y; // by `ChartBox::lines`: where an arrow leaves
    std::vector<PlacedChip> chips;

    /// Where an arrow arrives.
    [[nodiscard]] double entry_y() const { return area.y + 12; }
};

struct PlacedRow {
    double y = 0;
    double height = 0;
    std::vector<PlacedBox> boxes{}; // as in the step
};

struct ChartLayout {
    double width = 0;
    double gutter = 0; // left of the lanes
    double head_height = 0;
    double height = 0;                          // of the steps
    std::vector<Rectangle> lanes;               // x and width
    std::vector<std::vector<PlacedChip>> heads; // y counts from the top of the heads
    std::vector<PlacedRow> rows;
};

ChartLayout lay_out(const Chart& chart);

} // namespace muster::checker
