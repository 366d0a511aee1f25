#include "spec/parse/grammar/decl.hpp"
#include "spec/parse/grammar/expr.hpp"

namespace muster::spec::syntax::grammar {

struct instance_id {};

struct test_id {};

namespace {

constexpr auto title = leaf<std::string>(&match_text, "a text in double quotes");
constexpr auto earlier_title =
    leaf<ast::Name>(&match_title, "the title of a test in double quotes");
constexpr auto role_name = named("the name of a role", identifier);
constexpr auto message_name = named("the name of a message, or `nothing`", identifier);

/// An argument without a name, as in `session(m)`, has an empty one.
constexpr auto set_unnamed = [](const auto& ctx) {
    x3::_val(ctx).value = x3::_attr(ctx);
    x3::_val(ctx).name.span = builder(ctx).expr(x3::_attr(ctx)).span;
};

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct instance_item_id, ast::InstanceItem> instance_item = "a name";
const rule<struct test_argument_id, ast::FieldInit> test_argument = "an expression";
const rule<struct test_event_id, ast::TestEvent> test_event = "an event";
const rule<struct test_lost_id, ast::TestLost> test_lost = "an event";
const rule<struct test_given_id, ast::TestGiven> test_given = "`given`";
const rule<struct test_expect_id, ast::TestExpect> test_expect = "`expect`";
const rule<struct test_sends_id, ast::TestExpectSends> test_sends = "`expect`";
const rule<struct test_line_id, ast::TestLine> test_line = "an event, `expect` or `}`";

using BoundKind = ast::BoundKind;

// clang-format off
auto const network_bound =
      ((tok("in") > tok("flight"))[mark<&ast::InstanceItem::kind, BoundKind::in_flight>]
       > tok("<=") > number[set<&ast::InstanceItem::high>])
    | ((tok("duplicates") >> tok("<="))[mark<&ast::InstanceItem::kind, BoundKind::duplicates>]
       > number[set<&ast::InstanceItem::high>]);
auto const named_bound =
      identifier[append<&ast::InstanceItem::path>]
    > *(tok(".") > identifier[append<&ast::InstanceItem::path>])
    > named("`=`, `<=`, `>=` or `in`",
          (tok("=")[mark<&ast::InstanceItem::kind, BoundKind::equal>]
           > expr[set<&ast::InstanceItem::value>])
        | (tok("<=")[mark<&ast::InstanceItem::kind, BoundKind::at_most>]
           > signed_number[set<&ast::InstanceItem::high>])
        | (tok(">=")[mark<&ast::InstanceItem::kind, BoundKind::at_least>]
           > signed_number[set<&ast::InstanceItem::low>])
        | (tok("in")[mark<&ast::InstanceItem::kind, BoundKind::range>]
           > signed_number[set<&ast::InstanceItem::low>]
           > tok("..") > signed_number[set<&ast::InstanceItem::high>]));
auto const instance_item_def = with_span(network_bound | named_bound);
auto const instance_def =
      tok("instance") > identifier[set<&ast::InstanceDecl::name>]
    > tok("{") > list(instance_item[append<&ast::InstanceDecl::items>], "}", "`,` or `}`");

auto const test_argument_def =
      (&(identifier >> tok(":")) > identifier[set<&ast::FieldInit::name>] > tok(":")
       > expr[set<&ast::FieldInit::value>])
    | expr[set_unnamed];
auto const test_event_def =
      (-word_before_name("refuse")[mark<&ast::TestEvent::refused, true>]
       >> identifier[set<&ast::TestEvent::event>])
    > -(tok("(") > list(test_argument[append<&ast::TestEvent::fields>], ")", "`,` or `)`"))
    > -(tok("from") > identifier[set_optional<&ast::TestEvent::from>]);
auto const test_lost_def =
      word_before_name("lost") > identifier[set<&ast::TestLost::peer>]
    > -(tok("of") > role_name[set_optional<&ast::TestLost::role>]);
auto const test_given_def =
      word_before_name("given") > identifier[set<&ast::TestGiven::name>]
    > tok("=") > expr[set<&ast::TestGiven::value>];
auto const test_sends_def =
       (tok("expect") >> word_before_name("sends"))
    > ( (tok("nothing") >> !tok("("))
      | (message_name[set_optional<&ast::TestExpectSends::message>]
         > message_fields[set<&ast::TestExpectSends::fields>]
         > -(tok("to") > expr[set<&ast::TestExpectSends::to>])));
auto const test_sends_not =
       (tok("expect") >> tok("not") >> word_before_name("sends"))
    > refuse("that a message is not sent cannot be expected alone",
             "write `expect sends nothing`, or expect what is sent instead");
auto const refused_loss =
       (word_before_name("refuse") >> word_before_name("lost"))
    > refuse("a connection can always be lost",
             "`refuse` stands in front of an action, a timer or a message");
auto const test_expect_def = tok("expect") > expr[set<&ast::TestExpect::condition>];
auto const test_line_def = with_span(
      test_sends[take_node] | test_sends_not | test_expect[take_node] | test_given[take_node]
    | test_lost[take_node] | refused_loss | test_event[take_node]);
auto const test_def =
      tok("test") > title[set<&ast::TestDecl::title>]
    > tok("of") > role_name[set<&ast::TestDecl::role>]
    > -(tok("[") > identifier[set_optional<&ast::TestDecl::process>] > tok("]"))
    > -(tok("after") > earlier_title[set_optional<&ast::TestDecl::after>])
    > tok("{") > *tok(";") > *(test_line[append<&ast::TestDecl::lines>] >> *tok(";"))
    > tok("}", "an event, `expect` or `}`");
// clang-format on

BOOST_SPIRIT_DEFINE(instance_item, test_argument, test_event, test_lost, test_given, test_expect)
BOOST_SPIRIT_DEFINE(test_sends, test_line)

} // namespace

BOOST_SPIRIT_DEFINE(instance, test)
BOOST_SPIRIT_INSTANTIATE(instance_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(test_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
