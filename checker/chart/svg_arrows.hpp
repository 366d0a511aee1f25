#pragma once

#include "checker/chart/chart_layout.hpp"

#include <string>

namespace muster::checker {

/// The arrows of a chart as SVG elements; see svg_parts.hpp.
std::string svg_arrows(const Chart& chart, const ChartLayout& layout);

/// What the lines mean that are not those of messages that arrive once and in order; empty if there
/// are none. It is as high as it needs to be.
std::string svg_legend(const Chart& chart, Rectangle& area);

} // namespace muster::checker
