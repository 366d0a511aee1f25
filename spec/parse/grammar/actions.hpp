#pragma once

#include "spec/parse/grammar/context.hpp"
#include "spec/parse/grammar/tokens.hpp"

#include <boost/spirit/home/x3.hpp>

#include <string>
#include <utility>

/// What is done with what a parser has matched.
namespace muster::spec::syntax::grammar {

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

template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
    using result_type = std::string;

    std::string operator()(const action<Subject, Action>& parser) const {
        return what(parser.subject);
    }
};

} // namespace boost::spirit::x3
