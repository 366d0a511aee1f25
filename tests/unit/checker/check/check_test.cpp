#include "checker/check/check.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace muster::checker {
namespace {

using testing::analysed;

// A server that counts, and marks that are never set: enough state to be wrong about.
const std::string kCounter = R"(protocol counter
sort Client
message Add from client to server {}
message Reset from client to server {}
message Total from server to client { total: int }
role server {
  var total: int = 0
  var marked: bool = false
  on Add() from c { total += 1; send Total(total: total) to c }
  on Reset() when marked { total = 0 - 5; marked = false }
  on Reset() otherwise { ignore }
}
role client[me: Client] {
  action add { send Add() to server }
  action reset { send Reset() to server }
  on Total() { ignore }
}
instance small { Client = 1, server.total <= 3 }
)";

const Verdict&
verdict_of(const CheckReport& report, const spec::TypedSpec& spec, const char* name) {
    for (const PropertyReport& entry : report.properties) {
        if (spec.properties[entry.property].name == name) {
            return entry.verdict;
        }
    }
    ADD_FAILURE() << "no verdict for " << name;
    static const Verdict none;
    return none;
}

// `marked` is never set, so the total is never negative; induction alone cannot know that. The step
// from a marked state is told as what it is, and never as a violation.
TEST(Check, UnreachableCounterexampleIsNoViolation) {
    const auto spec = analysed(kCounter + "invariant never_negative: server.total >= 0\n");
    const CheckReport report = check(spec, {});
    const Verdict& verdict = verdict_of(report, spec, "never_negative");
    ASSERT_TRUE(std::holds_alternative<HoldsOn>(verdict));
    EXPECT_EQ(std::get<HoldsOn>(verdict).instance, "small");
    ASSERT_TRUE(report.properties[0].not_inductive.has_value());
    EXPECT_EQ(report.properties[0].not_inductive->steps.size(), 1U);
}

TEST(Check, WithoutAnInstanceItIsUndecided) {
    std::string text = kCounter + "invariant never_negative: server.total >= 0\n";
    text.erase(text.find("instance"), text.find("invariant") - text.find("instance"));
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    const Verdict& verdict = verdict_of(report, spec, "never_negative");
    ASSERT_TRUE(std::holds_alternative<Undecided>(verdict));
    EXPECT_EQ(std::get<Undecided>(verdict).reason, Undecided::Reason::not_inductive);
    EXPECT_TRUE(std::get<Undecided>(verdict).counterexample.has_value());
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::undecided);
}

// The start is always reachable: what is false there is violated, with the constants and functions
// of the solver's model.
TEST(Check, WhatIsFalseAtTheStartIsViolatedWithoutAnInstance) {
    const auto spec = analysed(R"(protocol q
sort Item
const limit: int
function weight(i: Item): int
axiom weights: forall i: Item. weight(i) > 6
role a { var n: int = 3 action up when n < 4 { n += 1 } }
invariant small: a.n < 3
invariant limited: a.n < limit
invariant heavy: forall i: Item. weight(i) > a.n + 4
invariant below: forall t: int. t <= 50
invariant high: a.n >= 3
)");
    const CheckReport report = check(spec, {});
    for (const char* name : {"small", "limited", "heavy", "below"}) {
        const Verdict& verdict = verdict_of(report, spec, name);
        ASSERT_TRUE(std::holds_alternative<Violated>(verdict)) << name;
        EXPECT_TRUE(std::get<Violated>(verdict).trace.steps.empty());
    }
    const auto& limited = std::get<Violated>(verdict_of(report, spec, "limited")).trace;
    EXPECT_LE(limited.initial.constants.at(0).number(), 3);
    EXPECT_TRUE(std::holds_alternative<Proved>(verdict_of(report, spec, "high")));
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
}

TEST(Check, AWrongStartStaysOneWhereAnInstanceHasAnother) {
    const auto spec = analysed(R"(protocol q
const limit: int
role a { var n: int = 3 }
invariant limited: a.n < limit
instance i { limit = 5 }
)");
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "limited")));
}

// A verdict that rests on some of the integers says so, and only for its own property.
TEST(Check, IntegersThatWereNotTriedAreNamed) {
    const auto spec = analysed(R"(protocol q
role a { var n: int = 0 action up when n < 2 { n += 1 } }
invariant plain: forall t: int. a.n == t implies t <= 2
invariant doubled: forall t: int. t == a.n + a.n implies t <= 4 and a.n <= 2
lemma low: a.n != 7
instance i {}
)");
    const CheckReport report = check(spec, {});
    const Verdict& low = verdict_of(report, spec, "low");
    EXPECT_TRUE(std::holds_alternative<Proved>(low) || std::holds_alternative<HoldsOn>(low));
    for (const PropertyReport& entry : report.properties) {
        const auto* holds = std::get_if<HoldsOn>(&entry.verdict);
        if (holds != nullptr) {
            EXPECT_EQ(holds->cuts.size(),
                      spec.properties[entry.property].name == "doubled" ? 1U : 0U);
        }
    }
}

TEST(Check, ALemmaMakesItAProof) {
    const auto spec = analysed(kCounter + "invariant never_negative: server.total >= 0\n"
                                          "lemma never_marked: not server.marked\n");
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Proved>(verdict_of(report, spec, "never_negative")));
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::holds);
}

// `x == x` holds for whatever stands in for the key that is not there; it is still no proof.
TEST(Check, AnUndefinedPropertyIsNotProved) {
    const std::string property = "invariant same: forall c: Client. server.by[c] == server.by[c]\n";
    std::string text = kCounter + property;
    text.insert(text.find("  on Add"), "  var by: map Client -> int\n");
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "same")));
    text.erase(text.find("instance"), text.find("invariant") - text.find("instance"));
    const auto without_instance = analysed(text);
    EXPECT_TRUE(std::holds_alternative<Violated>(
        verdict_of(check(without_instance, {}), without_instance, "same")));
    const CheckReport open = check(without_instance, {.bounded_depth = 0});
    const Verdict& verdict = verdict_of(open, without_instance, "same");
    ASSERT_TRUE(std::holds_alternative<Undecided>(verdict));
    EXPECT_EQ(std::get<Undecided>(verdict).text,
              "`server.by[c]` may be undefined, as only what stands to its left counts");
}

TEST(Check, ASpecWithoutVariablesHasRunsToo) {
    const auto spec = analysed("protocol p\ninvariant never: false\ninstance one {}\n");
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "never")));
}

// A lemma that is wrong supports nothing: it is violated, and what leaned on it is not proved.
TEST(Check, AFalseLemmaProvesNothing) {
    const auto spec = analysed(kCounter + "invariant at_most_two: server.total <= 2\n"
                                          "lemma at_most_one: server.total <= 1\n");
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "at_most_two")));
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "at_most_one")));
}

// The run is a shortest one: three additions and a delivery for each of them.
TEST(Check, RunsAreShortest) {
    const auto spec = analysed(kCounter + "invariant at_most_two: server.total <= 2\n");
    const CheckReport report = check(spec, {});
    const Verdict& verdict = verdict_of(report, spec, "at_most_two");
    ASSERT_TRUE(std::holds_alternative<Violated>(verdict));
    // One `add` is enough: the message stays in the network and is delivered again and again.
    EXPECT_EQ(std::get<Violated>(verdict).trace.steps.size(), 4U);
}

// An arbitrary client has sent whatever anybody says it has not: `sent` is no promise about it.
TEST(Check, ArbitrarySendersMaySendAnything) {
    const auto spec = analysed(kCounter + "fault arbitrary client\n"
                                          "invariant nobody_adds: not sent(Add())\n");
    const CheckReport report = check(spec, {});
    EXPECT_FALSE(std::holds_alternative<Proved>(verdict_of(report, spec, "nobody_adds")));
}

// The same property under fewer faults is another question.
// What an arbitrary role sends is not kept by a search, so neither "it was sent" nor its opposite
// can be told; a search that said either would be wrong about one of these.
TEST(Check, WhatArbitraryRolesSentIsNotTold) {
    const auto spec = analysed(R"(protocol forged
sort C
message T from c to s { o: C }
role s { ghost heard: set C  on T() from x { heard += x } }
role c[me: C] { action t { send T(o: me) to s } }
fault arbitrary c
invariant honest: forall a, b: C. sent(T(o: a) from b) implies a == b
invariant heard_was_sent: forall x: C. x in s.heard implies sent(T() from x)
cover forged: exists a, b: C. a != b and sent(T(o: a) from b)
invariant honest_without without arbitrary c:
  forall a, b: C. sent(T(o: a) from b) implies a == b
instance pair { C = 2 }
)");
    const CheckReport report = check(spec, {});
    for (const char* name : {"honest", "heard_was_sent", "forged"}) {
        const auto* undecided = std::get_if<Undecided>(&verdict_of(report, spec, name));
        ASSERT_NE(undecided, nullptr) << name;
        EXPECT_EQ(undecided->reason, Undecided::Reason::outside_fragment) << name;
    }
    EXPECT_TRUE(std::holds_alternative<Proved>(verdict_of(report, spec, "honest_without")));
}

// A bound on what is in flight keeps messages from arriving that the unreliable network has for
// ever; a formula that asks for them sees that network.
TEST(Check, ABoundOnMessagesInFlightChangesNothingOfWhatIsInFlight) {
    const auto spec = analysed(R"(protocol kept
message M from c to s {}
role c { var done: bool = false  action go when not done { done = true; send M() to s } }
role s { on M() { ignore } }
invariant kept: sent(M()) implies in_flight(M())
cover lost: sent(M()) and not in_flight(M())
cover there: in_flight(M())
step stays: old(in_flight(M())) implies in_flight(M()) and c.done
instance few { in flight <= 4 }
)");
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Proved>(verdict_of(report, spec, "kept")));
    const auto* undecided = std::get_if<Undecided>(&verdict_of(report, spec, "lost"));
    ASSERT_NE(undecided, nullptr);
    EXPECT_EQ(undecided->reason, Undecided::Reason::not_reached);
    EXPECT_EQ(undecided->text, "no run reaches it on instance few (all 2 states)");
    EXPECT_TRUE(std::holds_alternative<Shown>(verdict_of(report, spec, "there")));
    EXPECT_TRUE(std::holds_alternative<HoldsOn>(verdict_of(report, spec, "stays")));
}

TEST(Check, WithoutAFaultIsAnotherModel) {
    std::string text = kCounter;
    text += "fault crash server\n"
            "step never_back: server.total >= old(server.total)\n"
            "step never_back_without_crashes without crash server:\n"
            "  server.total >= old(server.total)\n"
            "lemma never_marked: not server.marked\n";
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<Violated>(verdict_of(report, spec, "never_back")));
    EXPECT_TRUE(
        std::holds_alternative<Proved>(verdict_of(report, spec, "never_back_without_crashes")));
}

TEST(Check, UnhandledMessageIsShownByARun) {
    std::string text = kCounter;
    text.replace(text.find("  on Reset() otherwise { ignore }\n"), 34, "");
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.obligations.size(), 1U);
    EXPECT_EQ(report.obligations[0].proof.kind, ObligationProof::Kind::unhandled);
    EXPECT_TRUE(std::holds_alternative<Violated>(report.obligations[0].verdict));
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
}

TEST(Check, UndefinedOperationIsShownByARun) {
    const auto spec = analysed(R"(protocol lookup
sort Client
message Ask from client to server {}
role server {
  var marks: map Client -> int
  var last: int = 0
  on Ask() from c { last = marks[c] }
}
role client[me: Client] { action ask { send Ask() to server } }
instance small { Client = 1 }
)");
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.obligations.size(), 1U);
    EXPECT_EQ(report.obligations[0].proof.kind, ObligationProof::Kind::undefined);
    EXPECT_TRUE(std::holds_alternative<Violated>(report.obligations[0].verdict));
}

TEST(Check, AFailedTestIsAViolation) {
    const auto spec = analysed(kCounter + R"(test "counts" of server {
  Add() from a
  expect total == 2
}
)");
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.tests.size(), 1U);
    EXPECT_FALSE(report.tests[0].result.passed);
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
}

TEST(Check, LivePropertiesAreSearchedOnTheInstances) {
    const auto spec = analysed(kCounter + "live counted: server.total == 0 leads to "
                                          "server.total == 1\n");
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.lives.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<Violated>(report.lives[0].finding.verdict));
    EXPECT_TRUE(report.lives[0].finding.lasso);
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
    CheckOptions other;
    other.properties = {"none_of_these"};
    EXPECT_TRUE(check(spec, other).lives.empty());
}

TEST(Check, VerdictsNameTheTimingAssumptionsTheyRestOn) {
    const auto spec = analysed(R"(protocol p
role a {
  var late: bool = false
  var busy: bool = true
  timer t for 1s
  on start { start t }
  action finish { busy = false }
  on t { late = true } }
assume timing patient: a.t fires only when not a.busy
lemma calm: a.late implies not a.busy
cover late: a.late
instance one {})");
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.properties.size(), 2U);
    for (const PropertyReport& entry : report.properties) {
        EXPECT_EQ(std::count(entry.notes.begin(), entry.notes.end(), "assuming timing patient"), 1);
    }
    EXPECT_FALSE(std::holds_alternative<Violated>(report.properties[0].verdict));
    EXPECT_TRUE(std::holds_alternative<Shown>(report.properties[1].verdict));
}

TEST(Check, AnUndefinedTimingAssumptionIsShownByARun) {
    const auto spec = analysed(R"(protocol p
role a {
  var late: bool = false
  var key: option int = none
  timer t for 1s
  on start { start t }
  on t { late = true } }
assume timing keyed: a.t fires only when a.key.value > 0
cover late: a.late
instance one {})");
    const CheckReport report = check(spec, {});
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
    ASSERT_EQ(report.obligations.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<Violated>(report.obligations[0].verdict));
}

TEST(Check, AnInstanceWhoseValuesBreakAnAxiomIsNotExplored) {
    const auto spec = analysed(R"(protocol p
const limit: int
axiom positive: limit > 0
role a { var n: int = 0
  action go when n < limit { n += 1 } }
cover there: a.n == 1
instance zero { limit = 0 }
instance one { limit = 1 })");
    const CheckReport report = check(spec, {});
    ASSERT_EQ(report.instance_errors.size(), 1U);
    EXPECT_EQ(report.instance_errors[0],
              "instance `zero`: axiom `positive` is false for the values that the instance gives");
    EXPECT_TRUE(std::holds_alternative<Shown>(verdict_of(report, spec, "there")));
}

std::string why_undecided(const Verdict& verdict) {
    const auto* undecided = std::get_if<Undecided>(&verdict);
    return undecided == nullptr ? "decided" : undecided->text;
}

TEST(Check, ACoverSaysWhyNoInstanceCouldBeSearched) {
    const std::string model = R"(protocol p
const limit: int
role a { var n: int = 0
  action go when n < limit { n += 1 } }
fault crash a
cover there: a.n == 1
cover there_without_crash without crash a: a.n == 1
)";
    const auto none = analysed(model);
    const CheckOptions exploration{.bounded_depth = 0};
    EXPECT_EQ(why_undecided(verdict_of(check(none, exploration), none, "there")),
              "no instance to search for a run in");
    const auto one = analysed(model + "instance open {}");
    const CheckReport report = check(one, exploration);
    const std::string reason = "instance `open`: `limit` may be any integer: give it a value, "
                               "`limit = 1`, or a range, `limit in 0 .. 2`, in the instance";
    EXPECT_EQ(report.instance_errors, std::vector{reason});
    EXPECT_EQ(why_undecided(verdict_of(report, one, "there")),
              "no instance could be searched for a run: " + reason);
    EXPECT_EQ(why_undecided(verdict_of(report, one, "there_without_crash")),
              "no instance could be searched for a run: " + reason);
    const auto two = analysed(model + "instance open {} instance also_open {}");
    EXPECT_EQ(why_undecided(verdict_of(check(two, exploration), two, "there")),
              "no instance could be searched for a run: " + reason + " (and 1 more, see below)");
    // The bounded search chooses constants itself.
    for (const spec::TypedSpec* spec : {&none, &one, &two}) {
        EXPECT_EQ(why_undecided(verdict_of(check(*spec, {}), *spec, "there")), "decided");
    }
    const auto shown = analysed(model + "instance open {} instance closed { limit = 1 }");
    EXPECT_EQ(why_undecided(verdict_of(check(shown, {}), shown, "there")), "decided");
    const auto contradicting =
        analysed(model + "axiom low: limit < 1 axiom high: limit > 1 instance one { limit = 1 }");
    EXPECT_EQ(why_undecided(verdict_of(check(contradicting, {}), contradicting, "there")),
              "what the spec assumes contradicts itself");
}

TEST(Check, ContradictingAxiomsAreSaid) {
    const auto spec = analysed(kCounter + "const limit: int\n"
                                          "axiom low: limit < 1\n"
                                          "axiom high: limit > 1\n"
                                          "invariant anything: server.total > 7\n");
    const CheckReport report = check(spec, {});
    EXPECT_FALSE(report.inconsistencies.empty());
    EXPECT_TRUE(std::holds_alternative<Undecided>(verdict_of(report, spec, "anything")));
    EXPECT_NE(report.outcome(), CheckReport::Outcome::holds);
}

} // namespace
} // namespace muster::checker
