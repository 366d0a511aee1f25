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
    if (rest.front() >= ' ' && rest.front() <= '~') {
        return {1, 1, rest.substr(0, 1)};
    }
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
    Renderer(const SourceMap& sources, Colour colour)
        : sources_(sources)
        , colour_(colour) {}

    std::string run(const Diagnostic& diagnostic) {
        out_.clear();
        excerpts_.clear();
        palette_ = palette(colour_, diagnostic.severity);
        add(diagnostic.primary, true);
        for (const Label& label : diagnostic.secondary) {
            add(label, false);
        }
        gutter_ = 1;
        for (const Excerpt& excerpt : excerpts_) {
            gutter_ = std::max(gutter_, std::to_string(excerpt.marks.rbegin()->first).size());
        }
        header(diagnostic);
        for (Excerpt& excerpt : excerpts_) {
            place(excerpt);
            show(excerpt);
        }
        for (const std::string& note : diagnostic.notes) {
            remark("note", note);
        }
        if (!diagnostic.help.empty()) {
            remark("help", diagnostic.help);
        }
        return std::move(out_);
    }

private:
    /// What is shown of one file. The first one is that of the mistake.
    struct Excerpt {
        const SourceFile* source = nullptr;
        std::uint32_t place = 0;                          // an offset
        std::map<std::uint32_t, std::vector<Mark>> marks; // by line
    };

    /// Columns of an offset in its line.
    static std::size_t column(const SourceFile& source, std::uint32_t line, std::uint32_t offset) {
        return width_of(source.line_text(line).substr(0, offset - source.line_start(line)));
    }

    Excerpt& excerpt_at(std::uint32_t offset) {
        const SourceFile* source = &sources_.file_at(offset);
        const auto known =
            std::find_if(excerpts_.begin(), excerpts_.end(), [&](const Excerpt& excerpt) {
                return excerpt.source == source;
            });
        if (known != excerpts_.end()) {
            return *known;
        }
        excerpts_.push_back({source, offset, {}});
        return excerpts_.back();
    }

    void add(const Label& label, bool primary) {
        Excerpt& excerpt = excerpt_at(label.span.begin);
        const SourceFile& source = *excerpt.source;
        auto& marks = excerpt.marks;
        const std::uint32_t first = source.position(label.span.begin).line;
        const std::uint32_t last =
            source.position(std::max(label.span.begin + 1, label.span.end) - 1).line;
        const std::size_t begin = column(source, first, label.span.begin);
        if (first == last) {
            const std::size_t end = column(source, first, label.span.end);
            marks[first].push_back({begin, std::max(end, begin + 1), primary, label.text});
            return;
        }
        const std::size_t first_end = width_of(source.line_text(first));
        marks[first].push_back({begin, std::max(first_end, begin + 1), primary, ""});
        const std::string_view text = source.line_text(last);
        const std::size_t indent =
            width_of(text.substr(0, std::min(text.find_first_not_of(" \t"), text.size())));
        const std::size_t end = column(source, last, label.span.end);
        marks[last].push_back(
            {std::min(indent, end), std::max(end, indent + 1), primary, label.text});
    }

    void header(const Diagnostic& diagnostic) {
        out_ += fmt::format("{}{}[{}]{}{}: {}{}\n",
                            palette_.error,
                            severity_text(diagnostic.severity),
                            code_text(diagnostic.code, diagnostic.severity),
                            palette_.reset,
                            palette_.bold,
                            diagnostic.message,
                            palette_.reset);
    }

    /// `-->` leads to the mistake, `:::` to what another file has to do with it.
    void place(const Excerpt& excerpt) {
        const bool first = &excerpt == &excerpts_.front();
        const Position at = excerpt.source->position(excerpt.place);
        out_ += fmt::format("{:{}}{}{}{} {}:{}:{}\n",
                            "",
                            first ? gutter_ : gutter_ + 1,
                            palette_.note,
                            first ? "-->" : ":::",
                            palette_.reset,
                            excerpt.source->name(),
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

    void show(Excerpt& excerpt) {
        line("", "");
        std::uint32_t previous = 0;
        for (auto& [number, marks] : excerpt.marks) {
            if (previous != 0 && number > previous + 1) {
                out_ += fmt::format("{}{:>{}} |{}\n",
                                    palette_.note,
                                    "…",
                                    std::max<std::size_t>(gutter_, 2),
                                    palette_.reset);
            }
            show_line(excerpt.source->line_text(number), number, marks);
            previous = number;
        }
    }

    void show_line(std::string_view text, std::uint32_t number, std::vector<Mark>& marks) {
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

    const SourceMap& sources_;
    Colour colour_;
    Palette palette_;
    std::size_t gutter_ = 1;
    std::vector<Excerpt> excerpts_;
    std::string out_;
};

} // namespace

std::string render_text(const SourceMap& sources, const Diagnostics& diagnostics, Colour colour) {
    std::string result;
    std::map<Severity, std::size_t> seen;
    Renderer renderer(sources, colour);
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        if (++seen[diagnostic.severity] <= kMaxShown) {
            result += result.empty() ? "" : "\n";
            result += renderer.run(diagnostic);
        }
    }
    for (const auto& [severity, count] : seen) {
        if (count > kMaxShown) {
            const std::size_t rest = count - kMaxShown;
            result += fmt::format(
                "\n{} more {}{}\n", rest, severity_text(severity), rest == 1 ? "" : "s");
        }
    }
    return result;
}

std::string summary(const Diagnostics& diagnostics) {
    std::map<Severity, std::size_t> counts;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        ++counts[diagnostic.severity];
    }
    std::string result;
    for (const auto& [severity, count] : counts) {
        result += fmt::format("{}{} {}{}",
                              result.empty() ? "" : ", ",
                              count,
                              severity_text(severity),
                              count == 1 ? "" : "s");
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
