#pragma once

#include "spec/ast/dump.hpp"
#include "spec/parse/parse.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace muster::spec::test {

/// What is wrong with a text: one line per mistake, each with its first byte's offset and what is
/// underlined.
inline std::string mistakes(std::string_view text, const Diagnostics& diagnostics) {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        const Span span = diagnostic.primary.span;
        result += diagnostic.message + " @" + std::to_string(span.begin) + " '" +
                  std::string(text.substr(span.begin, span.end - span.begin)) + "'\n";
    }
    return result;
}

/// The dump of a whole file, or its mistakes.
inline std::string parsed(std::string_view text) {
    Diagnostics diagnostics;
    const auto file = parse(text, diagnostics);
    return file ? dump(*file) : mistakes(text, diagnostics);
}

/// The dump of one declaration, or the mistakes in it.
inline std::string parsed_declaration(std::string_view text) {
    const std::string head = "protocol p\n";
    const std::string dumped = parsed(head + std::string(text));
    const std::string dumped_head = "(protocol p)\n";
    return dumped.substr(0, dumped_head.size()) == dumped_head
               ? dumped.substr(dumped_head.size(), dumped.size() - dumped_head.size() - 1)
               : dumped;
}

/// The same for one expression.
inline std::string parsed_expr(std::string_view text) {
    const std::string dumped = parsed_declaration("axiom a:\n" + std::string(text));
    const std::string head = "(axiom a ";
    return dumped.substr(0, head.size()) == head
               ? dumped.substr(head.size(), dumped.size() - head.size() - 1)
               : dumped;
}

/// The same for the statements of one block.
inline std::string parsed_block(std::string_view text) {
    const std::string dumped =
        parsed_declaration("role r { procedure p() {\n" + std::string(text) + "\n} }");
    const std::string head = "(role r\n  (procedure p () (do ";
    return dumped.substr(0, head.size()) == head
               ? dumped.substr(head.size(), dumped.size() - head.size() - 3)
               : dumped;
}

struct Case {
    std::string_view source;
    std::string_view expected;
};

// What GoogleTest prints of a test's parameter, and makes of it in the test's name: the source on
// one line, without what means something in a list of names.
inline void PrintTo(const Case& one, std::ostream* out) {
    constexpr std::string_view kSpecial = "[]\";$\\#";
    constexpr std::string_view kInstead = "<>',S/N";
    constexpr std::size_t kLongest = 100;
    for (const char c : one.source.substr(0, kLongest)) {
        const std::size_t special = kSpecial.find(c);
        if (c == '\n') {
            *out << '~';
        } else {
            *out << (special == std::string_view::npos ? c : kInstead[special]);
        }
    }
}

} // namespace muster::spec::test
