// One mistake, one error: every name of the shipped specs, where it is declared and where it is
// used, is misspelt in turn. That has to be reported once, and at or about the misspelt name.

#include "spec/parse/grammar/lexical.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/unit/spec/types/analysing.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace muster::spec::test {
namespace {

const std::filesystem::path kFolder(MUSTER_SOURCE_DIR "/spec/protocols");

/// How many names of one spec are tried; those of a longer one evenly.
constexpr std::size_t kMaxSites = 250;

/// Words that are free as names, and mean something where the shipped specs use them.
bool is_word_of_the_language(std::string_view text) {
    static const std::set<std::string_view> kWords = {
        "action",    "arbitrary", "assume", "axiom",      "bool",       "by",       "const",
        "cover",     "crash",     "def",    "distinct",   "duplicates", "durable",  "each",
        "either",    "enum",      "expect", "fair",       "fault",      "fifo",     "fires",
        "flight",    "function",  "ghost",  "given",      "import",     "instance", "int",
        "invariant", "is",        "keys",   "leads",      "lemma",      "list",     "live",
        "lost",      "majority",  "map",    "max",        "message",    "min",      "msg",
        "network",   "nothing",   "of",     "on",         "once",       "only",     "option",
        "procedure", "protocol",  "quiet",  "record",     "refuse",     "request",  "role",
        "sends",     "set",       "size",   "sort",       "step",       "stop",     "test",
        "timer",     "timing",    "unfair", "unreliable", "value",      "var",      "via",
        "without"};
    return kWords.contains(text);
}

/// Two letters swapped, or one added where that would change nothing.
std::string misspelt(std::string_view name) {
    std::string result(name);
    const std::size_t size = result.size();
    if (size > 2 && result[size - 1] != result[size - 2]) {
        std::swap(result[size - 1], result[size - 2]);
    } else {
        result += 'x';
    }
    return result;
}

std::vector<Span> sites(std::string_view text) {
    Diagnostics diagnostics;
    std::vector<Span> all;
    for (const syntax::Token& token : syntax::tokenize(text, 0, diagnostics).tokens) {
        if (token.kind == syntax::TokenKind::name && !is_word_of_the_language(token.text)) {
            all.push_back(token.span);
        }
    }
    const std::size_t step = all.size() / kMaxSites + 1;
    std::vector<Span> some;
    for (std::size_t i = 0; i < all.size(); i += step) {
        some.push_back(all[i]);
    }
    return some;
}

/// Whether the diagnostic marks this place, speaks of this name, or proposes one: of two that are
/// alike perhaps another.
bool is_about(const Diagnostic& diagnostic, Span place, const std::string& name) {
    const auto covers = [&](const Label& label) {
        return label.span.begin <= place.begin && place.begin < label.span.end;
    };
    const auto& more = diagnostic.secondary;
    const std::string quoted = '`' + name + '`';
    return covers(diagnostic.primary) || std::any_of(more.begin(), more.end(), covers) ||
           diagnostic.message.find(quoted) != std::string::npos ||
           diagnostic.help.starts_with("did you mean");
}

class Misspelling : public testing::TestWithParam<std::string> {};

TEST_P(Misspelling, IsOneError) {
    const std::string text = muster::test::read_file(kFolder / (GetParam() + ".muster"));
    std::size_t tried = 0;
    std::size_t noticed = 0;
    for (const Span site : sites(text)) {
        const std::string name = text.substr(site.begin, site.end - site.begin);
        const std::string other = misspelt(name);
        std::string changed = text;
        changed.replace(site.begin, name.size(), other);
        Diagnostics diagnostics;
        static_cast<void>(analyse(changed, diagnostics));
        ++tried;
        if (!diagnostics.has_errors()) { // a free choice: a test's element, a property, a title
            continue;
        }
        ++noticed;
        const auto shown = diagnostics.sorted();
        const Span place{site.begin, site.begin + static_cast<std::uint32_t>(other.size())};
        const std::string where =
            "`" + other + "` in line " +
            std::to_string(1 + std::count(text.begin(), text.begin() + site.begin, '\n'));
        EXPECT_EQ(shown.size(), 1U) << where << '\n' << listed(diagnostics);
        // What is declared under a short name is missed where it is used, without a proposal; and
        // `None` is taken for a word of another language there.
        EXPECT_TRUE(name.size() < 3 || name == "None" || is_about(shown.front(), place, other))
            << where << '\n'
            << listed(diagnostics);
    }
    EXPECT_GT(noticed, tried / 2);
}

INSTANTIATE_TEST_SUITE_P(Shipped,
                         Misspelling,
                         testing::ValuesIn(muster::test::shipped_protocols(kFolder)),
                         [](const auto& protocol) {
                             std::string name = protocol.param;
                             std::replace(name.begin(), name.end(), '/', '_');
                             return name;
                         });

} // namespace
} // namespace muster::spec::test
