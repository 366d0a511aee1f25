#include "tests/support/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace muster::test {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
constexpr std::size_t kMaxTable = 4'000'000;

// One line of the script that turns the old text into the new one.
struct Edit {
    char kind; // ' ' kept, '-' removed, '+' added
    std::string_view line;
};

// A last line without an end is told apart from the same line with one.
Lines split_lines(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) {
            lines.push_back(text);
            break;
        }
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

void append(std::vector<Edit>& script, char kind, const Lines& lines) {
    for (const std::string_view line : lines) {
        script.push_back({kind, line});
    }
}

// lengths[i][j] is the length of a longest common subsequence of the ends beginning at i and j.
void append_middle(std::vector<Edit>& script, const Lines& before, const Lines& after) {
    const std::size_t width = after.size() + 1;
    if ((before.size() + 1) > kMaxTable / width) {
        append(script, '-', before);
        append(script, '+', after);
        return;
    }
    std::vector<std::uint32_t> lengths((before.size() + 1) * width, 0);
    for (std::size_t i = before.size(); i-- > 0;) {
        for (std::size_t j = after.size(); j-- > 0;) {
            lengths[i * width + j] = before[i] == after[j] ? lengths[(i + 1) * width + j + 1] + 1
                                                           : std::max(lengths[(i + 1) * width + j],
                                                                      lengths[i * width + j + 1]);
        }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < before.size() || j < after.size()) {
        if (i < before.size() && j < after.size() && before[i] == after[j]) {
            script.push_back({' ', before[i++]});
            ++j;
        } else if (j == after.size() || (i < before.size() && lengths[(i + 1) * width + j] >=
                                                                  lengths[i * width + j + 1])) {
            script.push_back({'-', before[i++]});
        } else {
            script.push_back({'+', after[j++]});
        }
    }
}

std::vector<Edit> edit_script(const Lines& before, const Lines& after) {
    const auto [old_front, new_front] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto [old_back, new_back] = std::mismatch(before.rbegin(),
                                                    std::make_reverse_iterator(old_front),
                                                    after.rbegin(),
                                                    std::make_reverse_iterator(new_front));
    std::vector<Edit> script;
    append(script, ' ', Lines(before.begin(), old_front));
    append_middle(script, Lines(old_front, old_back.base()), Lines(new_front, new_back.base()));
    append(script, ' ', Lines(old_back.base(), before.end()));
    return script;
}

// Which lines of the script are shown: the changes and a few lines around them.
std::vector<bool> near_changes(const std::vector<Edit>& script) {
    std::vector<bool> shown(script.size(), false);
    for (std::size_t at = 0; at < script.size(); ++at) {
        if (script[at].kind == ' ') {
            continue;
        }
        const std::size_t first = at > kContext ? at - kContext : 0;
        const std::size_t last = std::min(at + kContext, script.size() - 1);
        std::fill(shown.begin() + static_cast<std::ptrdiff_t>(first),
                  shown.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                  true);
    }
    return shown;
}

std::vector<std::string> render(const std::vector<Edit>& script) {
    const std::vector<bool> shown = near_changes(script);
    std::vector<std::string> rendered;
    std::size_t old_line = 1;
    std::size_t new_line = 1;
    for (std::size_t at = 0; at < script.size(); ++at) {
        if (shown[at]) {
            if (at == 0 || !shown[at - 1]) {
                rendered.push_back(fmt::format("@@ -{} +{} @@\n", old_line, new_line));
            }
            const std::string_view line = script[at].line;
            const bool ended = !line.empty() && line.back() == '\n';
            rendered.push_back(fmt::format(
                "{}{}{}", script[at].kind, line, ended ? "" : "\n\\ no newline at the end\n"));
        }
        old_line += script[at].kind == '+' ? 0 : 1;
        new_line += script[at].kind == '-' ? 0 : 1;
    }
    return rendered;
}

} // namespace

std::string
unified_diff(std::string_view expected, std::string_view actual, std::size_t max_lines) {
    if (expected == actual) {
        return {};
    }
    const std::vector<std::string> lines =
        render(edit_script(split_lines(expected), split_lines(actual)));
    std::string text;
    const bool all = lines.size() <= max_lines;
    const std::size_t count = all ? lines.size() : max_lines - 1;
    for (std::size_t at = 0; at < count; ++at) {
        text += lines[at];
    }
    if (!all) {
        text += fmt::format("... {} more lines\n", lines.size() - count);
    }
    return text;
}

} // namespace muster::test
