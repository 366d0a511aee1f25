#include "tests/support/shrink_text.hpp"

#include <algorithm>
#include <vector>

namespace muster::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

} // namespace

std::string shrink_text(const std::string& text,
                        const std::function<bool(const std::string&)>& is_so) {
    std::vector<std::string> lines = lines_of(text);
    // Blocks have any length, so every length is tried, the longest first.
    for (bool shrunk = true; shrunk;) {
        shrunk = false;
        for (std::size_t length = lines.size() / 2; length > 0; --length) {
            for (std::size_t at = 0; at + length <= lines.size();) {
                std::vector<std::string> fewer = lines;
                const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
                fewer.erase(from, from + static_cast<std::ptrdiff_t>(length));
                if (is_so(joined(fewer))) {
                    lines = std::move(fewer);
                    shrunk = true;
                } else {
                    ++at;
                }
            }
        }
    }
    return joined(lines);
}

} // namespace muster::test
