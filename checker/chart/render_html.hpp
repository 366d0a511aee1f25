#pragma once

#include "checker/chart/chart.hpp"

#include <string>

namespace muster::checker {

/// The chart as one page that needs nothing else, neither a network nor a program: it may load
/// nothing. Pointing at a step, or going to it with the keyboard, shows the state after it; the
/// address `#step-3` opens the page at a step. The same chart gives the same bytes; they end in a
/// newline.
std::string render_html(const Chart& chart);

} // namespace muster::checker
