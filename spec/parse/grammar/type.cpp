#include "spec/parse/grammar/type.hpp"

namespace muster::spec::syntax::grammar {

struct type_id {};

struct parameter_id {};

namespace {

const x3::rule<struct option_type_id, ast::OptionType> option_type = "a type";
const x3::rule<struct set_type_id, ast::SetType> set_type = "a type";
const x3::rule<struct map_type_id, ast::MapType> map_type = "a type";
const x3::rule<struct list_type_id, ast::ListType> list_type = "a type";
const x3::rule<struct request_type_id, ast::RequestType> request_type = "a type";
const x3::rule<struct named_type_id, ast::NamedType> named_type = "a type";

// clang-format off
auto const option_type_def  = tok("option") > type[set<&ast::OptionType::element>];
auto const set_type_def     = tok("set") > type[set<&ast::SetType::element>];
auto const map_type_def     = tok("map") > type[set<&ast::MapType::key>]
                            > tok("->") > type[set<&ast::MapType::value>];
auto const list_type_def    = -tok("distinct")[mark<&ast::ListType::distinct, true>]
                            >> tok("list") > type[set<&ast::ListType::element>];
auto const request_type_def = tok("request")
                            > named("the name of a message",
                                    identifier[set<&ast::RequestType::message>]);
auto const named_type_def   = identifier[set<&ast::NamedType::name>];
auto const type_def         = with_span(nested(option_type[add_type] | set_type[add_type]
                                   | map_type[add_type] | list_type[add_type]
                                   | request_type[add_type] | named_type[add_type]));
auto const parameter_def    = identifier[set<&ast::Parameter::name>]
                            > tok(":") > type[set<&ast::Parameter::type>];
// clang-format on

BOOST_SPIRIT_DEFINE(option_type, set_type, map_type, list_type, request_type, named_type)

} // namespace

BOOST_SPIRIT_DEFINE(type, parameter)
BOOST_SPIRIT_INSTANTIATE(type_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(parameter_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
