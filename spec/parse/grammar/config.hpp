#pragma once

#include "spec/parse/boundaries.hpp"
#include "spec/parse/builder.hpp"
#include "spec/parse/cst.hpp"
#include "spec/parse/token.hpp"

#include <boost/spirit/home/x3.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// What the parts of the grammar share. The grammar works on tokens, so there is no skipper, a word
/// never ends inside another one, and the place of a failed expectation is a token.
///
/// Rules have attributes of the project's own types and fill them with the actions below; Spirit's
/// own propagation of attributes is not used, because it neither knows std::variant nor behaves
/// alike in the supported versions of Boost. Every rule is named in the user's words: the name ends
/// up behind "expected". `>` stands wherever a branch is certain.
namespace muster::spec::syntax::grammar {

namespace x3 = boost::spirit::x3;

/// The range ends at the token of kind `end`, which may be looked at.
using Iterator = const Token*;
struct builder_tag;
using Context = x3::context<builder_tag, Builder>;

template <class AnyContext>
Builder& builder(const AnyContext& ctx) {
    return x3::get<builder_tag>(ctx);
}

// ---- spans ----

inline Span span_of(Iterator first, Iterator last) {
    return {first->span.begin, first == last ? first->span.begin : (last - 1)->span.end};
}

/// Inside an action: the token that was read last.
template <class AnyContext>
const Token& last_token(const AnyContext& ctx) {
    return *(x3::_where(ctx).begin() - 1);
}

/// An expression in parentheses covers them too.
template <class AnyContext>
void set_span(ast::ExprId id, Span span, const AnyContext& ctx) {
    builder(ctx).expr(id).span = span;
}

template <class AnyContext>
void set_span(ast::TypeId id, Span span, const AnyContext& ctx) {
    builder(ctx).type(id).span = span;
}

template <class Value, class AnyContext>
void set_span(Value& value, Span span, const AnyContext& /*ctx*/) {
    value.span = span;
}

// ---- single tokens ----

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

constexpr auto identifier = leaf<ast::Name>(&match_name, "a name");
constexpr auto number = leaf<std::int64_t>(&match_number, "a number");
constexpr auto duration =
    leaf<cst::Duration>(&match_duration, "a duration such as `500ms`, `10s` or `2m`");

// ---- directives ----

/// Gives a parser a name in the user's words.
template <class Subject>
struct Named : x3::unary_parser<Subject, Named<Subject>> {
    static constexpr bool is_pass_through_unary = true;

    constexpr Named(const Subject& its_subject, std::string_view its_name)
        : x3::unary_parser<Subject, Named<Subject>>(its_subject)
        , name(its_name) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& last,
               const AnyContext& ctx,
               RuleContext& rule,
               Attribute& attribute) const {
        return this->subject.parse(first, last, ctx, rule, attribute);
    }

    std::string_view name;
};

template <class Subject>
constexpr Named<Subject> named(std::string_view its_name, const Subject& its_subject) {
    return {its_subject, its_name};
}

/// Around all of a rule: gives the rule's attribute the span of everything that was matched. (A
/// handler of success would not do: it never sees the attribute of a rule with actions.)
template <class Subject>
struct WithSpan : x3::unary_parser<Subject, WithSpan<Subject>> {
    static constexpr bool is_pass_through_unary = true;

    explicit constexpr WithSpan(const Subject& its_subject)
        : x3::unary_parser<Subject, WithSpan<Subject>>(its_subject) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& last,
               const AnyContext& ctx,
               RuleContext& rule,
               Attribute& attribute) const {
        const Iterator start = first;
        if (!this->subject.parse(first, last, ctx, rule, attribute)) {
            return false;
        }
        set_span(rule, span_of(start, first), ctx);
        return true;
    }
};

template <class Subject>
constexpr WithSpan<Subject> with_span(const Subject& subject) {
    return WithSpan<Subject>(subject);
}

/// Counts one level of recursion, and refuses to go too deep.
template <class Subject>
struct Nested : x3::unary_parser<Subject, Nested<Subject>> {
    static constexpr bool is_pass_through_unary = true;

    explicit constexpr Nested(const Subject& its_subject)
        : x3::unary_parser<Subject, Nested<Subject>>(its_subject) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& last,
               const AnyContext& ctx,
               RuleContext& rule,
               Attribute& attribute) const {
        const Builder::Level level(builder(ctx), first->span);
        return this->subject.parse(first, last, ctx, rule, attribute);
    }
};

template <class Subject>
constexpr Nested<Subject> nested(const Subject& subject) {
    return Nested<Subject>(subject);
}

/// Ends the declaration with a message of its own, placed at the token that was read last.
struct Refuse : x3::parser<Refuse> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    constexpr Refuse(std::string_view its_message, std::string_view its_help)
        : message(its_message)
        , help(its_help) {}

    template <class AnyContext, class RuleContext, class Attribute>
    [[noreturn]] bool parse(Iterator& first,
                            const Iterator& /*last*/,
                            const AnyContext& /*ctx*/,
                            RuleContext& /*rule*/,
                            Attribute& /*attribute*/) const {
        throw SyntaxError{{.code = Code::syntax,
                           .message = std::string(message),
                           .primary = {(first - 1)->span, ""},
                           .help = std::string(help)}};
    }

    std::string_view message;
    std::string_view help;
};

constexpr Refuse refuse(std::string_view message, std::string_view help = {}) {
    return {message, help};
}

/// What `list` makes: it is named after its item and the sign that closes it.
template <class Item, class Subject>
struct List : x3::unary_parser<Subject, List<Item, Subject>> {
    static constexpr bool is_pass_through_unary = true;

    constexpr List(const Subject& its_subject, const Item& its_item, std::string_view its_close)
        : x3::unary_parser<Subject, List<Item, Subject>>(its_subject)
        , item(its_item)
        , close(its_close) {}

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(Iterator& first,
               const Iterator& last,
               const AnyContext& ctx,
               RuleContext& rule,
               Attribute& attribute) const {
        return this->subject.parse(first, last, ctx, rule, attribute);
    }

    Item item;
    std::string_view close;
};

/// Any number of items with commas between them and perhaps one at the end, up to `close`, which is
/// consumed.
template <class Item>
constexpr auto list(const Item& item, std::string_view close, std::string_view close_name) {
    const auto subject = tok(close) | (item > *((tok(",") >> !tok(close)) > item) > -tok(",") >
                                       tok(close, close_name));
    return List<Item, std::remove_const_t<decltype(subject)>>(subject, item, close);
}

// ---- actions ----

/// Moves what was matched into a member of the rule's attribute.
template <auto Member>
struct Set {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx).*Member = std::move(x3::_attr(ctx));
    }
};

template <auto Member>
inline constexpr Set<Member> set{};

/// Appends what was matched to a member of the rule's attribute.
template <auto Member>
struct Append {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        (x3::_val(ctx).*Member).push_back(std::move(x3::_attr(ctx)));
    }
};

template <auto Member>
inline constexpr Append<Member> append{};

/// Sets a member to a constant.
template <auto Member, auto Value>
struct Mark {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx).*Member = Value;
    }
};

template <auto Member, auto Value>
inline constexpr Mark<Member, Value> mark{};

/// `fair` or `unfair` in front of a declaration of type `Decl`.
template <class Decl>
const auto fairness_of = tok("fair")[mark<&Decl::fairness, ast::Fairness::fair>] |
                         tok("unfair")[mark<&Decl::fairness, ast::Fairness::unfair>];

/// The rule's attribute is what was matched.
struct Take {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx) = std::move(x3::_attr(ctx));
    }
};

inline constexpr Take take{};

/// The rule's attribute is a list; what was matched goes to its end.
struct Push {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx).push_back(std::move(x3::_attr(ctx)));
    }
};

inline constexpr Push push{};

/// The rule's attribute has a variant called `node`, which what was matched becomes.
struct TakeNode {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx).node = std::move(x3::_attr(ctx));
    }
};

inline constexpr TakeNode take_node{};

/// Puts what was matched into an optional member.
template <auto Member>
struct SetOptional {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        (x3::_val(ctx).*Member).emplace(std::move(x3::_attr(ctx)));
    }
};

template <auto Member>
inline constexpr SetOptional<Member> set_optional{};

/// What was matched becomes an expression. Its span is set by the rule that ends with it.
struct AddExpr {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx) = builder(ctx).add(std::move(x3::_attr(ctx)), last_token(ctx).span);
    }
};

inline constexpr AddExpr add_expr{};

/// The same for types.
struct AddType {
    template <class AnyContext>
    void operator()(const AnyContext& ctx) const {
        x3::_val(ctx) = builder(ctx).add_type(std::move(x3::_attr(ctx)), last_token(ctx).span);
    }
};

inline constexpr AddType add_type{};

/// A token becomes an expression without parts.
template <class Node>
constexpr auto add_constant(Node node) {
    return [node](const auto& ctx) {
        x3::_val(ctx) = builder(ctx).add(node, last_token(ctx).span);
    };
}

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

template <class Subject>
struct get_info<muster::spec::syntax::grammar::Named<Subject>> {
    using result_type = std::string;

    std::string operator()(const muster::spec::syntax::grammar::Named<Subject>& parser) const {
        return std::string(parser.name);
    }
};

template <class Item, class Subject>
struct get_info<muster::spec::syntax::grammar::List<Item, Subject>> {
    using result_type = std::string;

    std::string operator()(const muster::spec::syntax::grammar::List<Item, Subject>& parser) const {
        return what(parser.item) + " or `" + std::string(parser.close) + "`";
    }
};

template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
    using result_type = std::string;

    std::string operator()(const action<Subject, Action>& parser) const {
        return what(parser.subject);
    }
};

} // namespace boost::spirit::x3
