#include "checker/check/check.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

// What a search says of steps that go wrong, of what it cannot follow, and of what it has no time
// for.
namespace muster::checker {
namespace {

using testing::analysed;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::replaced;
using ::testing::SizeIs;

const PropertyReport&
entry_of(const CheckReport& report, const spec::TypedSpec& spec, const std::string& name) {
    const auto found =
        std::find_if(report.properties.begin(), report.properties.end(), [&](const auto& entry) {
            return spec.properties[entry.property].name == name;
        });
    return found == report.properties.end() ? throw std::runtime_error("no verdict for " + name)
                                            : *found;
}

const Verdict&
verdict_of(const CheckReport& report, const spec::TypedSpec& spec, const std::string& name) {
    return entry_of(report, spec, name).verdict;
}

std::string why_undecided(const Verdict& verdict) {
    const auto* undecided = std::get_if<Undecided>(&verdict);
    return undecided == nullptr ? "decided" : undecided->text;
}

// How the runs of obligations end.
std::vector<std::string> ends_of(const CheckReport& report) {
    std::vector<std::string> ends;
    for (const ObligationReport& entry : report.obligations) {
        const auto* violated = std::get_if<Violated>(&entry.verdict);
        ends.push_back(violated == nullptr ? "no run" : violated->failure->text);
    }
    std::sort(ends.begin(), ends.end());
    return ends;
}

std::vector<std::string> impossible(const CheckReport& report) {
    std::vector<std::string> names;
    for (const ImpossibleStep& step : report.impossible_steps) {
        names.push_back(step.step);
    }
    return names;
}

// Three things that go wrong, and two that would if `ready` were ever set.
const std::string kSeveral = R"(protocol several
sort Client
message Ask from client to server {}
message Tell from client to server {}
message Odd from client to server {}
message Fine from client to server {}
role server {
  var marks: map Client -> int
  var last: int = 0
  var ready: bool = false
  on Ask() from c { last = marks[c] }
  on Tell() { assert last == 1 }
  on Odd() when last == 1 { ignore }
  on Fine() from c {
    if ready { last = marks[c] + 1 }
    assert not ready
  }
}
role client[me: Client] {
  action ask { send Ask() to server }
  action tell { send Tell() to server }
  action odd { send Odd() to server }
  action fine { send Fine() to server }
}
cover never: server.last == 1
instance small { Client = 1 }
)";

TEST(Obligations, EachOneThatBreaksHasARunOfItsOwn) {
    const auto spec = analysed(kSeveral);
    const CheckReport report = check(spec, {});
    EXPECT_THAT(ends_of(report),
                ElementsAre("`marks` has no key `c`",
                            "no handler of `server` takes `Odd`",
                            "no run",
                            "no run",
                            "this assertion is false"));
    for (const ObligationReport& entry : report.obligations) {
        if (const auto* violated = std::get_if<Violated>(&entry.verdict)) {
            EXPECT_EQ(violated->trace.steps.size(), 1U); // each a shortest one
            EXPECT_TRUE(violated->trace.ending.has_value());
        }
    }
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::violated);
}

TEST(Obligations, ThoseWithoutARunHoldOnAnInstanceThatWasSeenWhole) {
    const auto spec = analysed(kSeveral);
    const CheckReport report = check(spec, {});
    std::size_t count = 0;
    for (const ObligationReport& entry : report.obligations) {
        if (const auto* holds = std::get_if<HoldsOn>(&entry.verdict)) {
            ++count;
            EXPECT_EQ(entry.proof.step, "Fine");
            EXPECT_EQ(holds->instance, "small");
            EXPECT_EQ(holds->states, 16U); // which of the four messages were sent
            EXPECT_THAT(holds->cuts, IsEmpty());
            EXPECT_THAT(entry.notes, ElementsAre(HasSubstr("not proved for any size: ")));
            EXPECT_TRUE(entry.not_inductive.has_value());
        }
    }
    EXPECT_EQ(count, 2U);
}

// What is owed stands where a def is used, and what goes wrong where it is written.
TEST(Obligations, OneInADefHasARunForEachPlaceThatUsesIt) {
    const auto spec = analysed(R"(protocol marks
sort Client
message Ask from client to server {}
message Tell from client to server {}
role server {
  var marks: map Client -> int
  def mark(c: Client) = marks[c]
  def is_high(c: Client) = mark(c) > 1
  on Ask() from c when not is_high(c) { marks[c] = 1 }
  on Ask() otherwise { ignore }
  on Tell() from c { if is_high(c) { marks -= c } }
}
role client[me: Client] {
  action ask { send Ask() to server }
  action tell { send Tell() to server }
}
instance small { Client = 1 }
)");
    const CheckReport report = check(spec, {});
    EXPECT_THAT(ends_of(report), ElementsAre("`marks` has no key `c`", "`marks` has no key `c`"));
}

TEST(Obligations, WithoutThoseThatBreakTheOutcomeIsThatItHolds) {
    std::string text = replaced(kSeveral, "last = marks[c] }", "ignore }");
    text = replaced(text, "{ assert last == 1 }", "{ ignore }");
    text = replaced(text, "on Odd() when last == 1", "on Odd()");
    text = replaced(text, "cover never: server.last == 1", "cover there: server.last == 0");
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    ASSERT_THAT(report.obligations, SizeIs(2U));
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::holds);
}

TEST(Obligations, ASearchThatEndsEarlySaysHowMuchItSaw) {
    const auto spec = analysed(kSeveral);
    CheckOptions options;
    options.max_states = 3;
    const std::string there = "nothing goes wrong there within ";
    const std::vector<std::pair<std::uint32_t, std::string>> said{
        {0, there + "1 steps on instance small (the search stopped at 5 states)"},
        {6, there + "6 steps on instance small (all runs of that length at once)"}};
    for (const auto& [depth, note] : said) {
        options.bounded_depth = depth;
        const CheckReport report = check(spec, options);
        std::size_t count = 0;
        for (const ObligationReport& entry : report.obligations) {
            if (entry.proof.step == "Fine") {
                ++count;
                EXPECT_TRUE(std::holds_alternative<Undecided>(entry.verdict));
                EXPECT_THAT(entry.notes, ElementsAre(note));
            }
        }
        EXPECT_EQ(count, 2U);
    }
}

// A property that may be undefined is looked at with the property itself.
TEST(Obligations, OfAPropertyThatIsDefinedOnAnInstance) {
    const auto spec = analysed(replaced(kSeveral,
                                        "cover never: server.last == 1",
                                        "invariant quiet: server.ready implies forall c: Client. "
                                        "server.marks[c] > 0"));
    const CheckReport report = check(spec, {});
    EXPECT_TRUE(std::holds_alternative<HoldsOn>(verdict_of(report, spec, "quiet")));
    std::size_t count = 0;
    for (const ObligationReport& entry : report.obligations) {
        if (entry.proof.kind == ObligationProof::Kind::property) {
            ++count;
            EXPECT_TRUE(std::holds_alternative<HoldsOn>(entry.verdict));
        }
    }
    EXPECT_EQ(count, 1U);
}

// The prover asks for steps that end well. One that always goes wrong does happen.
TEST(ImpossibleSteps, AStepOfARunIsNoneOfThem) {
    const std::string text = R"(protocol doomed
sort Client
message Ask from client to server {}
role server {
  var n: int = 0
  on Ask() { assert false }
  action never when n > 0 { n = 2 }
}
role client[me: Client] { action ask { send Ask() to server } }
invariant zero: server.n == 0
instance small { Client = 1 }
)";
    const auto spec = analysed(text);
    const CheckReport report = check(spec, {});
    EXPECT_THAT(ends_of(report), ElementsAre("this assertion is false"));
    EXPECT_THAT(impossible(report), ElementsAre("never"));
    // Without an instance there is no run, but a step that goes wrong is told all the same.
    const auto without = analysed(replaced(text, "instance small { Client = 1 }\n", ""));
    const CheckReport open = check(without, {});
    ASSERT_THAT(open.obligations, SizeIs(1U));
    EXPECT_THAT(impossible(open), ElementsAre("never"));
}

TEST(BeyondSixtyFourBits, APropertyIsUndecidedAndNotViolated) {
    const auto spec = analysed(R"(protocol p
role a {
  var n: int = 1
  var back: bool = false
  action grow when n < 5 { n += 1 }
  action turn when back { n = 0 - n }
}
invariant large: a.n * 9223372036854775807 >= a.n
invariant found_all_the_same: (a.n == 4 or a.n * 9223372036854775807 >= a.n) and a.n < 4
step grows: a.n * 9223372036854775807 >= old(a.n)
cover negative: a.n * 9223372036854775807 < 0
instance i {})");
    const CheckReport report = check(spec, {});
    const std::string reason = "a number leaves the 64 bits that an instance has";
    for (const char* name : {"large", "grows"}) {
        const Verdict& verdict = verdict_of(report, spec, name);
        EXPECT_EQ(why_undecided(verdict),
                  "it cannot be evaluated in some state of instance i: " + reason);
        ASSERT_TRUE(std::get<Undecided>(verdict).place.has_value()) << name;
        const auto body =
            spec.expr(spec.properties[entry_of(report, spec, name).property].body).span;
        EXPECT_LE(body.begin, std::get<Undecided>(verdict).place->begin);
        EXPECT_GE(body.end, std::get<Undecided>(verdict).place->end);
        EXPECT_THAT(entry_of(report, spec, name).notes,
                    ElementsAre(HasSubstr("not proved for any size: ")));
    }
    const Verdict& violated = verdict_of(report, spec, "found_all_the_same");
    ASSERT_TRUE(std::holds_alternative<Violated>(violated));
    EXPECT_EQ(std::get<Violated>(violated).trace.steps.size(), 3U);
    EXPECT_FALSE(std::get<Violated>(violated).failure.has_value());
    EXPECT_EQ(why_undecided(verdict_of(report, spec, "negative")),
              "no run reaches it on instance i (all 5 states); in some state it cannot be "
              "evaluated: " +
                  reason);
}

TEST(BeyondSixtyFourBits, AStepEndsTheRunAndIsNamed) {
    const auto spec = analysed(R"(protocol p
role a {
  var n: int = 1
  action jump when n > 0 { n = n * 9223372036854775807 }
}
cover seven: a.n == 7
instance i {})");
    const CheckReport report = check(spec, {});
    EXPECT_EQ(
        why_undecided(verdict_of(report, spec, "seven")),
        "no run reaches it on instance i (all 2 states, limited to steps of `jump` that can be "
        "followed (a number leaves the 64 bits that an instance has))");
    EXPECT_NE(report.outcome(), CheckReport::Outcome::violated);
}

// Where a list doubles at every step, some thirty steps would take all memory.
TEST(LongLists, EndTheRunAndAreNamed) {
    const auto spec = analysed(R"(protocol p
sort A
role a {
  var items: list A
  action begin(x: A) when size(items) == 0 { items += x }
  action double { for each x in items { items += x } }
}
cover twice: size(a.items) == 3
instance i { A = 1 })");
    const CheckReport report = check(spec, {});
    EXPECT_EQ(why_undecided(verdict_of(report, spec, "twice")),
              "no run reaches it on instance i (all 15 states, limited to steps of `double` that "
              "can be followed (a list gets more than 8192 elements))");
}

TEST(BeyondSixtyFourBits, AStartThatCannotBeFollowedIsNotExplored) {
    const auto spec = analysed(R"(protocol p
role a { var n: int = 9223372036854775807 + 1  action down when n > 7 { n -= 1 } }
cover seven: a.n == 7
instance i {})");
    const CheckReport report = check(spec, {});
    EXPECT_THAT(report.instance_errors,
                ElementsAre("instance `i`: no start can be followed: a number leaves the 64 bits "
                            "that an instance has"));
}

// The search forgets `sum`, on which nothing depends; the evaluator does not.
TEST(BeyondSixtyFourBits, ARunThatTheEvaluatorCannotRepeatIsNoViolation) {
    const auto spec = analysed(R"(protocol p
role a {
  var sum: int = 9223372036854775806
  var n: int = 0
  action up when n < 3 { sum += 1; n += 1 }
}
invariant small: a.n < 2
cover two: a.n == 2
instance i {})");
    const CheckReport report = check(spec, {});
    EXPECT_EQ(why_undecided(verdict_of(report, spec, "small")),
              "a run of 2 steps breaks it, which the evaluator cannot follow: a number leaves the "
              "64 bits that an instance has");
    EXPECT_EQ(why_undecided(verdict_of(report, spec, "two")),
              "a run of 2 steps reaches it, which the evaluator cannot follow: a number leaves the "
              "64 bits that an instance has");
}

// Three sets of twelve elements: evaluating this once would take days.
const std::string kDays = R"(protocol p
sort Item
role a { var n: int = 0  action up when n < 3 { n += 1 } }
invariant at_the_start: forall x, y, z: set Item. size(x union y union z) <= 12 + a.n
instance i { Item = 12 }
)";

TEST(OutOfTime, AFormulaDoesNotHoldTheSearchUp) {
    const auto spec = analysed(kDays);
    // Without the bounded search, which may find on a smaller instance what the test says is open.
    CheckOptions options{.bounded_depth = 0};
    options.max_search_time = std::chrono::milliseconds(100);
    const CheckReport report = check(spec, options);
    EXPECT_EQ(why_undecided(verdict_of(report, spec, "at_the_start")),
              "the search of instance i ran out of time before it had seen the start");
    EXPECT_EQ(report.outcome(), CheckReport::Outcome::undecided);
}

TEST(OutOfTime, ALaterStateIsSaidToBeMissing) {
    const auto spec =
        analysed(replaced(kDays, "at_the_start: forall", "later: a.n == 0 or forall"));
    // Without the bounded search, which may find on a smaller instance what the test says is open.
    CheckOptions options{.bounded_depth = 0};
    options.max_search_time = std::chrono::milliseconds(100);
    const CheckReport report = check(spec, options);
    EXPECT_TRUE(std::holds_alternative<Undecided>(verdict_of(report, spec, "later")));
    EXPECT_THAT(entry_of(report, spec, "later").notes,
                ElementsAre("no violation within 0 steps on instance i (the search ran out of "
                            "time after 2 states)"));
}

// ---- what exploration cannot find ----

// Whoever is told a greater number than the limit breaks it, and no instance lists all numbers.
const std::string kAccount = R"(protocol account
role bank {
  durable balance: int = 0
  durable limit: int = 1000000
  action deposit(amount: int) when amount > 0 and amount < 500000 { balance += amount }
  action raise(by: int) when by > 100 { limit = limit + by }
}
invariant below_the_limit: bank.balance <= bank.limit
)";

TEST(BoundedSearch, TellsAReachableFirstStateFromOneThatMayNotBe) {
    const auto spec = analysed(kAccount);
    const Verdict verdict = verdict_of(check(spec, {}), spec, "below_the_limit");
    ASSERT_TRUE(std::holds_alternative<Violated>(verdict));
    EXPECT_EQ(std::get<Violated>(verdict).trace.steps.size(), 3U); // a shortest one
    // Two steps are too few, and then it is only not inductive.
    const Verdict open = verdict_of(check(spec, {.bounded_depth = 2}), spec, "below_the_limit");
    ASSERT_TRUE(std::holds_alternative<Undecided>(open));
    EXPECT_EQ(std::get<Undecided>(open).reason, Undecided::Reason::not_inductive);
}

TEST(BoundedSearch, LooksBeyondTheBoundsOfAnInstanceThatWasSeenWhole) {
    const auto spec = analysed(kAccount + "instance small { bank.deposit.amount in 0 .. 2,\n"
                                          "  bank.raise.by in 0 .. 200, bank.balance <= 10,\n"
                                          "  bank.limit <= 1000100 }\n");
    const CheckReport explored = check(spec, {.bounded_depth = 0});
    EXPECT_TRUE(std::holds_alternative<HoldsOn>(verdict_of(explored, spec, "below_the_limit")));
    EXPECT_TRUE(
        std::holds_alternative<Violated>(verdict_of(check(spec, {}), spec, "below_the_limit")));
}

TEST(BoundedSearch, LooksAtLargerInstancesThanThoseOfTheSpec) {
    const auto spec = analysed(R"(protocol p
sort Client
message Hello from client to server {}
role server { var known: set Client  on Hello() from c { known += c } }
role client[me: Client] { action greet { send Hello() to server } }
invariant two: size(server.known) < 3
instance small { Client = 2 }
)");
    const CheckReport report = check(spec, {});
    const Verdict& verdict = verdict_of(report, spec, "two");
    ASSERT_TRUE(std::holds_alternative<Violated>(verdict));
    EXPECT_EQ(std::get<Violated>(verdict).trace.steps.size(), 6U);
    EXPECT_EQ(std::get<Violated>(verdict).trace.universe.sort_sizes.front(), 3);
}

TEST(OutOfTime, AnAxiomDoesNotHoldTheSearchUp) {
    const auto spec = analysed(R"(protocol p
sort Item
role a { var n: int = 0  action up when n < 3 { n += 1 } }
axiom heavy: forall x, y, z: set Item. size(x union y union z) <= 12
cover one: a.n == 1
instance i { Item = 12 }
)");
    // Without the bounded search, which may find on a smaller instance what the test says is open.
    CheckOptions options{.bounded_depth = 0};
    options.max_search_time = std::chrono::milliseconds(100);
    EXPECT_EQ(why_undecided(verdict_of(check(spec, options), spec, "one")),
              "no run reaches it on instance i (the search ran out of time after 0 states)");
}

} // namespace
} // namespace muster::checker
