#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

/// What tests read from the pages under docs/ and from the README.
namespace muster::test {

/// A fenced block of a page. An HTML comment right above it that begins with `<!-- example` adds
/// what readers need not see: what stands before and after the block in the whole spec, and what
/// is expected of it.
///
///     <!-- example
///     expect: E0208
///     before:
///     protocol example
///     -->
///
/// `expect` and `check` are single lines, `before`, `after` and `imported` go on until the next
/// key. What the example imports is `imported`, whatever its name.
struct CodeBlock {
    std::string language;
    std::vector<std::string> lines;
    std::size_t line = 0; // of the page, from 1, where the block begins
    std::string before;
    std::string after;
    std::string imported;
    std::string expected_code;                   // `expect: E0208`; empty: no error
    std::map<std::string, std::string> verdicts; // `check: NAME VERDICT`

    [[nodiscard]] std::string text() const;
};

/// What GoogleTest prints of a test's parameter.
inline void PrintTo(const CodeBlock& block, std::ostream* out) {
    *out << "the example at line " << block.line;
}

std::vector<CodeBlock> blocks_of(const std::string& page);

} // namespace muster::test
