#include "checker/graph/dot_text.hpp"

#include "checker/trace/text_columns.hpp"

namespace muster::checker {

namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    return result;
}

} // namespace

std::string dot_quoted(std::string_view text) {
    return '"' + escaped(text) + '"';
}

std::string dot_lines(const std::vector<std::string>& lines) {
    std::string label = "\"";
    for (const std::string& line : lines) {
        label += escaped(line) + (lines.size() > 1 ? "\\l" : "");
    }
    return label + '"';
}

} // namespace muster::checker
