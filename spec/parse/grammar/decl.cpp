#include "spec/parse/grammar/decl.hpp"

#include "spec/parse/grammar/expr.hpp"
#include "spec/parse/grammar/type.hpp"

namespace muster::spec::syntax::grammar {

struct protocol_id {};

struct declaration_id {};

namespace {

std::optional<std::string> match_title(const Token& token) {
    if (token.kind != TokenKind::string) {
        return std::nullopt;
    }
    std::string title;
    for (std::size_t i = 1; i + 1 < token.text.size(); ++i) {
        if (token.text[i] == '\\' && i + 2 < token.text.size()) {
            ++i;
        }
        title.push_back(token.text[i]);
    }
    return title;
}

/// `stop` is a keyword, the other kinds of fault are not.
std::optional<ast::FaultKind> match_fault(const Token& token) {
    if (token.text == "crash") {
        return ast::FaultKind::crash;
    }
    if (token.text == "stop") {
        return ast::FaultKind::stop;
    }
    if (token.text == "arbitrary") {
        return ast::FaultKind::arbitrary;
    }
    return std::nullopt;
}

constexpr auto title = leaf<std::string>(&match_title, "a text in double quotes");
constexpr auto fault_kind = leaf<ast::FaultKind>(&match_fault, "`crash`, `stop` or `arbitrary`");
constexpr auto role_name = named("the name of a role", identifier);

template <auto Member>
constexpr auto set_optional = [](const auto& ctx) {
    (x3::_val(ctx).*Member).emplace(std::move(x3::_attr(ctx)));
};
constexpr auto negate_value = [](const auto& ctx) {
    x3::_val(ctx) = -x3::_attr(ctx);
};

/// The documentation of a field is that of its first token.
constexpr auto set_field_name = [](const auto& ctx) {
    x3::_val(ctx).doc = builder(ctx).doc(last_token(ctx));
    x3::_val(ctx).name = std::move(x3::_attr(ctx));
};

constexpr auto set_exact = [](const auto& ctx) {
    x3::_val(ctx).low = x3::_attr(ctx);
};
constexpr auto set_at_most = [](const auto& ctx) {
    x3::_val(ctx).high = x3::_attr(ctx);
};

/// An argument without a name, as in `session(m)`, has an empty one.
constexpr auto set_unnamed = [](const auto& ctx) {
    x3::_val(ctx).value = x3::_attr(ctx);
    x3::_val(ctx).name.span = builder(ctx).expr(x3::_attr(ctx)).span;
};

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct sort_id, ast::SortDecl> sort = "a sort";
const rule<struct signed_id, std::int64_t> signed_number = "a number";
const rule<struct enumerator_id, ast::Enumerator> enumerator = "a name";
const rule<struct enum_id, ast::EnumDecl> enumeration = "an enum";
const rule<struct field_id, ast::Field> field = "a field's name";
const rule<struct record_id, ast::RecordDecl> record = "a record";
const rule<struct const_id, ast::ConstDecl> constant = "a constant";
const rule<struct function_id, ast::FunctionDecl> function = "a function";
const rule<struct message_id, ast::MessageDecl> message = "a message";
const rule<struct fault_id, ast::Fault> fault = "`crash`, `stop` or `arbitrary`";
const rule<struct fault_decl_id, ast::FaultDecl> fault_decl = "a fault";
const rule<struct property_id, ast::PropertyDecl> property = "a property";
const rule<struct instance_item_id, ast::InstanceItem> instance_item = "a name";
const rule<struct instance_id, ast::InstanceDecl> instance = "an instance";
const rule<struct test_argument_id, ast::FieldInit> test_argument = "an expression";
const rule<struct test_event_id, ast::TestEvent> test_event = "an event";
const rule<struct test_expect_id, ast::TestExpect> test_expect = "`expect`";
const rule<struct test_line_id, ast::TestLine> test_line = "an event, `expect` or `}`";
const rule<struct test_id, ast::TestDecl> test = "a test";

using PropertyKind = ast::PropertyKind;
using BoundKind = ast::BoundKind;

// clang-format off
auto const protocol_def = tok("protocol") > named("the protocol's name", identifier)[take];
auto const sort_def     = tok("sort") > identifier[set<&ast::SortDecl::name>];

auto const signed_number_def = number[take] | (tok("-") > number[negate_value]);
auto const enumerator_def =
      identifier[set<&ast::Enumerator::name>]
    > -(tok("=") > signed_number[set_optional<&ast::Enumerator::number>]);
auto const enumeration_def =
      tok("enum") > identifier[set<&ast::EnumDecl::name>]
    > tok("{") > list(enumerator[append<&ast::EnumDecl::enumerators>], "}", "`,` or `}`");

auto const field_def =
      identifier[set_field_name] > tok(":") > type[set<&ast::Field::type>]
    > -(tok("=") > expr[set<&ast::Field::default_value>]);
auto const record_def =
      tok("record") > identifier[set<&ast::RecordDecl::name>]
    > tok("{") > list(field[append<&ast::RecordDecl::fields>], "}", "`,` or `}`");

auto const constant_def =
      tok("const") > identifier[set<&ast::ConstDecl::name>]
    > tok(":") > type[set<&ast::ConstDecl::type>]
    > -(tok("=") > refuse("a constant has no value of its own",
                          "give it one in an `instance`, or use a `def`"));
auto const function_def =
      tok("function") > identifier[set<&ast::FunctionDecl::name>]
    > tok("(") > list(parameter[append<&ast::FunctionDecl::parameters>], ")", "`,` or `)`")
    > tok(":") > type[set<&ast::FunctionDecl::result>];

auto const message_def =
      tok("message") > identifier[set<&ast::MessageDecl::name>]
    > tok("from") > role_name[set<&ast::MessageDecl::from>]
    > tok("to") > role_name[set<&ast::MessageDecl::to>]
    > tok("{") > list(field[append<&ast::MessageDecl::fields>], "}", "`,` or `}`")
    > -(tok("via") > refuse("`via` is not supported yet",
                            "leave it out: the default network is the harshest one"));

auto const fault_def =
    with_span(fault_kind[set<&ast::Fault::kind>] > role_name[set<&ast::Fault::role>]);
auto const fault_decl_def =
      tok("fault") > -((tok("fair") | tok("unfair")) > refuse("fairness is not supported yet"))
    > fault[set<&ast::FaultDecl::fault>];

auto const property_kind =
      tok("invariant")[mark<&ast::PropertyDecl::kind, PropertyKind::invariant>]
    | tok("lemma")[mark<&ast::PropertyDecl::kind, PropertyKind::lemma>]
    | tok("step")[mark<&ast::PropertyDecl::kind, PropertyKind::step>]
    | tok("cover")[mark<&ast::PropertyDecl::kind, PropertyKind::cover>]
    | tok("axiom")[mark<&ast::PropertyDecl::kind, PropertyKind::axiom>];
auto const property_def =
      property_kind > identifier[set<&ast::PropertyDecl::name>]
    > -(tok("without") > fault[append<&ast::PropertyDecl::without>]
        > *(tok(",") > fault[append<&ast::PropertyDecl::without>]))
    > tok(":") > expr[set<&ast::PropertyDecl::body>];

auto const only_numbers = (identifier | tok("true") | tok("false") | tok("{"))
    > refuse("an instance can give a whole number only",
             "values of other types and of functions are not supported yet");
auto const instance_item_def = with_span(
      -(tok("in") > refuse("a bound on messages in flight is not supported yet"))
    >> identifier[append<&ast::InstanceItem::path>]
    > *(tok(".") > identifier[append<&ast::InstanceItem::path>])
    > named("`=`, `<=`, `>=` or `in`",
          (tok("=")[mark<&ast::InstanceItem::kind, BoundKind::equal>]
           > -only_numbers > signed_number[set_exact])
        | (tok("<=")[mark<&ast::InstanceItem::kind, BoundKind::at_most>]
           > signed_number[set_at_most])
        | (tok(">=")[mark<&ast::InstanceItem::kind, BoundKind::at_least>]
           > signed_number[set_exact])
        | (tok("in")[mark<&ast::InstanceItem::kind, BoundKind::range>]
           > signed_number[set_exact] > tok("..") > signed_number[set_at_most])));
auto const instance_def =
      tok("instance") > identifier[set<&ast::InstanceDecl::name>]
    > tok("{") > list(instance_item[append<&ast::InstanceDecl::items>], "}", "`,` or `}`");

auto const test_argument_def =
      (&(identifier >> tok(":")) > identifier[set<&ast::FieldInit::name>] > tok(":")
       > expr[set<&ast::FieldInit::value>])
    | expr[set_unnamed];
auto const test_event_def =
      identifier[set<&ast::TestEvent::event>]
    > -(tok("(") > list(test_argument[append<&ast::TestEvent::fields>], ")", "`,` or `)`"))
    > -(tok("from") > identifier[set_optional<&ast::TestEvent::from>]);
auto const test_expect_def = tok("expect") > expr[set<&ast::TestExpect::condition>];
auto const test_line_def = with_span(test_expect[take_node] | test_event[take_node]);
auto const test_def =
      tok("test") > title[set<&ast::TestDecl::title>]
    > tok("of") > role_name[set<&ast::TestDecl::role>]
    > tok("{") > *tok(";") > *(test_line[append<&ast::TestDecl::lines>] >> *tok(";"))
    > tok("}", "an event, `expect` or `}`");

auto const later_declaration =
      (tok("import")  > refuse("`import` is not supported yet",
                               "copy the declarations into this file"))
    | (tok("network") > refuse("`network` is not supported yet",
                               "leave it out: the default network is the harshest one"))
    | (tok("live")    > refuse("`live` properties are not supported yet",
                               "a `cover` shows that something good is possible"))
    | (tok("assume")  > refuse("`assume timing` is not supported yet"))
    | (tok("protocol") > refuse("a file holds one protocol only"));

auto const declaration_def = with_span(
      sort[take_node] | enumeration[take_node] | record[take_node] | constant[take_node]
    | function[take_node] | def[take_node] | message[take_node] | fault_decl[take_node]
    | property[take_node] | instance[take_node] | test[take_node] | later_declaration);
// clang-format on

BOOST_SPIRIT_DEFINE(sort, signed_number, enumerator, enumeration, field, record, constant)
BOOST_SPIRIT_DEFINE(function, message, fault, fault_decl, property, instance_item, instance)
BOOST_SPIRIT_DEFINE(test_argument, test_event, test_expect, test_line, test)

} // namespace

BOOST_SPIRIT_DEFINE(protocol, declaration)
BOOST_SPIRIT_INSTANTIATE(protocol_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(declaration_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
