#pragma once

#include "checker/chart/chart.hpp"

#include <string>
#include <string_view>

namespace muster::checker {

/// The chart as a Mermaid `sequenceDiagram`, for pages that draw such texts. Mermaid's arrows take
/// no time: a message stands where it arrives or is lost, and one that is pending where it is sent.
/// The same chart gives the same bytes; they end in a newline.
std::string render_mermaid(const Chart& chart);

/// The text as a Mermaid message or note shows it: everything that Mermaid, Markdown or HTML would
/// take for something else is an entity code.
std::string mermaid_escaped(std::string_view text);

} // namespace muster::checker
