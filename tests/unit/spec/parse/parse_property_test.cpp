#include "tests/support/golden.hpp"
#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

// Whatever the text, parsing ends with a tree or with mistakes that lie inside the text.
namespace muster::spec::test {
namespace {

void check(const std::string& text) {
    Diagnostics diagnostics;
    const auto file = parse(text, diagnostics);
    RC_ASSERT(file.has_value() == !diagnostics.has_errors());
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        RC_ASSERT(!diagnostic.message.empty());
        RC_ASSERT(diagnostic.primary.span.begin <= diagnostic.primary.span.end);
        RC_ASSERT(diagnostic.primary.span.end <= text.size());
        for (const Label& label : diagnostic.secondary) {
            RC_ASSERT(label.span.end <= text.size());
        }
    }
    if (file) {
        Diagnostics again;
        RC_ASSERT(dump(*file) == dump(*parse(text, again)));
    }
}

RC_GTEST_PROP(Parsing, SurvivesBytes, (const std::string& bytes)) {
    check(bytes);
    check("protocol p\n" + bytes);
}

constexpr std::string_view kWords =
    "role message sort invariant test instance on action var timer def procedure durable ghost "
    "fault crash { } ( ) [ ] ?[ , : ; . .. -> | = == += - + < in is some none not and implies if "
    "then else forall exists first where old armed sent all with let send reply start stop ignore "
    "return pick for each by max fresh from to when otherwise as x M 1 10s \"t\" map option set "
    "distinct list request without of expect either \xC3\xA4 import network once fifo via fair "
    "unfair "
    "live leads quiet lose cut assume timing fires only lost given sends nothing flight "
    "duplicates ";

std::vector<std::string> all_tokens() {
    std::vector<std::string> tokens = {"/// d\n", "\n"};
    for (std::size_t at = 0; at < kWords.size();) {
        const std::size_t end = kWords.find(' ', at);
        tokens.emplace_back(kWords.substr(at, end - at));
        at = end + 1;
    }
    return tokens;
}

/// Words and signs of the language in any order reach further than bytes do.
rc::Gen<std::string> token() {
    return rc::gen::elementOf(all_tokens());
}

RC_GTEST_PROP(Parsing, SurvivesTokens, ()) {
    const auto tokens = *rc::gen::container<std::vector<std::string>>(token());
    std::string text = "protocol p\n";
    for (const std::string& part : tokens) {
        text += part + *rc::gen::element<std::string>(" ", "", "\n");
    }
    check(text);
}

RC_GTEST_PROP(Parsing, SurvivesMutatedProtocols, ()) {
    const std::string name =
        *rc::gen::element<std::string>("spec/protocols/lease.muster",
                                       "spec/protocols/kafka_group.muster",
                                       "tests/golden/parse/whole_language.muster");
    std::string text = muster::test::read_file(std::filesystem::path(MUSTER_SOURCE_DIR) / name);
    const int mutations = *rc::gen::inRange(1, 8);
    for (int i = 0; i < mutations; ++i) {
        const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size());
        const std::size_t length = *rc::gen::inRange<std::size_t>(0, 12);
        const std::string insert = *rc::gen::oneOf(token(), rc::gen::just(std::string()));
        text.replace(at, length, insert);
    }
    check(text);
}

} // namespace
} // namespace muster::spec::test
