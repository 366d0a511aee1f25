#pragma once

#include "spec/parse/grammar/config.hpp"

namespace muster::spec::syntax::grammar {

struct type_id;
using type_t = x3::rule<type_id, ast::TypeId>;
const type_t type = "a type";
BOOST_SPIRIT_DECLARE(type_t)

/// `x: T`.
struct parameter_id;
using parameter_t = x3::rule<parameter_id, ast::Parameter>;
const parameter_t parameter = "a parameter";
BOOST_SPIRIT_DECLARE(parameter_t)

} // namespace muster::spec::syntax::grammar
