#include "checker/check/check.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/docs/page.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

/// Every example of docs/language.md is analysed, its tests are run, and what the page says about
/// it is compared with what the checker says.
namespace muster::test {
namespace {

std::string word_for(const checker::Verdict& verdict) {
    return std::visit(spec::overloaded{
                          [](const checker::Proved&) { return "proved"; },
                          [](const checker::HoldsOn&) { return "holds"; },
                          [](const checker::NoViolationWithin&) { return "no-violation-within"; },
                          [](const checker::Violated&) { return "violated"; },
                          [](const checker::Shown&) { return "shown"; },
                          [](const checker::Undecided&) { return "undecided"; },
                      },
                      verdict);
}

std::string verdict_on(const checker::CheckReport& report,
                       const spec::TypedSpec& spec,
                       const std::string& name) {
    if (name == "obligations") {
        return report.obligations.empty() ? "proved" : word_for(report.obligations.front().verdict);
    }
    for (const checker::PropertyReport& property : report.properties) {
        if (spec.properties[property.property].name == name) {
            return word_for(property.verdict);
        }
    }
    for (const checker::LiveReport& live : report.lives) {
        if (spec.lives[live.live].name == name) {
            return word_for(live.finding.verdict);
        }
    }
    return "missing";
}

class LanguageExample : public ::testing::TestWithParam<CodeBlock> {};

TEST_P(LanguageExample, IsWhatThePageSays) {
    const CodeBlock& block = GetParam();
    const std::string text = block.text();
    spec::Diagnostics diagnostics;
    spec::SourceMap sources(spec::SourceFile("example.muster", text));
    const auto import = [&](const std::string&, const std::string& path) {
        return spec::SourceFile(path, block.imported);
    };
    const auto typed = spec::analyse(sources, import, diagnostics);
    std::string found;
    for (const spec::Diagnostic& diagnostic : diagnostics.sorted()) {
        if (diagnostic.severity == spec::Severity::error) {
            found +=
                fmt::format("E{:04}: {}\n", static_cast<int>(diagnostic.code), diagnostic.message);
        }
    }
    if (!block.expected_code.empty()) {
        EXPECT_EQ(found.substr(0, block.expected_code.size()), block.expected_code) << found;
        return;
    }
    ASSERT_TRUE(typed.has_value()) << text << '\n' << found;
    for (const spec::TestInfo& test : typed->tests) {
        const checker::TestResult result = checker::run_test(*typed, test);
        EXPECT_TRUE(result.passed) << test.title << ": " << result.reason;
    }
    if (block.verdicts.empty()) {
        return;
    }
    const checker::CheckReport report = checker::check(*typed, {});
    for (const auto& [name, expected] : block.verdicts) {
        EXPECT_EQ(verdict_on(report, *typed, name), expected) << name << '\n' << text;
    }
}

std::vector<CodeBlock> examples() {
    std::vector<CodeBlock> result;
    for (CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/language.md"))) {
        if (block.language == "muster") {
            result.push_back(std::move(block));
        }
    }
    return result;
}

/// The words that the page lists as reserved.
std::vector<std::string> reserved_words(const std::string& page) {
    const std::size_t begin = page.find("\n    ", page.find("Reserved everywhere:"));
    std::istringstream list(page.substr(begin, page.find("\n\n", begin + 2) - begin));
    return {std::istream_iterator<std::string>(list), {}};
}

TEST(LanguagePage, ShowsEveryWordInAnExample) {
    const std::string page = read_file(MUSTER_SOURCE_DIR "/docs/language.md");
    std::string shown; // every word between two blanks
    for (const CodeBlock& block : examples()) {
        for (const std::string& line : block.lines) {
            for (const char c : line.substr(0, line.find("//")) + ' ') {
                const bool in_word = c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
                shown += in_word ? c : ' ';
            }
        }
    }
    std::vector<std::string> words = reserved_words(page);
    EXPECT_EQ(words.size(), 43U);
    for (const char* word :
         {"action",   "arbitrary", "as",         "assume",   "axiom",    "bool",     "by",
          "const",    "cover",     "crash",      "cut",      "def",      "distinct", "duplicates",
          "durable",  "each",      "either",     "enum",     "expect",   "fair",     "fault",
          "fifo",     "fires",     "flight",     "function", "ghost",    "given",    "import",
          "instance", "int",       "invariant",  "is",       "keys",     "leads",    "lemma",
          "list",     "live",      "lose",       "lost",     "majority", "map",      "max",
          "message",  "min",       "msg",        "network",  "nothing",  "once",     "only",
          "option",   "procedure", "quiet",      "record",   "refuse",   "request",  "role",
          "sends",    "set",       "size",       "sort",     "step",     "test",     "timer",
          "timing",   "unfair",    "unreliable", "value",    "var",      "via",      "without"}) {
        words.emplace_back(word);
    }
    for (const std::string& word : words) {
        EXPECT_NE(shown.find(' ' + word + ' '), std::string::npos) << word;
    }
}

INSTANTIATE_TEST_SUITE_P(Docs,
                         LanguageExample,
                         ::testing::ValuesIn(examples()),
                         [](const auto& example) {
                             return fmt::format("line_{}", example.param.line);
                         });

} // namespace
} // namespace muster::test
