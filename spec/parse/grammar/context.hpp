#pragma once

#include "spec/parse/builder.hpp"
#include "spec/parse/token.hpp"

#include <boost/spirit/home/x3.hpp>

/// What every part of the grammar sees while it reads: the tokens and the builder.
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

} // namespace muster::spec::syntax::grammar
