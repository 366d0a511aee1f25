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

/// A number, perhaps with a minus in front.
struct signed_number_id;
using signed_number_t = x3::rule<signed_number_id, std::int64_t>;
const signed_number_t signed_number = "a number";
BOOST_SPIRIT_DECLARE(signed_number_t)

/// `fault crash R`.
struct fault_decl_id;
using fault_decl_t = x3::rule<fault_decl_id, ast::FaultDecl>;
const fault_decl_t fault_decl = "a fault";
BOOST_SPIRIT_DECLARE(fault_decl_t)

/// `invariant`, `lemma`, `step`, `cover` or `axiom`.
struct property_id;
using property_t = x3::rule<property_id, ast::PropertyDecl>;
const property_t property = "a property";
BOOST_SPIRIT_DECLARE(property_t)

/// `live l: P leads to Q`.
struct live_id;
using live_t = x3::rule<live_id, ast::LiveDecl>;
const live_t live = "a property";
BOOST_SPIRIT_DECLARE(live_t)

/// `assume timing a: r.t fires only when e`.
struct timing_id;
using timing_t = x3::rule<timing_id, ast::TimingDecl>;
const timing_t timing = "`assume timing`";
BOOST_SPIRIT_DECLARE(timing_t)

/// `instance i { … }`.
struct instance_id;
using instance_t = x3::rule<instance_id, ast::InstanceDecl>;
const instance_t instance = "an instance";
BOOST_SPIRIT_DECLARE(instance_t)

/// `test "…" of R { … }`.
struct test_id;
using test_t = x3::rule<test_id, ast::TestDecl>;
const test_t test = "a test";
BOOST_SPIRIT_DECLARE(test_t)

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
