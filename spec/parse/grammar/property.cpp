#include "spec/parse/grammar/decl.hpp"
#include "spec/parse/grammar/expr.hpp"
#include "spec/parse/grammar/type.hpp"

namespace muster::spec::syntax::grammar {

struct fault_decl_id {};

struct property_id {};

struct live_id {};

struct timing_id {};

namespace {

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

constexpr auto fault_kind = leaf<ast::FaultKind>(&match_fault, "`crash`, `stop` or `arbitrary`");
constexpr auto role_name = named("the name of a role", identifier);
constexpr auto message_name = named("the name of a message", identifier);
constexpr auto timer_name = named("the name of a timer", identifier);

template <class Id, class Attribute>
using rule = x3::rule<Id, Attribute>;

const rule<struct fault_id, ast::Fault> fault = "`crash`, `stop` or `arbitrary`";
const rule<struct quiet_item_id, ast::QuietItem> quiet_item = "an action, a fault or a timer";

using PropertyKind = ast::PropertyKind;
using QuietKind = ast::QuietItem::Kind;

// clang-format off
auto const fault_def =
    with_span(fault_kind[set<&ast::Fault::kind>] > role_name[set<&ast::Fault::role>]);
auto const fault_decl_def =
      tok("fault") > -fairness_of<ast::FaultDecl> > fault[set<&ast::FaultDecl::fault>];

/// `without crash R, …`.
template <auto Member>
auto const without = tok("without") > fault[append<Member>] > *(tok(",") > fault[append<Member>]);

auto const property_kind =
      tok("invariant")[mark<&ast::PropertyDecl::kind, PropertyKind::invariant>]
    | tok("lemma")[mark<&ast::PropertyDecl::kind, PropertyKind::lemma>]
    | tok("step")[mark<&ast::PropertyDecl::kind, PropertyKind::step>]
    | tok("cover")[mark<&ast::PropertyDecl::kind, PropertyKind::cover>]
    | tok("axiom")[mark<&ast::PropertyDecl::kind, PropertyKind::axiom>];
auto const property_def =
      property_kind > identifier[set<&ast::PropertyDecl::name>]
    > -without<&ast::PropertyDecl::without>
    > tok(":") > expr[set<&ast::PropertyDecl::body>];

auto const quiet_path =
      identifier[append<&ast::QuietItem::path>]
    >> -(tok(".") > identifier[append<&ast::QuietItem::path>]);
auto const quiet_item_def = with_span(
      (word_before_name("lose")[mark<&ast::QuietItem::kind, QuietKind::lose>]
       > message_name[append<&ast::QuietItem::path>])
    | (word_before_name("cut")[mark<&ast::QuietItem::kind, QuietKind::cut>]
       > role_name[append<&ast::QuietItem::path>])
    | (word_before_name("timer")[mark<&ast::QuietItem::kind, QuietKind::timer>] > quiet_path)
    | (&(fault_kind >> identifier) > fault[set_optional<&ast::QuietItem::fault>]
       > x3::eps[mark<&ast::QuietItem::kind, QuietKind::fault>])
    | quiet_path);
auto const live_def =
      tok("live") > identifier[set<&ast::LiveDecl::name>]
    > -(tok("[") > parameter[append<&ast::LiveDecl::parameters>]
        > *(tok(",") > parameter[append<&ast::LiveDecl::parameters>]) > tok("]", "`,` or `]`"))
    > -without<&ast::LiveDecl::without>
    > tok(":") > expr[set<&ast::LiveDecl::premise>]
    > tok("leads", "`leads to`") > tok("to") > expr[set<&ast::LiveDecl::conclusion>]
    > -(tok("when") > tok("quiet", "`quiet(…)`") > tok("(")
        > list(quiet_item[append<&ast::LiveDecl::quiet>], ")", "`,` or `)`"));

auto const timing_def =
      tok("assume") > tok("timing") > identifier[set<&ast::TimingDecl::name>]
    > tok(":") > role_name[set<&ast::TimingDecl::role>]
    > -(tok("[") > identifier[set_optional<&ast::TimingDecl::process>] > tok("]"))
    > tok(".", "`.` and the name of a timer") > timer_name[set<&ast::TimingDecl::timer>]
    > -(tok("[") > identifier[set_optional<&ast::TimingDecl::key>] > tok("]"))
    > tok("fires", "`fires only when`") > tok("only") > tok("when")
    > expr[set<&ast::TimingDecl::condition>];
// clang-format on

BOOST_SPIRIT_DEFINE(fault, quiet_item)

} // namespace

BOOST_SPIRIT_DEFINE(fault_decl, property, live, timing)
BOOST_SPIRIT_INSTANTIATE(fault_decl_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(property_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(live_t, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(timing_t, Iterator, Context)

} // namespace muster::spec::syntax::grammar
