#include "checker/certify/replay_itf.hpp"
#include "checker/trace/render_itf.hpp"
#include "tests/regression/field_cases/verdict_words.hpp"
#include "tests/unit/checker/specs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

// Faults that other checkers had; the README beside this file says whose.
namespace muster::test {
namespace {

using checker::testing::analysed;
using Words = std::map<std::string, std::string>;

// One role with one integer that grows.
std::string counter(const std::string& rest) {
    return "protocol counter\nrole r {\n  var x: int = 0\n  action up { x += 1 }\n}\n" + rest;
}

// Handing a token from one to the other looks like standing still where they are taken for one.
TEST(C112, symmetry_hides_no_loop) {
    const auto words = words_of(R"(protocol broadcast
sort P
message Value from root to p {}
role root { fair action send_to(to_p: P) { send Value() to to_p } }
role p[me: P] { var has: bool = false  on Value() { has = true } }
live delivered[q: P]: true leads to p[q].has
live some_delivered: true leads to exists q: P. p[q].has
live never[q: P]: false leads to p[q].has
instance two { P = 2 }
)");
    EXPECT_EQ(words,
              (Words{{"delivered", "violated"}, {"never", "holds"}, {"some_delivered", "holds"}}));
}

// Each state of a cycle being possible is not enough: the loop has to lead back.
TEST(C113, a_row_of_states_is_no_cycle) {
    const auto words = words_of(R"(protocol stairs
role walker {
  var step: int = 0
  var arrived: bool = false
  fair action climb when step < 3 { step += 1 }
  fair action arrive when step == 3 and not arrived { arrived = true }
}
live arrives: true leads to walker.arrived
instance one {}
)");
    EXPECT_EQ(words, (Words{{"arrives", "holds"}}));
}

TEST(C116, constants_in_formulas_mean_themselves) {
    const std::string x = "r.x >= 0";
    const std::vector<std::string> true_ones{"true",
                                             "false implies " + x,
                                             x + " implies true",
                                             "not false",
                                             x + " or true",
                                             "true and " + x,
                                             "true iff " + x,
                                             "(if true then " + x + " else false)",
                                             "(if false then false else " + x + ")",
                                             "forall a: A. false implies false",
                                             "exists a: A. true",
                                             "not forall a: A. false",
                                             "(forall n: int. n == n) and " + x,
                                             "true iff (true iff true)"};
    const std::vector<std::string> false_ones{"false",
                                              "true implies false",
                                              "not true",
                                              x + " and false",
                                              "not (" + x + ") or false",
                                              "forall a: A. false",
                                              "not exists a: A. true",
                                              "false iff true",
                                              x + " iff false"};
    std::string text = counter("sort A\ninstance one { A = 1, r.x <= 2 }\n");
    Words expected;
    for (const std::string& formula : true_ones) {
        const std::string name = fmt::format("p{}", expected.size());
        text += "invariant " + name + ": " + formula + "\n";
        expected[name] = "proved";
    }
    for (const std::string& formula : false_ones) {
        const std::string name = fmt::format("p{}", expected.size());
        text += "invariant " + name + ": " + formula + "\n";
        expected[name] = "violated";
    }
    EXPECT_EQ(words_of(text), expected);
}

TEST(C117, a_bound_is_told_and_its_outside_is_looked_at) {
    const std::string text = counter("instance ten { r.x <= 10 }\n"
                                     "invariant at_most_ten: r.x <= 10\n"
                                     "invariant not_twelve: r.x != 12\n"
                                     "cover eleven: r.x == 11\n"
                                     "cover twelve: r.x == 12\n"
                                     "live gets_there: true leads to r.x == 11 when quiet()\n");
    const auto words = words_of(text);
    EXPECT_EQ(words,
              (Words{{"at_most_ten", "violated"},
                     {"not_twelve", "holds"},
                     {"eleven", "shown"},
                     {"twelve", "undecided"},
                     // Nobody has to count.
                     {"gets_there", "violated"}}));
    const auto spec = analysed(text);
    const checker::CheckReport report = checker::check(spec, {});
    const auto* holds = std::get_if<checker::HoldsOn>(&report.properties[1].verdict);
    ASSERT_NE(holds, nullptr);
    EXPECT_EQ(holds->cuts, std::vector<std::string>{"r.x <= 10"});
}

// Copies of one value that are changed in turn, in every kind of container.
TEST(C121, updates_leave_their_sources_alone) {
    const auto words = words_of(R"(protocol shares
sort K
record R { n: int, tags: set K, marks: map K -> int }
role r {
  var f: map K -> int
  var g: map K -> int
  var h: map K -> int
  var s: set K
  var t: set K
  var l: distinct list K
  var m: distinct list K
  var one: R = R { n: 0, tags: {}, marks: {} }
  var two: R = R { n: 0, tags: {}, marks: {} }
  var sets: map K -> set K
  var some_: set K
  action change(k: K, j: K) {
    f = { k -> 1 }
    g = f
    h = f
    g[k] = 2
    h -= k
    s = { k }
    t = s
    t -= k
    l = [k]
    m = l
    m -= k
    one = R { n: 1, tags: { k }, marks: { k -> 1 } }
    two = one
    two.n = 2
    two.tags -= k
    two.marks[k] = 2
    sets = { k -> { k } }
    some_ = sets[k]
    some_ += j
    let before = sets
    sets[k] -= k
    assert k in before[k]
  }
}
invariant f_stays: forall k in keys(r.f). r.f[k] == 1 and r.g?[k] == some(2) and not k in r.h
invariant s_stays: r.t == {} and size(r.s) <= 1
invariant s_has_it: r.f != {} implies r.s == keys(r.f)
invariant l_stays: r.m == [] and (r.f != {} implies r.l != [])
invariant one_stays:
  r.one.n <= 1
  and (r.one.n == 1 implies r.two.n == 2 and r.two.tags == {} and r.one.tags != {})
invariant marks_stay:
  forall k in keys(r.one.marks). r.one.marks[k] == 1 and r.two.marks?[k] == some(2)
invariant all_changes: forall k in keys(r.sets). not k in r.sets[k] and k in r.some_
instance two { K = 2 }
)");
    for (const auto& [name, word] : words) {
        EXPECT_THAT(word, testing::AnyOf("proved", "holds")) << name;
    }
    EXPECT_EQ(words.at("f_stays"), "proved");
}

TEST(C122, every_start_is_found) {
    const auto count = [](const std::string& body) {
        const auto spec = analysed(checker::testing::replaced(R"(protocol starts
sort K
role r {
  var a: option K = none
  var b: option K = none
  def same(x: K) = a == some(x)
  procedure choose_a() { pick x in all k { a = some(x) } else { ignore } }
  procedure choose_b(from_set: set K) {
    pick x in from_set where not same(x) { b = some(x) } else { ignore }
  }
  on start { BODY }
}
role k[me: K] {}
instance three { K = 3 }
)",
                                                              "BODY",
                                                              body));
        const auto system = checker::lower(spec, {});
        const auto universe = checker::make_universe(spec, spec.instances.front());
        const checker::Evaluator evaluator(system, *universe);
        return evaluator.initial_states(*checker::fixed_by(spec, *universe, spec.instances.front()))
            .size();
    };
    EXPECT_EQ(count("ignore"), 1U);
    EXPECT_EQ(count("choose_a()"), 3U);
    EXPECT_EQ(count("pick x in all k { a = some(x) } else { ignore }"), 3U);
    EXPECT_EQ(count("choose_a(); choose_b(all k)"), 6U);
    EXPECT_EQ(count("pick x in all k { a = some(x) }\n"
                    "pick y in all k where not same(y) { b = some(y) }"),
              6U);
    EXPECT_EQ(count("choose_b(all k); choose_a()"), 9U);
    EXPECT_EQ(count("choose_a(); choose_b({ x in all k | same(x) })"), 3U);
}

// Every choice is in the run, so that another program can follow it.
TEST(C123, runs_with_choices_are_repeated) {
    const auto spec = analysed(R"(protocol choices
sort K
role r {
  var seen: set K
  var names: set K
  action go(s: set K) when s != {} {
    pick x in s { seen += x }
    let n = fresh K
    names += n
  }
}
invariant few: not exists x, y: K. x != y and x in r.seen and y in r.seen
invariant no_names: r.names == {}
instance three { K = 3 }
)");
    const checker::CheckReport report = checker::check(spec, {});
    for (const checker::PropertyReport& entry : report.properties) {
        const auto* violated = std::get_if<checker::Violated>(&entry.verdict);
        ASSERT_NE(violated, nullptr);
        const auto again = checker::replay_itf(
            spec,
            checker::render_itf(checker::system_of(spec, violated->trace),
                                violated->trace,
                                {checker::ItfClaim::Kind::violated, entry.property}));
        EXPECT_EQ(again.answer, checker::ItfReplay::Answer::confirmed) << again.text;
    }
}

TEST(C128, no_time_is_no_answer) {
    checker::CheckOptions hurried;
    hurried.induction.timeout_ms = 1;
    hurried.max_states = 200;
    for (const char* name : {"paxos.muster", "raft_election.muster"}) {
        const auto spec = analysed(checker::testing::shipped(name));
        const checker::CheckReport report = checker::check(spec, hurried);
        EXPECT_EQ(report.outcome(), checker::CheckReport::Outcome::undecided);
        for (const checker::PropertyReport& entry : report.properties) {
            EXPECT_FALSE(std::holds_alternative<checker::Violated>(entry.verdict));
            if (const auto* open = std::get_if<checker::Undecided>(&entry.verdict)) {
                EXPECT_NE(open->text, "");
            }
        }
    }
}

TEST(C131, two_picks_may_differ) {
    const auto words = words_of(R"(protocol picks
sort K
role r {
  var x: option K = none
  var y: option K = none
  action one when x == none { pick k in all k { x = some(k) } else { ignore } }
  action two when x is some and y == none { pick k in all k { y = some(k) } else { ignore } }
}
role k[me: K] {}
invariant alike: r.y is some implies r.x == r.y
cover alike_too: r.y is some and r.x == r.y
instance pair { K = 2 }
)");
    EXPECT_EQ(words, (Words{{"alike", "violated"}, {"alike_too", "shown"}}));
}

TEST(C132, what_grows_is_violated) {
    const auto words = words_of(counter("invariant negative: r.x < 0\n"
                                        "invariant small: r.x < 3\n"
                                        "step stays: r.x == old(r.x)\n"
                                        "live stops: true leads to r.x < 0 when quiet()\n"
                                        "instance some_ { r.x <= 5 }\n"));
    EXPECT_EQ(words,
              (Words{{"negative", "violated"},
                     {"small", "violated"},
                     {"stays", "violated"},
                     {"stops", "violated"}}));
}

TEST(C133, an_exported_run_has_every_state) {
    const auto spec = analysed(counter("invariant zero: r.x < 0\n"
                                       "invariant one: r.x < 1\n"
                                       "invariant two: r.x < 2\n"
                                       "invariant five: r.x < 5\n"
                                       "instance some_ { r.x <= 9 }\n"));
    const checker::CheckReport report = checker::check(spec, {});
    const std::vector<std::size_t> steps{0, 1, 2, 5};
    ASSERT_EQ(report.properties.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& violated = std::get<checker::Violated>(report.properties[i].verdict);
        const std::string itf =
            checker::render_itf(checker::system_of(spec, violated.trace),
                                violated.trace,
                                {checker::ItfClaim::Kind::violated, report.properties[i].property});
        std::size_t states = 0;
        for (auto at = itf.find("\"#meta\""); at != std::string::npos;
             at = itf.find("\"#meta\"", at + 1)) {
            ++states;
        }
        EXPECT_EQ(states, steps[i] + 2) << "one of the file and one of every state\n" << itf;
        const auto again = checker::replay_itf(spec, itf);
        ASSERT_EQ(again.answer, checker::ItfReplay::Answer::confirmed) << again.text;
        EXPECT_EQ(again.trace->steps.size(), steps[i]);
        EXPECT_EQ(again.property, report.properties[i].property);
    }
}

TEST(C135, odd_starts_have_verdicts) {
    const std::string of_k = "sort K\ninstance two { K = 2 }\n";
    EXPECT_EQ(words_of("protocol p\nconst c: int\naxiom odd: c < c\nrole r { var x: int = 0 }\n"
                       "invariant fine: r.x == 0\n"),
              (Words{{"fine", "undecided"}}));
    EXPECT_EQ(words_of("protocol p\n" + of_k +
                       "role r { var m: map K -> int  var x: int = 0\n"
                       "  on start { pick k in keys(m) { x = 1 } } }\ninvariant fine: r.x == 0\n"),
              (Words{{"built in start", "violated"}, {"fine", "proved"}}));
    EXPECT_EQ(words_of("protocol p\n" + of_k +
                       "role r { var m: map K -> int  action go(k: K) { m[k] = 1 } }\n"
                       "invariant undefined: forall k: K. r.m[k] == 1\n")
                  .at("undefined"),
              "violated");
    EXPECT_EQ(words_of("protocol p\n" + of_k +
                       "role r { var x: option K = none  on start { assert x is some } }\n"
                       "invariant fine: r.x == none\n")
                  .at("built in start"),
              "violated");
}

// What a spec with one assertion that is false is asked, wherever the assertion stands.
TEST(C136, an_assertion_is_checked_wherever_it_stands) {
    const std::string text = R"(protocol p
sort K
message M from k to r { list_: list K } via fifo
message N from k to r {}
message E from k to r {}
role r {
  var s: set K
  timer t for 1s
  procedure inner() { PROCEDURE }
  on start { start t; START }
  on t { TIMER }
  on M(list_) from c when c in s {
    GUARDED
    for each x in list_ { EACH }
  }
  on M() from c otherwise {
    s += c
    inner()
    OTHERWISE
  }
  on N() from c {
    if c in s { THEN } else { ELSE }
    for x in s { FOR }
    pick x in s where x == c { PICK } else { NONE }
    let known = c in s
    if known { return }
    AFTER
  }
  either on E() { EITHER }
  either on E() { ignore }
  on lost c of k { LOST }
  action act { ACTION }
}
role k[me: K] {
  action m(l: list K) { send M(list_: l) to r }
  action n { send N() to r }
  action e { send E() to r }
}
fault crash r
instance one { K = 1, in flight <= 1 }
)";
    const std::vector<std::string> places{"PROCEDURE",
                                          "START",
                                          "TIMER",
                                          "GUARDED",
                                          "EACH",
                                          "OTHERWISE",
                                          "THEN",
                                          "ELSE",
                                          "FOR",
                                          "PICK",
                                          "NONE",
                                          "AFTER",
                                          "EITHER",
                                          "LOST",
                                          "ACTION"};
    for (const std::string& place : places) {
        std::string planted = text;
        for (const std::string& each : places) {
            planted = checker::testing::replaced(
                planted, each, each == place ? "assert size(s) > 7" : "ignore");
        }
        const auto spec = analysed(planted);
        const checker::CheckReport report = checker::check(spec, {});
        const auto runs = std::count_if(
            report.obligations.begin(), report.obligations.end(), [](const auto& entry) {
                const auto* violated = std::get_if<checker::Violated>(&entry.verdict);
                return violated != nullptr && violated->failure->text == "this assertion is false";
            });
        EXPECT_EQ(runs, 1) << place;
        EXPECT_EQ(report.outcome(), checker::CheckReport::Outcome::violated) << place;
    }
}

TEST(C139, what_never_happens_is_told) {
    const std::string text = "protocol p\nmessage M from a to b {}\nmessage N from a to b {}\n"
                             "role a { action go { send M() to b } }\n"
                             "role b { var x: int = 0\n  on M() { x = 1 }\n  on N() { x = 2 } }\n"
                             "invariant fine: b.x < 2\ncover two: b.x == 2\ninstance one {}\n";
    spec::Diagnostics diagnostics;
    ASSERT_TRUE(spec::analyse(text, diagnostics).has_value());
    const auto all = diagnostics.sorted();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const auto& diagnostic) {
        return diagnostic.message.find("no one sends `N`") != std::string::npos;
    }));
    EXPECT_EQ(words_of(text).at("two"), "undecided");
}

// Members of roles, and the declarations and properties of the spec, in many orders.
TEST(C147, the_order_of_declarations_decides_nothing) {
    std::vector<std::string> members{
        "  var holder: option C = none\n",
        "  var count: int = 0\n",
        "  on Lock() from c when holder == none { holder = some(c); send Grant() to c }\n",
        "  on Lock() from c when holder is some and count > 3 { holder = none }\n",
        "  on Lock() otherwise { ignore }\n",
        "  either on Free() from c { if holder == some(c) { holder = none } }\n",
        "  either on Free() { count += 1 }\n"};
    std::vector<std::string> declarations{
        "sort C\n",
        "message Lock from c to s {}\n",
        "message Free from c to s {}\n",
        "message Grant from s to c {}\n",
        "role c[me: C] {\n  var has: bool = false\n  action lock { send Lock() to s }\n"
        "  on Grant() { has = true }\n  action free when has { has = false; send Free() to s "
        "}\n}\n",
        "fault crash c\n",
        "invariant one: forall a, b: C. c[a].has and c[b].has implies a == b\n",
        "invariant granted: forall a: C. c[a].has implies sent(Grant() to a)\n",
        "step grows: old(s.count) <= s.count\n",
        "cover two: s.count == 2\n",
        "cover minus_one: s.count == -1\n",
        "instance pair { C = 2, in flight <= 3, s.count <= 2 }\n"};
    const Words expected{{"one", "violated"},
                         {"granted", "proved"},
                         {"grows", "proved"},
                         {"two", "shown"},
                         {"minus_one", "undecided"}};
    std::mt19937 random(1);
    for (int i = 0; i < 12; ++i) {
        std::string text = "protocol p\n";
        std::vector<std::string> all = declarations;
        std::string role = "role s {\n";
        for (const std::string& member : members) {
            role += member;
        }
        all.push_back(role + "}\n");
        std::shuffle(all.begin(), all.end(), random);
        for (const std::string& each : all) {
            text += each;
        }
        EXPECT_EQ(words_of(text), expected) << text;
        std::shuffle(members.begin(), members.end(), random);
    }
}

TEST(C151, a_removed_action_is_noticed) {
    const std::string text = checker::testing::shipped("lock_server.muster");
    const auto whole = words_of(text);
    EXPECT_TRUE(std::none_of(
        whole.begin(), whole.end(), [](const auto& entry) { return entry.second == "undecided"; }));
    std::size_t actions = 0;
    for (auto at = text.find("  action "); at != std::string::npos;
         at = text.find("  action ", at + 1)) {
        ++actions;
        const std::string name = text.substr(at + 9, text.find_first_of(" (", at + 9) - at - 9);
        std::string without = text;
        without.insert(text.find('{', at) + 1, " return; ");
        // A cover, or what can never happen, tells.
        const auto spec = analysed(without);
        const checker::CheckReport report = checker::check(spec, {});
        EXPECT_TRUE(report.outcome() != checker::CheckReport::Outcome::holds ||
                    !report.impossible_steps.empty())
            << name;
    }
    EXPECT_GT(actions, 0U);
}

// A run that comes back to states that it has been in, one that is cut off, and one with more
// behind it.
TEST(C153, a_run_is_replayed_to_its_end) {
    const auto spec = analysed(R"(protocol toggle
role r {
  var on_: bool = false
  ghost count: int = 0
  action flip { on_ = not on_; count += 1 }
}
invariant few: r.count < 4
instance one { r.count <= 9 }
)");
    const checker::CheckReport report = checker::check(spec, {});
    const auto& violated = std::get<checker::Violated>(report.properties[0].verdict);
    ASSERT_EQ(violated.trace.steps.size(), 4U);
    const checker::ItfClaim claim{checker::ItfClaim::Kind::violated, 0};
    const auto system = checker::system_of(spec, violated.trace);
    const std::string itf = checker::render_itf(system, violated.trace, claim);
    using Answer = checker::ItfReplay::Answer;
    EXPECT_EQ(checker::replay_itf(spec, itf).answer, Answer::confirmed);
    EXPECT_EQ(checker::replay_itf(spec, itf + "garbage").answer, Answer::unreadable);
    EXPECT_EQ(checker::replay_itf(spec, "").answer, Answer::unreadable);
    EXPECT_EQ(checker::replay_itf(spec, "{}").answer, Answer::unreadable);
    checker::Trace shorter = violated.trace;
    shorter.steps.pop_back();
    EXPECT_EQ(checker::replay_itf(spec, checker::render_itf(system, shorter, claim)).answer,
              Answer::no_run);
    checker::Trace gap = violated.trace;
    gap.steps.erase(gap.steps.begin() + 1);
    EXPECT_EQ(checker::replay_itf(spec, checker::render_itf(system, gap, claim)).answer,
              Answer::no_run);
}

} // namespace
} // namespace muster::test
