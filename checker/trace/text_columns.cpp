#include "checker/trace/text_columns.hpp"

#include <algorithm>
#include <cstdint>

namespace muster::checker {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// How long the well-formed character at the beginning is; 0 if there is none.
std::size_t length_of_first(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t lead = byte(0);
    const std::size_t length = lead < 0x80U                    ? 1
                               : lead >= 0xC2U && lead < 0xE0U ? 2
                               : lead >= 0xE0U && lead < 0xF0U ? 3
                               : lead >= 0xF0U && lead < 0xF5U ? 4
                                                               : 0;
    if (length == 0 || length > text.size() ||
        !std::all_of(
            text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), continues)) {
        return 0;
    }
    const bool is_overlong =
        (lead == 0xE0U && byte(1) < 0xA0U) || (lead == 0xF0U && byte(1) < 0x90U);
    const bool is_surrogate = lead == 0xEDU && byte(1) >= 0xA0U;
    const bool is_beyond = lead == 0xF4U && byte(1) >= 0x90U;
    return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

// U+FFFE and U+FFFF, and control characters other than tabs and ends of lines.
bool is_forbidden(std::string_view character) {
    const bool is_control = character.size() == 1 &&
                            static_cast<unsigned char>(character[0]) < 0x20U && character != "\t" &&
                            character != "\n" && character != "\r";
    return is_control || character == "\x7F" || character == "\xEF\xBF\xBE" ||
           character == "\xEF\xBF\xBF";
}

template <class Visit>
void for_each_character(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(length_of_first(text), 1);
        visit(text.substr(0, length));
        text.remove_prefix(length);
    }
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
    std::size_t length = 0;
    std::size_t seen = 0;
    for_each_character(text, [&](std::string_view character) {
        length += seen < columns ? character.size() : 0;
        ++seen;
    });
    return text.substr(0, length);
}

} // namespace

std::string printable(std::string_view text) {
    std::string result;
    for_each_character(text, [&](std::string_view character) {
        const bool is_good = length_of_first(character) > 0 && !is_forbidden(character);
        result += is_good ? character : kReplacement;
    });
    return result;
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for_each_character(text, [&](std::string_view) { ++columns; });
    return columns;
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) {
        return std::string(text);
    }
    return columns == 0 ? "" : std::string(first_columns(text, columns - 1)) + "…";
}

std::vector<std::string>
wrapped(std::string_view text, std::size_t columns, std::size_t max_lines, std::size_t indent) {
    std::vector<std::string> lines;
    const auto room = [&] {
        return lines.empty() ? columns : columns - std::min(indent, columns);
    };
    const auto put = [&](std::string_view line) {
        lines.push_back(std::string(lines.empty() ? 0 : indent, ' ') + std::string(line));
    };
    while (columns_of(text) > room() && room() > 0 && lines.size() + 1 < max_lines) {
        std::string_view line = first_columns(text, room());
        // A word that is longer than half a line is broken.
        if (const std::size_t blank = line.rfind(' ');
            blank != std::string_view::npos && blank > line.size() / 2) {
            line = line.substr(0, blank);
        }
        text.remove_prefix(line.size());
        put(line);
        while (!text.empty() && text.front() == ' ') {
            text.remove_prefix(1);
        }
    }
    put(shortened(text, room()));
    return lines;
}

} // namespace muster::checker
