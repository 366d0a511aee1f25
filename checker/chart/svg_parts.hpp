#pragma once

#include "checker/chart/chart_layout.hpp"

#include <string>
#include <string_view>

/// The parts of a drawn chart, as SVG elements. They look as chart.css says, inside of an element
/// of the class `chart`.
namespace muster::checker {

/// `<text …>…</text>`; the text is escaped.
std::string svg_text(double x, double y, std::string_view classes, std::string_view text);

std::string svg_rectangle(const Rectangle& area, std::string_view classes, double radius = 0);

/// The names of the lanes, with what is always shown of them at the start.
std::string svg_heads(const Chart& chart, const ChartLayout& layout);

enum class DrawnFor {
    reading, // details are in tooltips
    page,    // a script shows them: steps can be focused
};

/// Lanes, arrows and boxes.
std::string svg_steps(const Chart& chart, const ChartLayout& layout, DrawnFor use);

/// What the run shows, in a box of this width. `area.height` becomes what it needs.
std::string svg_ending(const ChartEnding& ending, Rectangle& area);

/// What the lines mean that are not those of messages that arrive once and in order; empty if there
/// are none. It is as high as it needs to be.
std::string svg_legend(const Chart& chart, Rectangle& area);

} // namespace muster::checker
