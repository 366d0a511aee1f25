#include "cli/print_explanation.hpp"

#include <fmt/format.h>

#include <cctype>
#include <ostream>
#include <string_view>

namespace muster::cli {

namespace {

using checker::ToldCondition;

/// Lines with a title before the first of them.
class Section {
public:
    Section(std::string_view title, std::ostream& out)
        : title_(title)
        , out_(out) {}

    void line(const std::string& text) {
        out_ << fmt::format("  {:<8}  {}\n", title_, text);
        title_ = "";
    }

private:
    std::string_view title_;
    std::ostream& out_;
};

/// Where one pair of parentheses is around all of it.
std::string without_parentheses(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0 && i + 1 < text.size()) {
            return text;
        }
    }
    return text.empty() ? text : text.substr(1, text.size() - 2);
}

} // namespace

checker::SpecText text_of(const LoadedSpec& loaded) {
    return [&loaded](spec::Span span) {
        const spec::SourceFile& file = loaded.sources.file_at(span.begin);
        const std::string_view text =
            file.text().substr(span.begin - file.base(), span.end - span.begin);
        std::string line;
        bool is_after_blank = false;
        for (const char c : text) {
            const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
            if (!is_blank) {
                line += is_after_blank ? " " : "";
                line += c;
            }
            is_after_blank = is_blank && !line.empty();
        }
        return without_parentheses(line);
    };
}

checker::SpecPlace place_of(const LoadedSpec& loaded) {
    return [&loaded](spec::Span span) {
        return loaded.sources.place(span);
    };
}

std::function<std::vector<std::string>(checker::ElementNames&)>
why_false(const LoadedSpec& loaded, const checker::Trace& trace, std::size_t property) {
    return [&loaded, &trace, property](checker::ElementNames& names) {
        return told_lines(tell_property(loaded.typed, trace, property, text_of(loaded), names),
                          place_of(loaded));
    };
}

void print_explanation(const checker::StepExplanation& explanation,
                       const LoadedSpec& loaded,
                       std::ostream& out) {
    const auto place = [&](spec::Span span) {
        return span == spec::Span{} ? std::string() : "   " + loaded.sources.place(span);
    };
    out << (explanation.failure.empty() ? "  One step breaks it" : "  One step goes wrong")
        << ", but the state before may be unreachable:\n";
    Section before("before", out);
    for (const std::string& line : explanation.before) {
        before.line(line);
    }
    before.line(explanation.before.empty() ? "everything is as at the start"
                                           : "and everything else as at the start");
    Section step("step", out);
    step.line(explanation.step + place(explanation.span));
    Section guards("guards", out);
    for (const ToldCondition& guard : explanation.guards) {
        guards.line(told_line(guard, place_of(loaded)));
    }
    Section changes("changes", out);
    for (const std::string& line : explanation.changes) {
        changes.line(line);
    }
    if (!explanation.failure.empty()) {
        Section("fails", out).line(explanation.failure);
        return;
    }
    Section broken("broken", out);
    for (const std::string& line : told_lines(explanation.property, place_of(loaded))) {
        broken.line(line);
    }
}

} // namespace muster::cli
