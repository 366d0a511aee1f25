#include "cli/print_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

/// Tabs stay tabs, so that what stands below has the same width.
std::string blanks_below(std::string_view text) {
    std::string blanks;
    for (const char c : text) {
        if (c == '\t') {
            blanks += '\t';
        } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
            blanks += ' ';
        }
    }
    return blanks;
}

/// The line on which a span begins, underlined as far as the span reaches on it.
void print_excerpt(const spec::SourceFile& source, spec::Span span, std::ostream& out) {
    const spec::Position position = source.position(span.begin);
    const std::string_view line = source.line_text(position.line);
    const std::size_t begin = span.begin - source.line_start(position.line);
    const std::size_t length = std::min<std::size_t>(span.end - span.begin, line.size() - begin);
    std::string marks = blanks_below(line.substr(begin, length));
    std::replace(marks.begin(), marks.end(), ' ', '^');
    const std::string number = std::to_string(position.line);
    const std::string margin(number.size(), ' ');
    out << fmt::format("{}--> {}:{}:{}\n", margin, source.name(), number, position.column) << margin
        << " |\n"
        << number << " | " << line << '\n'
        << margin << " | " << blanks_below(line.substr(0, begin)) << (marks.empty() ? "^" : marks)
        << '\n';
}

} // namespace

void print_test(const spec::SourceMap& sources,
                const spec::TestInfo& test,
                const checker::TestResult& result,
                std::ostream& out) {
    out << (result.passed ? "ok      " : "FAILED  ") << test.title << '\n';
    if (result.passed) {
        for (const std::string& remark : result.remarks) {
            out << "        note: " << remark << '\n';
        }
        return;
    }
    const spec::SourceFile& source = sources.file_at(result.span.begin);
    print_excerpt(source, result.span, out);
    const std::string margin(std::to_string(source.position(result.span.begin).line).size(), ' ');
    out << margin << " = " << result.reason << '\n';
    for (const std::string& note : result.notes) {
        out << margin << " = note: " << note << '\n';
    }
    for (const std::string& remark : result.remarks) {
        out << margin << " = note: " << remark << '\n';
    }
    out << '\n';
}

} // namespace muster::cli
