#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Texts of the language of Graphviz.
namespace muster::checker {

/// In double quotes, as it is: nothing in it has a meaning of its own.
std::string dot_quoted(std::string_view text);

/// The lines of a label, each flush left; in double quotes.
std::string dot_lines(const std::vector<std::string>& lines);

} // namespace muster::checker
