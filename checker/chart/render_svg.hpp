#pragma once

#include "checker/chart/chart.hpp"

#include <string>

namespace muster::checker {

/// The chart as a file of its own: well-formed SVG 1.1 with nothing from outside and no script. Its
/// colours follow those that the reader prefers, light or dark. The same chart gives the same
/// bytes; they end in a newline.
std::string render_svg(const Chart& chart);

} // namespace muster::checker
