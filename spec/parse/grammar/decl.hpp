#pragma once

#include "spec/parse/grammar/config.hpp"

namespace muster::spec::syntax::grammar {

/// `protocol NAME`.
struct protocol_id;
using protocol_t = x3::rule<protocol_id, ast::Name>;
const protocol_t protocol = "`protocol`";
BOOST_SPIRIT_DECLARE(protocol_t)

/// Any declaration but a role.
struct declaration_id;
using declaration_t = x3::rule<declaration_id, ast::Declaration>;
const declaration_t declaration = "a declaration";
BOOST_SPIRIT_DECLARE(declaration_t)

/// A role up to its opening brace. Its members are parsed one by one, so that a mistake in one of
/// them does not hide those in others.
struct role_header_id;
using role_header_t = x3::rule<role_header_id, ast::RoleDecl>;
const role_header_t role_header = "a role";
BOOST_SPIRIT_DECLARE(role_header_t)

struct member_id;
using member_t = x3::rule<member_id, ast::Member>;
const member_t member = "a declaration or `}`";
BOOST_SPIRIT_DECLARE(member_t)

/// `def d(x: T) = e`, on its own and inside a role.
struct def_id;
using def_t = x3::rule<def_id, ast::DefDecl>;
const def_t def = "a definition";
BOOST_SPIRIT_DECLARE(def_t)

} // namespace muster::spec::syntax::grammar
