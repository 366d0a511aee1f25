#pragma once

#include "checker/chart/chart_layout.hpp"

#include <string>
#include <string_view>

/// Single elements of a drawn chart.
namespace muster::checker {

/// A number of pixels with one decimal at most, the same everywhere.
std::string px(double pixels);

/// `<text …>…</text>`; the text is escaped.
std::string svg_text(double x, double y, std::string_view classes, std::string_view text);

std::string svg_rectangle(const Rectangle& area, std::string_view classes, double radius = 0);

/// `way` is the path's `d`.
std::string svg_path(std::string_view classes, const std::string& way);

} // namespace muster::checker
