#pragma once

#include "spec/parse/grammar/config.hpp"

namespace muster::spec::syntax::grammar {

/// A whole expression.
struct expr_id;
using expr_t = x3::rule<expr_id, ast::ExprId>;
const expr_t expr = "an expression";
BOOST_SPIRIT_DECLARE(expr_t)

/// A name with fields and indices: what can be assigned to, and a timer.
struct place_id;
using place_t = x3::rule<place_id, ast::ExprId>;
const place_t place = "a name";
BOOST_SPIRIT_DECLARE(place_t)

/// `f: e`.
struct field_init_id;
using field_init_t = x3::rule<field_init_id, ast::FieldInit>;
const field_init_t field_init = "a field's name";
BOOST_SPIRIT_DECLARE(field_init_t)

/// `(f: e, …)`, with the parentheses.
struct message_fields_id;
using message_fields_t = x3::rule<message_fields_id, std::vector<ast::FieldInit>>;
const message_fields_t message_fields = "`(`";
BOOST_SPIRIT_DECLARE(message_fields_t)

/// `(e, …)`, with the parentheses.
struct arguments_id;
using arguments_t = x3::rule<arguments_id, std::vector<ast::ExprId>>;
const arguments_t arguments = "`(`";
BOOST_SPIRIT_DECLARE(arguments_t)

} // namespace muster::spec::syntax::grammar
