#include "spec/parse/grammar/decl.hpp"

#include "spec/parse/grammar/expr.hpp"
#include "spec/parse/grammar/type.hpp"

namespace muster::spec::syntax::grammar {

struct protocol_id {};

struct signed_number_id {};

struct declaration_id {};

namespace {

std::optional<ast::NetworkKind> match_network(const Token& token) {
    if (token.text == "unreliable") {
        return ast::NetworkKind::unreliable;
    }
    if (token.text == "once") {
        return ast::NetworkKind::once;
    }
    if (token.text == "fifo") {
        return ast::NetworkKind::fifo;
    }
    return std::nullopt;
}

constexpr auto network_kind =
    leaf<ast::NetworkKind>(&match_network, "`unreliable`, `once` or `fifo`");
constexpr auto path_text = leaf<std::string>(&match_text, "the path of a file in double quotes");
constexpr auto role_name = named("the name of a role", identifier);

constexpr auto negate_value = [](const auto& ctx) {
    x3::_val(ctx) = -x3::_attr(ctx);
};
constexpr auto set_path = [](const auto& ctx) {
    x3::_val(ctx).path = std::move(x3::_attr(ctx));
    x3::_val(ctx).path_span = last_token(ctx).span;
};

/// The documentation of a field is that of its first token.
constexpr auto set_field_name = [](const auto& ctx) {
    x3::_val(ctx).doc = builder(ctx).doc(last_token(ctx));
    x3::_val(ctx).name = std::move(x3::_attr(ctx));
};

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct import_id, ast::ImportDecl> import = "an import";
const rule<struct network_id, ast::NetworkDecl> network = "`network`";
const rule<struct sort_id, ast::SortDecl> sort = "a sort";
const rule<struct enumerator_id, ast::Enumerator> enumerator = "a name";
const rule<struct enum_id, ast::EnumDecl> enumeration = "an enum";
const rule<struct field_id, ast::Field> field = "a field's name";
const rule<struct record_id, ast::RecordDecl> record = "a record";
const rule<struct const_id, ast::ConstDecl> constant = "a constant";
const rule<struct function_id, ast::FunctionDecl> function = "a function";
const rule<struct message_id, ast::MessageDecl> message = "a message";

// clang-format off
auto const protocol_def = tok("protocol") > named("the protocol's name", identifier)[take];
auto const import_def   = tok("import") > path_text[set_path];
auto const network_def  = with_span(tok("network") > network_kind[set<&ast::NetworkDecl::kind>]);
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
      -fairness_of<ast::MessageDecl> >> tok("message")
    > identifier[set<&ast::MessageDecl::name>]
    > tok("from") > role_name[set<&ast::MessageDecl::from>]
    > tok("to") > role_name[set<&ast::MessageDecl::to>]
    > tok("{") > list(field[append<&ast::MessageDecl::fields>], "}", "`,` or `}`")
    > -(tok("via") > network_kind[set_optional<&ast::MessageDecl::via>]);

auto const misplaced =
      (tok("protocol") > refuse("a file holds one protocol only"))
    | ((tok("fair") | tok("unfair"))
       > refuse("fairness is said of messages, faults, timers and actions only",
                "write `fair message …`, `fault fair crash …`, and in a role `fair action …` or "
                "`unfair timer …`"));

auto const declaration_def = with_span(
      import[take_node] | network[take_node] | sort[take_node] | enumeration[take_node]
    | record[take_node] | constant[take_node] | function[take_node] | def[take_node]
    | message[take_node] | fault_decl[take_node] | property[take_node] | live[take_node]
    | timing[take_node] | instance[take_node] | test[take_node] | misplaced);
// clang-format on

BOOST_SPIRIT_DEFINE(import, network, sort, enumerator, enumeration, field, record, constant)
BOOST_SPIRIT_DEFINE(function, message)

} // namespace

BOOST_SPIRIT_DEFINE(protocol, signed_number, declaration)
BOOST_SPIRIT_INSTANTIATE(protocol_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(signed_number_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(declaration_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
