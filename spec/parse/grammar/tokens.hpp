#pragma once

#include "spec/parse/boundaries.hpp"
#include "spec/parse/cst.hpp"
#include "spec/parse/grammar/context.hpp"

#include <boost/spirit/home/x3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Parsers of single tokens.
namespace muster::spec::syntax::grammar {

/// Matches one sign or word by its text. `name` is what a failed expectation says.
struct TokenIs : x3::parser<TokenIs> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    constexpr TokenIs(std::string_view its_text, std::string_view its_name)
        : text(its_text)
        , name(its_name) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& /*last*/,
               const AnyContext& /*ctx*/,
               RuleContext& /*rule*/,
               Attribute& /*attribute*/) const {
        if (first->text != text || first->kind == TokenKind::end) {
            return false;
        }
        ++first;
        return true;
    }

    std::string_view text;
    std::string_view name;
};

constexpr TokenIs tok(std::string_view text) {
    return {text, {}};
}

constexpr TokenIs tok(std::string_view text, std::string_view name) {
    return {text, name};
}

/// Matches a word that means something only with a name behind it on its line, and is a name itself
/// everywhere else: `lost c`, but `lost(x)`.
struct WordBeforeName : x3::parser<WordBeforeName> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    explicit constexpr WordBeforeName(std::string_view its_text)
        : text(its_text) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& /*last*/,
               const AnyContext& /*ctx*/,
               RuleContext& /*rule*/,
               Attribute& /*attribute*/) const {
        if (first->text != text || first->kind == TokenKind::end) {
            return false;
        }
        const Token& next = *(first + 1);
        if (next.kind != TokenKind::name || next.first_on_line) {
            return false;
        }
        ++first;
        return true;
    }

    std::string_view text;
};

constexpr WordBeforeName word_before_name(std::string_view text) {
    return WordBeforeName(text);
}

/// Matches one token that carries a value. `Match` turns a token into the value, or into nothing.
template <class Value, class Match>
struct Leaf : x3::parser<Leaf<Value, Match>> {
    using attribute_type = Value;
    static constexpr bool has_attribute = true;

    constexpr Leaf(Match its_match, std::string_view its_name)
        : match(its_match)
        , name(its_name) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& /*last*/,
               const AnyContext& /*ctx*/,
               RuleContext& /*rule*/,
               Attribute& attribute) const {
        std::optional<Value> value = match(*first);
        if (!value) {
            return false;
        }
        if constexpr (std::is_same_v<Attribute, Value>) {
            attribute = std::move(*value);
        }
        ++first;
        return true;
    }

    Match match;
    std::string_view name;
};

template <class Value, class Match>
constexpr Leaf<Value, Match> leaf(Match match, std::string_view name) {
    return {match, name};
}

/// A word that begins the next declaration is no name: whoever forgot the end of an expression is
/// told there.
inline std::optional<ast::Name> match_name(const Token& token) {
    if (token.kind != TokenKind::name || begins_declaration(token) || begins_member(token)) {
        return std::nullopt;
    }
    return ast::Name{std::string(token.text), token.span};
}

inline std::optional<std::int64_t> match_number(const Token& token) {
    return token.kind == TokenKind::number ? std::optional(token.value) : std::nullopt;
}

inline std::optional<cst::Duration> match_duration(const Token& token) {
    return token.kind == TokenKind::duration ? std::optional(cst::Duration{token.value})
                                             : std::nullopt;
}

/// The text between the quotes.
inline std::optional<std::string> match_text(const Token& token) {
    if (token.kind != TokenKind::string) {
        return std::nullopt;
    }
    std::string text;
    for (std::size_t i = 1; i + 1 < token.text.size(); ++i) {
        if (token.text[i] == '\\' && i + 2 < token.text.size()) {
            ++i;
        }
        text.push_back(token.text[i]);
    }
    return text;
}

/// A text with its place, such as the title of another test.
inline std::optional<ast::Name> match_title(const Token& token) {
    std::optional<std::string> text = match_text(token);
    return text ? std::optional(ast::Name{std::move(*text), token.span}) : std::nullopt;
}

constexpr auto identifier = leaf<ast::Name>(&match_name, "a name");
constexpr auto number = leaf<std::int64_t>(&match_number, "a number");
constexpr auto duration =
    leaf<cst::Duration>(&match_duration, "a duration such as `500ms`, `10s` or `2m`");

} // namespace muster::spec::syntax::grammar

namespace boost::spirit::x3 {

template <>
struct get_info<muster::spec::syntax::grammar::TokenIs> {
    using result_type = std::string;

    std::string operator()(const muster::spec::syntax::grammar::TokenIs& parser) const {
        return parser.name.empty() ? "`" + std::string(parser.text) + "`"
                                   : std::string(parser.name);
    }
};

template <>
struct get_info<muster::spec::syntax::grammar::WordBeforeName> {
    using result_type = std::string;

    std::string operator()(const muster::spec::syntax::grammar::WordBeforeName& parser) const {
        return "`" + std::string(parser.text) + "`";
    }
};

template <class Value, class Match>
struct get_info<muster::spec::syntax::grammar::Leaf<Value, Match>> {
    using result_type = std::string;

    std::string operator()(const muster::spec::syntax::grammar::Leaf<Value, Match>& parser) const {
        return std::string(parser.name);
    }
};

} // namespace boost::spirit::x3
