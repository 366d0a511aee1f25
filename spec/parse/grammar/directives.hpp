#pragma once

#include "spec/parse/grammar/context.hpp"
#include "spec/parse/grammar/tokens.hpp"

#include <boost/spirit/home/x3.hpp>

#include <string>
#include <string_view>
#include <type_traits>

/// What is put around the parsers of whole phrases.
namespace muster::spec::syntax::grammar {

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

} // namespace muster::spec::syntax::grammar

namespace boost::spirit::x3 {

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

} // namespace boost::spirit::x3
