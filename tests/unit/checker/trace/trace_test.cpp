#include "checker/trace/render_itf.hpp"
#include "checker/trace/render_text.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

namespace muster::checker::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSpec = R"(protocol p
sort Client
sort Colour
message Ask from client to server { colour: option Colour, n: int }
message Answer from server to client { ok: bool }
role client[me: Client] {
  var happy: bool = false
  action ask(colour: Colour) { send Ask(colour: some(colour), n: 1) to server }
  on Answer(ok) { happy = ok } }
role server {
  var seen: map Colour -> set Client
  timer rest[c: Colour] for 1s
  on rest(c) { seen -= c }
  on Ask(colour) from c when colour is some and not (colour.value in seen) {
    seen[colour.value] = { x | x in all client, x == c }
    start rest[colour.value]
    send Answer(ok: true) to c }
  on Ask() otherwise { ignore } }
fault crash server
cover happy: exists c: Client. client[c].happy
instance two { Client = 2, Colour = 2 })";

Trace happy_run(const spec::TypedSpec& spec) {
    auto found = find(spec);
    return replay_trace(
               spec, {}, found.result.covers.at(0).trace, {found.result.covers[0].property})
        .value();
}

TEST(Text, numbers_steps_and_shows_changes_in_the_words_of_the_spec) {
    const spec::TypedSpec spec = analysed(kSpec);
    const Trace trace = happy_run(spec);
    const std::string text = render_text(lower(spec, {}), trace, {{}, "`happy` is shown"});
    EXPECT_EQ(text,
              R"(  0  start
       client[c1].happy = false
       client[c2].happy = false
       server.seen = {}
  1  ask(colour: colour1) by client[c1]
       send Ask(colour: some(colour1), n: 1) to server
  2  deliver Ask(colour: some(colour1), n: 1) from client[c1]
       server.seen = {} -> {colour1 -> {c1}}
       send Answer(ok: true) to client[c1]
       start rest[colour1]
  3  deliver Answer(ok: true) from server to client[c1]
       client[c1].happy = false -> true

     `happy` is shown
)");
}

TEST(Text, can_say_where_a_step_stands) {
    const spec::TypedSpec spec = analysed(kSpec);
    const Trace trace = happy_run(spec);
    const std::string text =
        render_text(lower(spec, {}),
                    trace,
                    {[](spec::Span span) { return "p.muster:" + std::to_string(span.begin); }, ""});
    EXPECT_THAT(text, HasSubstr("by client[c1]   p.muster:"));
}

TEST(Text, tells_how_a_run_ends_that_goes_wrong) {
    const spec::TypedSpec spec =
        analysed(replaced(kSpec, "  on Ask() otherwise { ignore } }", "}"));
    const auto found = find(spec);
    ASSERT_EQ(found.obligation, "no handler of `server` takes `Ask`");
    for (const Violation& violation : found.result.violations) {
        const std::string text = render_text(lower(spec, {}), violation.trace, {});
        EXPECT_THAT(text, HasSubstr("  3  deliver Ask("));
        EXPECT_THAT(text, HasSubstr("       no handler of `server` takes `Ask`\n"));
    }
}

TEST(Names, are_given_in_order_of_first_use) {
    const spec::TypedSpec spec = analysed(kSpec);
    ElementNames names(spec);
    EXPECT_EQ(names.name(spec::SortId{0}, 7), "c1");
    EXPECT_EQ(names.name(spec::SortId{0}, 0), "c2");
    EXPECT_EQ(names.name(spec::SortId{1}, 0), "colour1");
    EXPECT_EQ(names.name(spec::SortId{0}, 7), "c1");
}

TEST(Names, are_given_to_one_element_each) {
    const spec::TypedSpec spec = analysed(kSpec);
    ElementNames names(spec, {{"c2", "c1"}, {}});
    EXPECT_EQ(names.name(spec::SortId{0}, 0), "c2");
    EXPECT_EQ(names.name(spec::SortId{0}, 1), "c1");
    EXPECT_EQ(names.name(spec::SortId{0}, 2), "c3");
    EXPECT_EQ(names.name(spec::SortId{0}, 3), "c4");
}

constexpr const char* kLossy = R"(protocol p
sort Client
network fifo
message Hello from client to server {}
message Grant from server to client { token: int } via once
role client[me: Client] {
  var token: int = 0
  action hello { send Hello() to server }
  on Grant(token: t) { token = t }
  on lost s { ignore } }
role server {
  var granted: int = 0
  var cuts: int = 0
  on Hello() from c { granted += 1; send Grant(token: granted) to c }
  on lost c { cuts += 1 } }
fault stop server
cover over: server.cuts == 1 and server.granted == 1
  and sent(Grant(token: 1)) and not in_flight(Hello()) and not in_flight(Grant())
  and forall c: Client. client[c].token == 0
instance one { Client = {anna}, server.granted <= 1 })";

Trace lossy_run(const spec::TypedSpec& spec) {
    auto found = find(spec);
    return replay_trace(
               spec, {}, found.result.covers.at(0).trace, {found.result.covers[0].property})
        .value();
}

TEST(Text, tells_what_the_network_does_with_the_names_of_the_instance) {
    const spec::TypedSpec spec = analysed(kLossy);
    const Trace trace = lossy_run(spec);
    EXPECT_EQ(render_text(system_of(spec, trace), trace, {{}, ""}),
              R"(  0  start
       client[anna].token = 0
       server.granted = 0
       server.cuts = 0
  1  hello() by client[anna]
       send Hello() to server
  2  deliver Hello() from client[anna]
       server.granted = 0 -> 1
       send Grant(token: 1) to client[anna]
  3  the network loses Grant(token: 1) from server to client[anna]
  4  the connection between client[anna] and server is cut
       server.cuts = 0 -> 1
)");
    const std::string json = render_itf(system_of(spec, trace), trace, {ItfClaim::Kind::shown, 0});
    EXPECT_THAT(json, HasSubstr("\"in_flight\""));
    EXPECT_THAT(json, HasSubstr("\"queued\""));
    EXPECT_THAT(json, HasSubstr("\"stopped\""));
    EXPECT_THAT(json, HasSubstr("\"peer\": \"server\""));
    EXPECT_THAT(json, HasSubstr("\"anna\""));
}

constexpr const char* kOrdered = R"(protocol p
sort Node
function rank(n: Node): int
function above(n: Node, m: Node): bool
function colour(n: Node): bool
function idle(n: Node): bool
def higher(n: Node, m: Node) = rank(m) < rank(n)
role node[me: Node] {
  var n: int = 0
  action up(m: Node) when n < 1 and above(m, me) { n = rank(m) } }
axiom all_idle: forall x: Node. idle(x)
cover risen: exists a: Node. node[a].n == 1 and not colour(a)
instance two { Node = {a, b}, rank = { a -> 0, b -> 1 }, above = higher }
instance four { Node = {a, b, c, d}, rank = { a -> 0, b -> 1, c -> 2, d -> 3 }, above = higher })";

Trace run_on(const spec::TypedSpec& spec, std::size_t instance) {
    ExploreOptions options;
    options.covers = {1};
    auto found = explore(lower(spec, {}), spec.instances[instance], options);
    EXPECT_TRUE(found.has_value());
    return replay_trace(
               spec,
               *fixed_by(spec, found->covers.at(0).trace.universe, spec.instances[instance]),
               found->covers.at(0).trace,
               {found->covers[0].property})
        .value();
}

TEST(Text, tells_what_the_functions_are_that_matter) {
    const spec::TypedSpec spec = analysed(kOrdered);
    const Trace two = run_on(spec, 0);
    TextOptions options;
    EXPECT_EQ(render_text(system_of(spec, two), two, options),
              R"(  0  start
       rank = {a -> 0, b -> 1}
       above(a, a) = false, above(a, b) = false, above(b, a) = true, above(b, b) = false
       node[a].n = 0
       node[b].n = 0
  1  up(m: b) by node[a]
       node[a].n = 0 -> 1
)");
    options.shown = spec.properties[1].body;
    EXPECT_THAT(render_text(system_of(spec, two), two, options),
                HasSubstr("       colour = {a -> false, b -> false}\n       node[a].n"));
}

TEST(Text, cuts_the_table_of_a_function_and_says_by_how_much) {
    const spec::TypedSpec spec = analysed(kOrdered);
    const Trace four = run_on(spec, 1);
    ElementNames names(spec, four.universe.element_names);
    const auto lines = render_functions(spec, four, {}, names);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(lines[1], HasSubstr("above(c, c) = false, above(c, d) = false, … (4 more)"));
}

TEST(Text, tells_what_a_cut_takes_away_and_shows_equal_sends) {
    const spec::TypedSpec spec = analysed(R"(protocol p
network fifo
message M from a to b {}
role a { var n: int = 0
  action go when n == 0 { n = 1; send M() to b; send M() to b }
  on lost p { n = 2 } }
role b { on M() { ignore } }
cover cut: a.n == 2
instance one {})");
    auto found = find(spec);
    const Trace cut =
        replay_trace(spec, {}, found.result.covers.at(0).trace, {found.result.covers[0].property})
            .value();
    Trace trace = cut;
    const TransitionSystem system = system_of(spec, trace);
    const Evaluator evaluator(system, trace.universe);
    // The shortest run cuts an idle connection; this one has something to lose.
    Event go;
    while (system.steps[go.step].name != "go") {
        ++go.step;
    }
    const State sent = std::get<State>(evaluator.outcomes(trace.initial, go).at(0).result);
    const Event last = cut.steps.back().event;
    const State after = std::get<State>(evaluator.outcomes(sent, last).at(0).result);
    trace.steps = {{go, sent}, {last, after}};
    EXPECT_THAT(render_text(system, trace, {}),
                HasSubstr("       send M() to b\n"
                          "       send M() to b\n"
                          "  2  the connection between a and b is cut\n"
                          "       a.n = 1 -> 2\n"
                          "       lost: M() from a to b\n"
                          "       lost: M() from a to b\n"));
}

TEST(Itf, has_the_states_and_the_events_between_them) {
    const spec::TypedSpec spec = analysed(kSpec);
    const Trace trace = happy_run(spec);
    const std::string json = render_itf(lower(spec, {}), trace, {ItfClaim::Kind::shown, 0});
    EXPECT_EQ(json, render_itf(lower(spec, {}), trace, {ItfClaim::Kind::shown, 0}));
    EXPECT_THAT(json, HasSubstr("\"vars\""));
    EXPECT_THAT(json, HasSubstr("\"#bigint\": \"1\""));
    EXPECT_THAT(json, HasSubstr("\"step\": \"ask\""));
    EXPECT_THAT(json, HasSubstr("\"client.happy\""));
}

} // namespace
} // namespace muster::checker::testing
