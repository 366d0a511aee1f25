#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Texts that are drawn: what of them can be shown, and how much room they take.
namespace muster::checker {

/// Well-formed UTF-8 without characters that XML forbids: each of these is U+FFFD instead.
std::string printable(std::string_view text);

/// How many characters it has.
std::size_t columns_of(std::string_view text);

/// At most so many characters; what is cut off is an ellipsis.
std::string shortened(std::string_view text, std::size_t columns);

/// Lines of at most so many characters, broken at blanks where that is possible; the last of at
/// most `max_lines` is shortened. All but the first begin with `indent` blanks.
std::vector<std::string>
wrapped(std::string_view text, std::size_t columns, std::size_t max_lines, std::size_t indent = 0);

} // namespace muster::checker
