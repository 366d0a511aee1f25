#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// Verdicts must not depend on what a search forgets, whatever the network may do.
namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;

// A server with clients, and a log that hears of everything and that nobody listens to.
constexpr const char* kService = R"(
enum Kind { Open, Close }
message Ask from client to server { kind: Kind, n: int }
message Poke from client to server { kind: Kind }
message Answer from server to client { n: int }
message Note from server to log { n: int }
role client { durable asked: int = 0
  durable poked: bool = false
  var last: int = 0
  var lost: bool = false
  action ask when asked < 2 { asked += 1; send Ask(kind: Open, n: asked) to server }
  action poke when asked == 1 and not lost and not poked { poked = true
    send Poke(kind: Close) to server }
  on Answer(n) { last = n }
  on lost s { lost = true } }
role log { var noted: int = 0
  on Note(n) { noted = n } }
role server { var open: bool = false
  durable answers: int = 0
  var count: int = 0
  on Ask(kind, n) when kind == Open and answers < 2 { open = true; count = n; answers += 1
    send Answer(n: n) to client
    send Note(n: n) to log }
  on Ask() otherwise { ignore }
  on Poke(kind) when count < 3 { open = kind == Open }
  on Poke() otherwise { ignore }
  on lost c of client { open = false } }
FAULTS
invariant counted: server.count <= client.asked
invariant answered: client.last <= server.count
invariant closed: client.lost implies not server.open
invariant nothing_between: in_flight(Poke()) implies client.asked == 1
invariant one_only:
  forall n, k: int. in_flight(Answer(n: n)) and in_flight(Answer(n: k)) implies n == k
step moves: old(server.count) <= server.count
step stutters_break_it: old(client.asked) != client.asked or client.asked == 2
cover two: server.count == 2
cover between: in_flight(Answer(n: 2)) and client.last == 1
cover lost_one: sent(Answer(n: 1)) and not in_flight(Answer(n: 1)) and client.last == 0
cover noted: log.noted == 2
instance one { Ask.n in 0 .. 2, client.asked <= 2, server.count <= 2 })";

std::vector<std::string> services() {
    std::vector<std::string> texts;
    for (const char* faults :
         {"", "fault stop client", "fault arbitrary client", "fault crash server"}) {
        const std::string text = replaced(kService, "FAULTS", faults);
        texts.push_back("protocol p\nnetwork fifo" + text);
        std::string loose = replaced(text, "  on lost s { lost = true } }", "}");
        loose = replaced(loose, "  on lost c of client { open = false } }", "}");
        texts.push_back("protocol p\nnetwork once" + loose);
        texts.push_back("protocol p" + loose);
        std::string mixed = replaced(text, "{ kind: Kind }\n", "{ kind: Kind } via once\n");
        mixed = replaced(mixed, "to log { n: int }", "to log { n: int } via unreliable");
        texts.push_back("protocol p\nnetwork fifo" + mixed);
    }
    return texts;
}

TEST(Slicing, changes_no_verdict_on_any_network) {
    for (const std::string& text : services()) {
        const spec::TypedSpec spec = analysed(text);
        const auto whole = find(spec, {.slicing = Slicing::off});
        // One formula at a time, so that as much as possible is forgotten.
        for (std::size_t i = 0; i < spec.properties.size(); ++i) {
            const std::string& name = spec.properties[i].name;
            const auto sliced =
                find(spec, {.obligations = Obligations::of_kept_roles, .only = {name}});
            EXPECT_EQ(sliced.broken.contains(name), whole.broken.contains(name)) << name << text;
            EXPECT_EQ(sliced.shown.contains(name), whole.shown.contains(name)) << name << text;
        }
        const auto sliced = find(spec);
        EXPECT_EQ(sliced.obligation, whole.obligation) << text;
        EXPECT_LE(sliced.result.states, whole.result.states) << text;
    }
}

TEST(Slicing, looks_at_losses_that_only_a_step_formula_can_tell) {
    // b, and with it the message, is of no interest to the formula; but its loss is a step.
    const auto found = find(R"(protocol p
network once
message M from a to b {}
role a { var n: int = 0
  action go { n += 1; send M() to b } }
role b { var n: int = 0
  on M() { n += 1 } }
step always_on: a.n > old(a.n) or b.n > old(b.n)
instance one { a.n <= 1 })",
                            {.obligations = Obligations::of_kept_roles});
    EXPECT_THAT(found.broken, ElementsAre("always_on"));
}

TEST(Slicing, forgets_who_stopped_unless_a_cut_can_tell) {
    const std::string text = R"(protocol p
network fifo
message M from a to b {}
role a { var n: int = 0
  action go when n < 2 { n += 1; send M() to b }
  on lost p { n = 0 } }
role b { var n: int = 0
  on M() { n += 1 } }
fault stop a
fault stop b
invariant small: a.n <= 2 and b.n >= 0
instance one { b.n <= 1 })";
    const spec::TypedSpec spec = analysed(text);
    const TransitionSystem system = lower(spec, {});
    const Universe universe = make_universe(spec, spec.instances[0]).value();
    const Slice slice = slice_for(system, {0}, {}, universe, Obligations::of_kept_roles);
    EXPECT_THAT(slice.keep_role, ElementsAre(true, true));
    EXPECT_THAT(slice.keep_stopped, ElementsAre(true, false));
}

} // namespace
} // namespace muster::checker::testing
