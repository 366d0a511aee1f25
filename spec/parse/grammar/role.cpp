#include "spec/parse/grammar/decl.hpp"
#include "spec/parse/grammar/expr.hpp"
#include "spec/parse/grammar/statement.hpp"
#include "spec/parse/grammar/type.hpp"

namespace muster::spec::syntax::grammar {

struct role_header_id {};

struct member_id {};

struct def_id {};

namespace {

std::optional<ast::Name> match_event(const Token& token) {
    if (token.text == "start") {
        return ast::Name{"start", token.span};
    }
    return match_name(token);
}

constexpr auto event_name =
    leaf<ast::Name>(&match_event, "the name of a message or a timer, or `start`");

constexpr auto role_name = named("the name of a role", identifier);

constexpr auto set_duration = [](const auto& ctx) {
    x3::_val(ctx).duration_ms = x3::_attr(ctx).ms;
};
/// The span of `on lost`, of which the second word has just been read.
constexpr auto set_lost_span = [](const auto& ctx) {
    const Token& lost = last_token(ctx);
    x3::_val(ctx).span = join((&lost - 1)->span, lost.span);
};

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;
const rule<struct variable_id, ast::VariableDecl> variable = "a variable";
const rule<struct timer_id, ast::TimerDecl> timer = "a timer";
const rule<struct procedure_id, ast::ProcedureDecl> procedure = "a procedure";
const rule<struct handler_parameter_id, ast::HandlerParameter> handler_parameter = "a field's name";
const rule<struct handler_id, ast::HandlerDecl> handler = "a handler";
const rule<struct lost_id, ast::LostDecl> lost_handler = "a handler";
const rule<struct action_id, ast::ActionDecl> action = "an action";

using Kind = ast::VariableKind;

// clang-format off
auto const variable_def =
      ( tok("var")[mark<&ast::VariableDecl::kind, Kind::volatile_>]
      | tok("durable")[mark<&ast::VariableDecl::kind, Kind::durable>]
      | tok("ghost")[mark<&ast::VariableDecl::kind, Kind::ghost>])
    > identifier[set<&ast::VariableDecl::name>]
    > tok(":") > type[set<&ast::VariableDecl::type>]
    > -(tok("=") > expr[set<&ast::VariableDecl::initial>]);

auto const timer_def =
       (-fairness_of<ast::TimerDecl> >> -tok("durable")[mark<&ast::TimerDecl::durable, true>]
        >> tok("timer") >> !tok(":"))
    > identifier[set<&ast::TimerDecl::name>]
    > -(tok("[") > parameter[set_optional<&ast::TimerDecl::key>] > tok("]"))
    > -(tok("for") > duration[set_duration]);

auto const def_def =
      tok("def") > identifier[set<&ast::DefDecl::name>]
    > -(tok("(") > list(parameter[append<&ast::DefDecl::parameters>], ")", "`,` or `)`"))
    > tok("=") > expr[set<&ast::DefDecl::body>];

auto const procedure_def =
      tok("procedure") > identifier[set<&ast::ProcedureDecl::name>]
    > tok("(") > list(parameter[append<&ast::ProcedureDecl::parameters>], ")", "`,` or `)`")
    > block[set<&ast::ProcedureDecl::body>];

auto const handler_parameter_def =
      identifier[set<&ast::HandlerParameter::field>]
    > -(tok(":") > identifier[set_optional<&ast::HandlerParameter::renamed>]);

auto const lost_handler_def =
       (tok("on") >> word_before_name("lost")[set_lost_span])
    > identifier[set<&ast::LostDecl::peer>]
    > -(tok("of") > role_name[set_optional<&ast::LostDecl::role>])
    > named("`of` or `{`", block[set<&ast::LostDecl::body>]);

auto const handler_def =
      ( (tok("either")[mark<&ast::HandlerDecl::either, true>] > tok("on")
         > -(word_before_name("lost") > refuse("`on lost` cannot be `either`",
                                               "there is one for each peer")))
      | tok("on"))
    > event_name[set<&ast::HandlerDecl::event>]
    > -(tok("(")[mark<&ast::HandlerDecl::has_parentheses, true>]
        > list(handler_parameter[append<&ast::HandlerDecl::parameters>], ")", "`,` or `)`"))
    > -(tok("from") > identifier[set_optional<&ast::HandlerDecl::sender>])
    > -(tok("as") > identifier[set_optional<&ast::HandlerDecl::request>])
    > -( (tok("when") > expr[set<&ast::HandlerDecl::guard>])
       | tok("otherwise")[mark<&ast::HandlerDecl::otherwise, true>])
    > named("`from`, `as`, `when`, `otherwise` or `{`", block[set<&ast::HandlerDecl::body>]);

auto const action_def =
      -fairness_of<ast::ActionDecl> >> tok("action") > identifier[set<&ast::ActionDecl::name>]
    > -(tok("(") > list(parameter[append<&ast::ActionDecl::parameters>], ")", "`,` or `)`"))
    > -(tok("when") > expr[set<&ast::ActionDecl::guard>])
    > named("`when` or `{`", block[set<&ast::ActionDecl::body>]);

auto const misplaced =
      (tok("fair") | tok("unfair"))
    > refuse("in a role, fairness is said of actions and timers only",
             "write it in front of `action`, `timer` or `durable timer`");

auto const member_def = with_span(
      timer[take_node] | variable[take_node] | def[take_node] | procedure[take_node]
    | lost_handler[take_node] | handler[take_node] | action[take_node] | misplaced);

auto const role_header_def =
      tok("role") > identifier[set<&ast::RoleDecl::name>]
    > -(tok("[") > parameter[set_optional<&ast::RoleDecl::index>] > tok("]"))
    > tok("{");
// clang-format on

BOOST_SPIRIT_DEFINE(variable, timer, procedure, handler_parameter, lost_handler, handler)
BOOST_SPIRIT_DEFINE(action)

} // namespace

BOOST_SPIRIT_DEFINE(def, member, role_header)
BOOST_SPIRIT_INSTANTIATE(def_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(member_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(role_header_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
