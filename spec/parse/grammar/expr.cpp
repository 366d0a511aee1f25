#include "spec/parse/grammar/expr.hpp"

#include "spec/parse/comprehension.hpp"
#include "spec/parse/grammar/type.hpp"
#include "spec/parse/precedence.hpp"

namespace muster::spec::syntax::grammar {

struct expr_id {};

struct place_id {};

struct field_init_id {};

struct message_fields_id {};

struct arguments_id {};

namespace {

// ---- operators ----

std::optional<cst::Operator> match_operator(const Token& token) {
    if (token.kind != TokenKind::punctuation && token.kind != TokenKind::keyword) {
        return std::nullopt;
    }
    const auto op = binary_operator(token.text);
    return op ? std::optional(cst::Operator{*op, token.span}) : std::nullopt;
}

std::optional<cst::Prefix> match_prefix(const Token& token) {
    if (token.text == "not") {
        return cst::Prefix{ast::UnaryOp::logical_not, token.span};
    }
    if (token.text == "-") {
        return cst::Prefix{ast::UnaryOp::negate, token.span};
    }
    return std::nullopt;
}

/// The dot of a field access is followed by a word at once. A dot with a blank behind it ends the
/// binders of a quantifier.
struct FieldDot {};

std::optional<FieldDot> match_field_dot(const Token& token) {
    if (token.text != "." || token.space_after) {
        return std::nullopt;
    }
    const TokenKind next = (&token + 1)->kind;
    return next == TokenKind::name || next == TokenKind::keyword ? std::optional(FieldDot{})
                                                                 : std::nullopt;
}

/// A brace behind a identifier begins a record only if a field follows; else it begins a block.
struct RecordBrace {};

std::optional<RecordBrace> match_record_brace(const Token& token) {
    const bool opens = token.kind == TokenKind::punctuation && token.text == "{";
    // Behind an opening brace there is always a token, if only the one that ends the file.
    const bool begins_record =
        opens && (&token + 1)->kind == TokenKind::name && (&token + 2)->text == ":";
    return begins_record ? std::optional(RecordBrace{}) : std::nullopt;
}

constexpr auto binary_op = leaf<cst::Operator>(&match_operator, "an operator");
constexpr auto prefix = leaf<cst::Prefix>(&match_prefix, "an operator");
constexpr auto field_dot = leaf<FieldDot>(&match_field_dot, "`.`");
constexpr auto field_name = leaf<ast::Name>(&match_name, "a field's name");
constexpr auto record_brace = leaf<RecordBrace>(&match_record_brace, "`{`");

// ---- actions ----

constexpr auto add_number = [](const auto& ctx) {
    x3::_val(ctx) = builder(ctx).add(ast::IntLiteral{x3::_attr(ctx)}, last_token(ctx).span);
};
constexpr auto add_duration = [](const auto& ctx) {
    x3::_val(ctx) = builder(ctx).add(ast::IntLiteral{x3::_attr(ctx).ms}, last_token(ctx).span);
};
constexpr auto add_name = [](const auto& ctx) {
    x3::_val(ctx) = builder(ctx).add(ast::NameRef{std::move(x3::_attr(ctx))}, last_token(ctx).span);
};
constexpr auto add_list = [](const auto& ctx) {
    x3::_val(ctx) =
        builder(ctx).add(ast::ListLiteral{std::move(x3::_attr(ctx))}, last_token(ctx).span);
};
constexpr auto add_chain = [](const auto& ctx) {
    x3::_val(ctx) = resolve(x3::_attr(ctx), builder(ctx));
};
constexpr auto add_braces = [](const auto& ctx) {
    x3::_val(ctx) = resolve_braces(x3::_attr(ctx), builder(ctx));
};

/// `name` turned out to be a call or a record.
constexpr auto to_call = [](const auto& ctx) {
    auto& node = builder(ctx).expr(x3::_val(ctx)).node;
    ast::Name callee = std::get<ast::NameRef>(node).name;
    builder(ctx).replace(x3::_val(ctx), ast::Call{std::move(callee), std::move(x3::_attr(ctx))});
};
constexpr auto to_record = [](const auto& ctx) {
    auto& node = builder(ctx).expr(x3::_val(ctx)).node;
    ast::Name record = std::get<ast::NameRef>(node).name;
    builder(ctx).replace(x3::_val(ctx),
                         ast::RecordLiteral{std::move(record), std::move(x3::_attr(ctx))});
};

/// Puts a node around the expression read so far; it covers everything up to the last token.
template <class Node, class AnyContext>
void wrap(Node node, const AnyContext& ctx) {
    Builder& b = builder(ctx);
    const Span span = join(b.expr(x3::_val(ctx)).span, last_token(ctx).span);
    x3::_val(ctx) = b.add(std::move(node), span);
}

constexpr auto access_field = [](const auto& ctx) {
    wrap(ast::FieldAccess{x3::_val(ctx), std::move(x3::_attr(ctx))}, ctx);
};
constexpr auto access_index = [](const auto& ctx) {
    wrap(ast::Index{x3::_val(ctx), x3::_attr(ctx), false}, ctx);
};
constexpr auto access_optional_index = [](const auto& ctx) {
    wrap(ast::Index{x3::_val(ctx), x3::_attr(ctx), true}, ctx);
};
constexpr auto update_record = [](const auto& ctx) {
    wrap(ast::RecordUpdate{x3::_val(ctx), std::move(x3::_attr(ctx))}, ctx);
};
/// The bracket that closes an index belongs to it.
constexpr auto extend = [](const auto& ctx) {
    builder(ctx).expr(x3::_val(ctx)).span.end = last_token(ctx).span.end;
};

/// A shared collection would be one expression with two parents.
constexpr auto require_one_name = [](const auto& ctx) {
    if (x3::_val(ctx).names.size() > 1) {
        throw SyntaxError{{.code = Code::syntax,
                           .message = "every name needs an `in` of its own",
                           .primary = {last_token(ctx).span, ""},
                           .help = "write `x in S, y in S`"}};
    }
};
constexpr auto add_binders = [](const auto& ctx) {
    const cst::BinderGroup& group = x3::_attr(ctx);
    for (const ast::Name& binder : group.names) {
        x3::_val(ctx).binders.push_back({binder, group.type, group.domain});
    }
};

// ---- rules ----

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct chain_id, cst::Chain> chain = "an expression";
const rule<struct operand_id, cst::Operand> operand = "an expression";
const rule<struct link_id, cst::Link> link = "an operator";
const rule<struct is_test_id, cst::Operator> is_test = "an operator";
const rule<struct postfix_id, ast::ExprId> postfix = "an expression";
const rule<struct primary_id, ast::ExprId> primary = "an expression";
const rule<struct named_expr_id, ast::ExprId> named_expr = "a name";
const rule<struct record_fields_id, std::vector<ast::FieldInit>> record_fields = "`{`";
const rule<struct some_expr_id, ast::SomeExpr> some_expr = "an expression";
const rule<struct if_else_id, ast::IfElse> if_else = "an expression";
const rule<struct old_id, ast::Old> old = "an expression";
const rule<struct armed_id, ast::Armed> armed = "an expression";
const rule<struct all_of_id, ast::AllOf> all_of = "an expression";
const rule<struct pattern_id, ast::MessagePattern> pattern = "an expression";
const rule<struct first_binder_id, ast::Binder> first_binder = "a name";
const rule<struct first_id, ast::First> first_in = "an expression";
const rule<struct binder_group_id, cst::BinderGroup> binder_group = "a name";
const rule<struct quantifier_id, ast::Quantifier> quantifier = "an expression";
const rule<struct typed_clause_id, ast::Binder> typed_clause = "a name";
const rule<struct clause_id, cst::Clause> clause = "an expression";
const rule<struct list_literal_id, std::vector<ast::ExprId>> list_literal = "an expression";
const rule<struct map_entry_id, cst::MapEntry> map_entry = "an expression";
const rule<struct braces_id, cst::Braces> braces = "`{`";

// clang-format off
auto const expr_def = chain[add_chain];

auto const chain_def =
    nested(operand[set<&cst::Chain::first>] >> *link[append<&cst::Chain::links>]);
auto const operand_def =
      postfix[set<&cst::Operand::value>]
    | (+prefix[append<&cst::Operand::prefixes>] > postfix[set<&cst::Operand::value>]);
auto const link_def =
      (binary_op[set<&cst::Link::op>] > operand[set<&cst::Link::right>])
    | is_test[set<&cst::Link::op>];
auto const is_test_def = with_span(
    tok("is") > named("`some` or `none`",
          tok("some")[mark<&cst::Operator::op, cst::IsTest{true}>]
        | tok("none")[mark<&cst::Operator::op, cst::IsTest{false}>]));

auto const postfix_def =
    primary[take]
    >> *( (field_dot > field_name[access_field])
        | (tok("[") > expr[access_index] > tok("]")[extend])
        | (tok("?[") > expr[access_optional_index] > tok("]")[extend])
        | (tok("with") > record_fields[update_record]));
auto const place_def =
    identifier[add_name]
    >> *( (field_dot > field_name[access_field])
        | (tok("[") > expr[access_index] > tok("]")[extend]));

auto const primary_def = with_span(
      number[add_number] | duration[add_duration]
    | tok("true")[add_constant(ast::BoolLiteral{true})]
    | tok("false")[add_constant(ast::BoolLiteral{false})]
    | tok("none")[add_constant(ast::NoneLiteral{})]
    | named_expr[take]
    | (tok("(") > expr[take] > tok(")"))
    | braces[add_braces] | list_literal[add_list]
    | some_expr[add_expr] | if_else[add_expr] | quantifier[add_expr] | first_in[add_expr]
    | old[add_expr] | armed[add_expr] | all_of[add_expr] | pattern[add_expr]);

auto const named_expr_def =
    identifier[add_name] >> -(arguments[to_call] | (&record_brace >> record_fields[to_record]));
auto const arguments_def = tok("(") > list(expr[push], ")", "`,` or `)`");
auto const field_init_def =
    identifier[set<&ast::FieldInit::name>] > tok(":") > expr[set<&ast::FieldInit::value>];
auto const message_fields_def = tok("(") > list(field_init[push], ")", "`,` or `)`");
auto const record_fields_def  = tok("{") > list(field_init[push], "}", "`,` or `}`");

auto const some_expr_def = tok("some") > tok("(") > expr[set<&ast::SomeExpr::value>] > tok(")");
auto const if_else_def =
      tok("if") > expr[set<&ast::IfElse::condition>]
    > tok("then") > expr[set<&ast::IfElse::then_value>]
    > tok("else") > expr[set<&ast::IfElse::else_value>];
auto const old_def    = tok("old") > tok("(") > expr[set<&ast::Old::value>] > tok(")");
auto const armed_def  = tok("armed") > tok("(") > place[set<&ast::Armed::timer>] > tok(")");
auto const all_of_def =
    tok("all") > named("the name of a role", identifier[set<&ast::AllOf::role>]);
auto const pattern_def =
      (tok("sent") | tok("in_flight")[mark<&ast::MessagePattern::in_flight, true>])
    > tok("(") > named("the name of a message", identifier[set<&ast::MessagePattern::message>])
    > message_fields[set<&ast::MessagePattern::fields>]
    > -(tok("from") > expr[set<&ast::MessagePattern::from>])
    > -(tok("to") > expr[set<&ast::MessagePattern::to>])
    > tok(")");

auto const first_binder_def =
    identifier[set<&ast::Binder::name>] > tok("in") > expr[set<&ast::Binder::domain>];
auto const first_in_def =
      tok("first") > first_binder[set<&ast::First::binder>]
    > -(tok("where") > expr[set<&ast::First::condition>]);

auto const binder_group_def =
      identifier[append<&cst::BinderGroup::names>]
    > *(tok(",") >> identifier[append<&cst::BinderGroup::names>])
    > named("`:` or `in` after the names",
          (tok(":") > type[set<&cst::BinderGroup::type>])
        | (tok("in")[require_one_name] > expr[set<&cst::BinderGroup::domain>]));
auto const quantifier_def =
      ( tok("forall")[mark<&ast::Quantifier::kind, ast::QuantifierKind::forall>]
      | tok("exists")[mark<&ast::Quantifier::kind, ast::QuantifierKind::exists>])
    > binder_group[add_binders] > *(tok(",") > binder_group[add_binders])
    > tok(".", "`.` after the names") > expr[set<&ast::Quantifier::body>];

using Form = cst::Braces::Form;
auto const typed_clause_def =
    &(identifier >> tok(":")) > identifier[set<&ast::Binder::name>]
    > tok(":") > type[set<&ast::Binder::type>];
auto const clause_def =
      typed_clause[([](const auto& ctx) { x3::_val(ctx).typed = std::move(x3::_attr(ctx)); })]
    | chain[set<&cst::Clause::chain>];

auto const clauses = list(clause[append<&cst::Braces::clauses>], "}", "`,` or `}`");
auto const more_elements =
    tok(",") >> -(expr[append<&cst::Braces::elements>]
                  >> *((tok(",") >> !tok("}")) > expr[append<&cst::Braces::elements>])
                  >> -tok(","));
auto const list_literal_def = tok("[") > list(expr[push], "]", "`,` or `]`");
auto const map_entry_def =
    expr[set<&cst::MapEntry::key>] > tok("->") > expr[set<&cst::MapEntry::value>];
auto const more_entries =
    tok(",") >> -(map_entry[append<&cst::Braces::entries>]
                  >> *((tok(",") >> !tok("}")) > map_entry[append<&cst::Braces::entries>])
                  >> -tok(","));
constexpr auto set_head = [](const auto& ctx) {
    x3::_val(ctx).head.chain = std::move(x3::_attr(ctx));
};
constexpr auto set_typed_head = [](const auto& ctx) {
    x3::_val(ctx).form = Form::set_comprehension;
    x3::_val(ctx).head.typed = std::move(x3::_attr(ctx));
};
auto const braces_def = with_span(
    tok("{") > named("an expression or `}`",
        tok("}")
      | (typed_clause[set_typed_head] > tok("|", "`|` behind the type") > clauses)
      | (chain[set_head]
         > ( (tok("|")[mark<&cst::Braces::form, Form::set_comprehension>] > clauses)
           | (tok("->") > expr[set<&cst::Braces::value>]
              > ( (tok("for")[mark<&cst::Braces::form, Form::map_comprehension>] > clauses)
                | (x3::eps[mark<&cst::Braces::form, Form::map_entries>] > -more_entries
                   > tok("}", "`for`, `,` or `}`"))))
           | (x3::eps[mark<&cst::Braces::form, Form::elements>] > -more_elements
              > tok("}", "`,`, `|`, `->` or `}`"))))));
// clang-format on

BOOST_SPIRIT_DEFINE(chain, operand, link, is_test, postfix, primary, named_expr, record_fields)
BOOST_SPIRIT_DEFINE(some_expr, if_else, old, armed, all_of, pattern, first_binder, first_in)
BOOST_SPIRIT_DEFINE(binder_group, quantifier, typed_clause, clause, braces)
BOOST_SPIRIT_DEFINE(list_literal, map_entry)

} // namespace

BOOST_SPIRIT_DEFINE(expr, place, field_init, message_fields, arguments)
BOOST_SPIRIT_INSTANTIATE(expr_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(place_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(field_init_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(message_fields_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(arguments_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
