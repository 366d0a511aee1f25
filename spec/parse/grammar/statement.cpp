#include "spec/parse/grammar/statement.hpp"

#include "spec/parse/grammar/expr.hpp"

namespace muster::spec::syntax::grammar {

struct block_id {};

namespace {

constexpr auto push_statement = [](const auto& ctx) {
    x3::_val(ctx).statements.push_back(std::move(x3::_attr(ctx)));
};
/// `else if` is a block that holds one statement.
constexpr auto else_if_block = [](const auto& ctx) {
    const Span span = x3::_attr(ctx).span;
    x3::_val(ctx).else_block.emplace();
    x3::_val(ctx).else_block->span = span;
    x3::_val(ctx).else_block->statements.push_back(std::move(x3::_attr(ctx)));
};
constexpr auto take_let = [](const auto& ctx) {
    cst::LetStatement& let = x3::_attr(ctx);
    if (let.sort) {
        x3::_val(ctx).node = ast::Fresh{std::move(let.name), std::move(*let.sort)};
    } else {
        x3::_val(ctx).node = ast::Let{std::move(let.name), let.value};
    }
};

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct statement_id, ast::Statement> statement = "a statement";
const rule<struct let_id, cst::LetStatement> let_statement = "a statement";
const rule<struct assign_id, ast::Assign> assign = "a statement";
const rule<struct call_id, ast::ProcedureCall> call = "a statement";
const rule<struct if_id, ast::If> if_statement = "a statement";
const rule<struct send_id, ast::Send> send = "a statement";
const rule<struct reply_id, ast::Reply> reply = "a statement";
const rule<struct start_id, ast::StartTimer> start = "a statement";
const rule<struct stop_id, ast::StopTimer> stop = "a statement";
const rule<struct ignore_id, ast::Ignore> ignore = "a statement";
const rule<struct return_id, ast::Return> return_statement = "a statement";
const rule<struct assert_id, ast::Assert> assert_statement = "a statement";
const rule<struct for_binder_id, ast::Binder> loop_binder = "a name";
const rule<struct for_id, ast::For> for_statement = "a statement";
const rule<struct pick_id, ast::Pick> pick = "a statement";

// clang-format off
constexpr auto message_name = named("the name of a message", identifier);

/// `for x in S { … }` and `for each x in S { … }` begin a loop, which a duration never does.
auto const loop_ahead = tok("for") >> ((tok("each") >> identifier) | (identifier >> tok("in")));

auto const let_statement_def =
      tok("let") > identifier[set<&cst::LetStatement::name>] > tok("=")
    > named("an expression or `fresh`",
          (tok("fresh") > named("the name of a sort", identifier)[([](const auto& ctx) {
               x3::_val(ctx).sort = std::move(x3::_attr(ctx));
           })])
        | expr[set<&cst::LetStatement::value>]);

auto const assign_def =
      place[set<&ast::Assign::target>]
    > named("`=`, `+=`, `-=` or `(` behind the name",
          tok("=")[mark<&ast::Assign::op, ast::AssignOp::set>]
        | tok("+=")[mark<&ast::Assign::op, ast::AssignOp::add>]
        | tok("-=")[mark<&ast::Assign::op, ast::AssignOp::subtract>])
    > expr[set<&ast::Assign::value>];

auto const call_def =
    &(identifier >> tok("(")) > identifier[set<&ast::ProcedureCall::name>]
    > arguments[set<&ast::ProcedureCall::arguments>];

auto const if_statement_def =
      tok("if") > expr[set<&ast::If::condition>] > block[set<&ast::If::then_block>]
    > -(tok("else") > named("`{` or `if`",
            (&tok("if") > statement[else_if_block]) | block[set<&ast::If::else_block>]));

auto const send_def =
      tok("send") > message_name[set<&ast::Send::message>]
    > message_fields[set<&ast::Send::fields>] > tok("to") > expr[set<&ast::Send::to>];
auto const reply_def =
      tok("reply") > message_name[set<&ast::Reply::message>]
    > message_fields[set<&ast::Reply::fields>] > -(tok("to") > expr[set<&ast::Reply::to>]);

auto const start_def =
      tok("start") > named("the name of a timer", place)[set<&ast::StartTimer::timer>]
    > -((!loop_ahead >> tok("for")) > expr[set<&ast::StartTimer::duration>]);
auto const stop_def =
    tok("stop") > named("the name of a timer", place)[set<&ast::StopTimer::timer>];

auto const ignore_def           = tok("ignore")[([](const auto&) {})];
auto const return_statement_def = tok("return")[([](const auto&) {})];
auto const assert_statement_def = tok("assert") > expr[set<&ast::Assert::condition>];

auto const loop_binder_def =
    identifier[set<&ast::Binder::name>] > tok("in") > expr[set<&ast::Binder::domain>];
auto const for_statement_def =
      tok("for") > -((tok("each") >> &identifier)[mark<&ast::For::sequential, true>])
    > loop_binder[set<&ast::For::binder>] > block[set<&ast::For::body>];

auto const pick_def =
      tok("pick") > loop_binder[set<&ast::Pick::binder>]
    > -(tok("where") > expr[set<&ast::Pick::condition>])
    > -(tok("by") > named("`max` or `min`",
              tok("max")[mark<&ast::Pick::order, ast::PickOrder::max>]
            | tok("min")[mark<&ast::Pick::order, ast::PickOrder::min>])
        > expr[set<&ast::Pick::key>])
    > block[set<&ast::Pick::body>]
    > -(tok("else") > block[set<&ast::Pick::else_block>]);

auto const statement_def = with_span(nested(
      let_statement[take_let] | if_statement[take_node] | send[take_node] | reply[take_node]
    | start[take_node] | stop[take_node] | ignore[take_node] | return_statement[take_node]
    | assert_statement[take_node] | for_statement[take_node] | pick[take_node]
    | call[take_node] | assign[take_node]));

auto const block_def = with_span(
      tok("{") > *tok(";") > *(statement[push_statement] >> *tok(";"))
    > tok("}", "a statement or `}`"));
// clang-format on

BOOST_SPIRIT_DEFINE(statement, let_statement, assign, call, if_statement, send, reply, start)
BOOST_SPIRIT_DEFINE(stop, ignore, return_statement, assert_statement, loop_binder)
BOOST_SPIRIT_DEFINE(for_statement, pick)

} // namespace

BOOST_SPIRIT_DEFINE(block)
BOOST_SPIRIT_INSTANTIATE(block_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
