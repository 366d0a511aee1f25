#include "spec/diagnostics/codes.hpp"
#include "spec/diagnostics/render.hpp"
#include "spec/source/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace muster::spec {
namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMaxColumns = 120;
constexpr std::size_t kColumnsBefore = 40; // what is shown left of the place in a cut line

/// Escape sequences of ECMA-48 (SGR), or nothing.
struct Palette {
    std::string_view error;
    std::string_view note;
    std::string_view bold;
    std::string_view reset;
};

Palette palette(Colour colour, Severity severity) {
    if (colour == Colour::off) {
        return {};
    }
    return {severity == Severity::error ? "\x1b[1;31m" : "\x1b[1;33m",
            "\x1b[1;34m",
            "\x1b[1m",
            "\x1b[0m"};
}

/// One character of a line as it is shown.
struct Shown {
    std::size_t bytes = 1; // of the source
    std::size_t width = 1;
    std::string_view text;
};

/// Tabs are four spaces; what no terminal should get is shown as U+FFFD.
Shown shown(std::string_view rest) {
    if (rest.front() == '\t') {
        return {1, kTabWidth, "    "};
    }
    const std::size_t length = utf8_sequence_length(rest.substr(0, 4));
    if (length == 0 || is_control(rest.front())) {
        return {1, 1, "\xEF\xBF\xBD"};
    }
    return {length, 1, rest.substr(0, length)};
}

/// Columns that the text takes on the screen.
std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Shown character = shown(text);
        width += character.width;
        text.remove_prefix(character.bytes);
    }
    return width;
}

/// The columns [from, to) of a line.
std::string cut(std::string_view line, std::size_t from, std::size_t to) {
    std::string result;
    for (std::size_t column = 0; !line.empty() && column < to;) {
        const Shown character = shown(line);
        const std::size_t end = std::min(column + character.width, to);
        if (column >= from) {
            result += character.text.substr(0, character.width == 1 ? 4 : end - column);
        } else if (end > from) {
            result.append(end - from, ' '); // the rest of a tab
        }
        column += character.width;
        line.remove_prefix(character.bytes);
    }
    return result;
}

/// What is underlined in one line, in columns.
struct Mark {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool primary = false;
    std::string text;
};

class Renderer {
public:
    Renderer(const SourceFile& source, Colour colour)
        : source_(source)
        , colour_(colour) {}

    std::string run(const Diagnostic& diagnostic) {
        out_.clear();
        marks_.clear();
        palette_ = palette(colour_, diagnostic.severity);
        add(diagnostic.primary, true);
        for (const Label& label : diagnostic.secondary) {
            add(label, false);
        }
        gutter_ = std::to_string(marks_.rbegin()->first).size();
        header(diagnostic);
        excerpt();
        for (const std::string& note : diagnostic.notes) {
            remark("note", note);
        }
        if (!diagnostic.help.empty()) {
            remark("help", diagnostic.help);
        }
        return std::move(out_);
    }

private:
    /// Columns of an offset in its line.
    [[nodiscard]] std::size_t column(std::uint32_t line, std::uint32_t offset) const {
        return width_of(source_.line_text(line).substr(0, offset - source_.line_start(line)));
    }

    void add(const Label& label, bool primary) {
        const std::uint32_t first = source_.position(label.span.begin).line;
        const std::uint32_t last =
            source_.position(std::max(label.span.begin + 1, label.span.end) - 1).line;
        const std::size_t begin = column(first, label.span.begin);
        if (first == last) {
            const std::size_t end = column(first, label.span.end);
            marks_[first].push_back({begin, std::max(end, begin + 1), primary, label.text});
            return;
        }
        const std::size_t first_end = width_of(source_.line_text(first));
        marks_[first].push_back({begin, std::max(first_end, begin + 1), primary, ""});
        const std::string_view text = source_.line_text(last);
        const std::size_t indent =
            width_of(text.substr(0, std::min(text.find_first_not_of(" \t"), text.size())));
        const std::size_t end = column(last, label.span.end);
        marks_[last].push_back(
            {std::min(indent, end), std::max(end, indent + 1), primary, label.text});
    }

    void header(const Diagnostic& diagnostic) {
        const Position at = source_.position(diagnostic.primary.span.begin);
        out_ += fmt::format("{}{}[{}]{}{}: {}{}\n",
                            palette_.error,
                            diagnostic.severity == Severity::error ? "error" : "warning",
                            code_text(diagnostic.code, diagnostic.severity),
                            palette_.reset,
                            palette_.bold,
                            diagnostic.message,
                            palette_.reset);
        out_ += fmt::format("{:{}}{}-->{} {}:{}:{}\n",
                            "",
                            gutter_,
                            palette_.note,
                            palette_.reset,
                            source_.name(),
                            at.line,
                            at.column);
    }

    /// What stands left of the bar: a line's number, an ellipsis or nothing.
    void line(std::string_view margin, std::string_view content) {
        const std::size_t missing = gutter_ - std::min(gutter_, width_of(margin));
        out_ += fmt::format("{}{:{}}{} |{}", palette_.note, "", missing, margin, palette_.reset);
        if (!content.empty()) {
            out_ += fmt::format(" {}", content);
        }
        out_ += '\n';
    }

    void excerpt() {
        line("", "");
        std::uint32_t previous = 0;
        for (auto& [number, marks] : marks_) {
            if (previous != 0 && number > previous + 1) {
                out_ += fmt::format("{}{:>{}} |{}\n",
                                    palette_.note,
                                    "…",
                                    std::max<std::size_t>(gutter_, 2),
                                    palette_.reset);
            }
            show(number, marks);
            previous = number;
        }
    }

    void show(std::uint32_t number, std::vector<Mark>& marks) {
        const std::string_view text = source_.line_text(number);
        const std::size_t width = width_of(text);
        std::size_t from = 0;
        std::size_t to = width;
        if (width > kMaxColumns) {
            const std::size_t begin = marks.front().begin;
            from = begin > kColumnsBefore ? begin - kColumnsBefore : 0;
            from = std::min(from, width - kMaxColumns);
            to = from + kMaxColumns;
        }
        line(
            std::to_string(number),
            fmt::format("{}{}{}", from > 0 ? "…" : "", cut(text, from, to), to < width ? "…" : ""));
        std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
            return a.begin < b.begin;
        });
        const std::size_t shift = from > 0 ? 1 : 0; // of the ellipsis
        underline(marks, from, to + 1, shift);
    }

    /// One row for all marks if only the last has a text and none overlap, else one row each, the
    /// rightmost first.
    void
    underline(const std::vector<Mark>& marks, std::size_t from, std::size_t to, std::size_t shift) {
        bool together = true;
        for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
            together &= marks[i].text.empty() && marks[i].end < marks[i + 1].begin;
        }
        std::string row;
        std::size_t column = 0;
        const auto put = [&](const Mark& mark) {
            const std::size_t begin = std::clamp(mark.begin, from, to - 1) - from + shift;
            const std::size_t end =
                std::max(begin + 1, std::clamp(mark.end, from, to) - from + shift);
            row.append(begin - column, ' ');
            row += mark.primary ? palette_.error : palette_.note;
            row.append(end - begin, mark.primary ? '^' : '-');
            row += mark.text.empty() ? "" : " " + mark.text;
            row += palette_.reset;
            column = end;
        };
        if (together) {
            std::for_each(marks.begin(), marks.end(), put);
            line("", row);
            return;
        }
        for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
            row.clear();
            column = 0;
            put(*mark);
            line("", row);
        }
    }

    void remark(std::string_view kind, std::string_view text) {
        out_ += fmt::format("{:{}} {}={} {}{}{}: {}\n",
                            "",
                            gutter_,
                            palette_.note,
                            palette_.reset,
                            palette_.bold,
                            kind,
                            palette_.reset,
                            text);
    }

    const SourceFile& source_;
    Colour colour_;
    Palette palette_;
    std::size_t gutter_ = 1;
    std::map<std::uint32_t, std::vector<Mark>> marks_; // by line
    std::string out_;
};

} // namespace

std::string render_text(const SourceFile& source, const Diagnostics& diagnostics, Colour colour) {
    std::string result;
    std::size_t errors = 0;
    Renderer renderer(source, colour);
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        const bool is_error = diagnostic.severity == Severity::error;
        errors += is_error ? 1 : 0;
        if (is_error && errors > kMaxShownErrors) {
            continue;
        }
        result += result.empty() ? "" : "\n";
        result += renderer.run(diagnostic);
    }
    if (errors > kMaxShownErrors) {
        const std::size_t rest = errors - kMaxShownErrors;
        result += fmt::format("\n{} more error{}\n", rest, rest == 1 ? "" : "s");
    }
    return result;
}

std::string render_text(const LoadError& error, Colour colour) {
    const Palette colours = palette(colour, Severity::error);
    return fmt::format("{}error[{}]{}{}: {}{}\n {}-->{} {}\n",
                       colours.error,
                       code_text(error.code),
                       colours.reset,
                       colours.bold,
                       error.message,
                       colours.reset,
                       colours.note,
                       colours.reset,
                       error.file);
}

} // namespace muster::spec
