#pragma once

#include "checker/chart/chart_layout.hpp"

#include <string>

/// The parts of a drawn chart, as SVG elements. They look as chart.css says, inside of an element
/// of the class `chart`.
namespace muster::checker {

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

} // namespace muster::checker
