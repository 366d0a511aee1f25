#include "spec/parse/boundaries.hpp"

#include <algorithm>
#include <array>

namespace muster::spec::syntax {
namespace {

constexpr auto kDeclarationWords = std::to_array<std::string_view>(
    {"sort",  "enum",     "record",   "const", "function",  "message", "role",
     "fault", "network",  "lemma",    "step",  "invariant", "cover",   "axiom",
     "live",  "instance", "protocol", "test",  "import",    "assume"});

constexpr auto kMemberWords = std::to_array<std::string_view>(
    {"var", "durable", "ghost", "timer", "def", "procedure", "on", "action", "either"});

bool is_fairness(const Token& token) {
    return token.kind == TokenKind::name && (token.text == "fair" || token.text == "unfair");
}

bool is_fair_member(std::string_view word) {
    return word == "action" || word == "timer" || word == "durable";
}

template <class Words>
bool opens(const Token& token, const Words& words) {
    return token.first_on_line && token.kind == TokenKind::name &&
           std::find(words.begin(), words.end(), token.text) != words.end();
}

} // namespace

bool begins_declaration(const Token& token) {
    if (token.first_on_line && is_fairness(token)) {
        const Token& next = *(&token + 1);
        return next.text == "message" && !next.first_on_line;
    }
    if (!opens(token, kDeclarationWords)) {
        return false;
    }
    const Token& next = *(&token + 1); // a word is never the last token
    const bool fits = next.kind == TokenKind::name || next.kind == TokenKind::string ||
                      (token.text == "fault" && next.text == "stop");
    return fits && !next.first_on_line;
}

bool begins_member(const Token& token) {
    if (token.first_on_line && is_fairness(token)) {
        const Token& next = *(&token + 1);
        return is_fair_member(next.text) && !next.first_on_line;
    }
    if (!opens(token, kMemberWords)) {
        return false;
    }
    const Token& next = *(&token + 1);
    const bool fits = next.kind == TokenKind::name || (token.text == "on" && next.text == "start");
    return fits && !next.first_on_line;
}

std::vector<std::string> declaration_words() {
    std::vector<std::string> words(kDeclarationWords.begin(), kDeclarationWords.end());
    words.emplace_back("def");
    return words;
}

std::vector<std::string> member_words() {
    return {kMemberWords.begin(), kMemberWords.end()};
}

} // namespace muster::spec::syntax
