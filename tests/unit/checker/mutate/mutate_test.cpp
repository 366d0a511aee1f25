#include "checker/mutate/mutate.hpp"
#include "tests/unit/checker/specs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::checker {
namespace {

using Kind = Judgement::Kind;
using testing::analysed;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string counter(const std::string& members, const std::string& properties) {
    return "protocol counter\nrole one {\n  durable n: int = 0\n" + members + "\n}\n" + properties +
           "\ninstance i { one.n <= 9 }\n";
}

// Every change as `kind: before => after`.
std::vector<std::string> changes(const std::string& text) {
    std::vector<std::string> result;
    for (const Mutant& mutant : mutants_of(spec::SourceFile("counter.muster", text), {})) {
        result.push_back(fmt::format(
            "{}: {} => {}", spec::word(mutant.mutation.kind), mutant.before, mutant.after));
    }
    return result;
}

MutationReport
judged(const std::string& text, const std::string& line, MutationOptions options = {}) {
    const spec::SourceFile file("counter.muster", text);
    options.is_selected = [&](const spec::Mutation& mutation) {
        return line.empty() || file.line_text(file.position(mutation.span.begin).line).find(line) !=
                                   std::string_view::npos;
    };
    return mutate(file, spec::load_import, analysed(text), options);
}

// What becomes of the changes of one kind in the line with this text.
Judgement judgement(const std::string& text, const std::string& line, spec::MutationKind kind) {
    for (const Mutant& mutant : judged(text, line).mutants) {
        if (mutant.mutation.kind == kind && mutant.judgement) {
            return *mutant.judgement;
        }
    }
    throw std::runtime_error("there is no such change");
}

TEST(Mutations, AreTheUsualMistakes) {
    EXPECT_THAT(changes(counter("  timer t for 1s\n"
                                "  action up when n < 3 and n != 2 {\n"
                                "    n += 1\n"
                                "    start t\n"
                                "  }\n"
                                "  on t { if n > 1 { stop t } }",
                                "invariant small: one.n <= 3")),
                ElementsAre("make-volatile: durable n: int = 0 => var n: int = 0",
                            "off-by-one: durable n: int = 0 => durable n: int = 1",
                            "drop-condition: action up when n < 3 and n != 2 { => "
                            "action up when true and n != 2 {",
                            "off-by-one: action up when n < 3 and n != 2 { => "
                            "action up when n <= 3 and n != 2 {",
                            "off-by-one: action up when n < 3 and n != 2 { => "
                            "action up when n < 4 and n != 2 {",
                            "drop-condition: action up when n < 3 and n != 2 { => "
                            "action up when n < 3 and true {",
                            "off-by-one: action up when n < 3 and n != 2 { => "
                            "action up when n < 3 and n != 3 {",
                            "drop-assignment: n += 1 => ",
                            "off-by-one: n += 1 => n += 2",
                            "drop-timer: start t => ",
                            "swap-branches: on t { if n > 1 { stop t } } => "
                            "on t { if not (n > 1) { stop t } }",
                            "drop-condition: on t { if n > 1 { stop t } } => "
                            "on t { if true { stop t } }",
                            "off-by-one: on t { if n > 1 { stop t } } => "
                            "on t { if n >= 1 { stop t } }",
                            "off-by-one: on t { if n > 1 { stop t } } => "
                            "on t { if n > 2 { stop t } }",
                            "keep-timer: on t { if n > 1 { stop t } } => "
                            "on t { if n > 1 { ignore } }"));
}

TEST(Mutations, LeavePropertiesAlone) {
    EXPECT_THAT(changes("protocol p\nrole one { var b: bool }\ninvariant i: one.b or 1 < 2\n"
                        "instance i {}\n"),
                IsEmpty());
}

TEST(Judge, NamesWhatNoticesAChange) {
    const std::string text = counter("  action up when n < 3 { n += 1 }",
                                     "invariant small: one.n <= 3\ncover top: one.n == 3\n"
                                     "fault crash one\n"
                                     "test \"ups\" of one {\n  up()\n  crash\n  expect n == 1\n}");
    const Judgement guard = judgement(text, "action up", spec::MutationKind::drop_condition);
    EXPECT_EQ(guard.kind, Kind::violated);
    EXPECT_EQ(guard.by, "small");
    const Judgement kept = judgement(text, "durable n", spec::MutationKind::make_volatile);
    EXPECT_EQ(kept.kind, Kind::failed_test);
    EXPECT_EQ(kept.by, "ups");
    const std::string untested = text.substr(0, text.find("test")) + "instance i { one.n <= 9 }\n";
    const Judgement up = judgement(untested, "action up", spec::MutationKind::drop_assignment);
    EXPECT_EQ(up.kind, Kind::lost_cover);
    EXPECT_EQ(up.by, "top");
}

// Without the timer the request waits for ever, and no state is wrong.
TEST(Judge, AsksWhatIsToHappenInTheEnd) {
    const std::string text = counter("  timer late for 1s\n"
                                     "  action up when n == 0 { n += 1; start late }\n"
                                     "  on late { n = 0 }",
                                     "invariant small: one.n <= 1\n"
                                     "live comes_down: one.n == 1 leads to one.n == 0");
    const Judgement judged = judgement(text, "action up", spec::MutationKind::drop_timer);
    EXPECT_EQ(judged.kind, Kind::violated);
    EXPECT_EQ(judged.by, "comes_down");
}

TEST(Judge, TellsTheSameBehaviourFromAnother) {
    // Nobody can see the difference between `n < 3` and `n <= 2`, and `n != 7` never decides.
    const std::string text =
        counter("  action up when n < 3 and n != 7 { n += 1 }", "invariant positive: one.n >= 0");
    std::vector<Kind> kinds;
    for (const Mutant& mutant : judged(text, "action up").mutants) {
        kinds.push_back(mutant.judgement->kind);
    }
    EXPECT_THAT(kinds,
                ElementsAre(Kind::survived,       // true and n != 7
                            Kind::survived,       // n <= 3
                            Kind::survived,       // n < 4
                            Kind::same_behaviour, // n < 3 and true
                            Kind::same_behaviour, // n != 8
                            Kind::survived,       // without n += 1
                            Kind::survived));     // n += 2
}

TEST(Judge, AProofNoticesWhatTheInstanceIsTooSmallFor) {
    std::string text =
        counter("  action up when n < 100 { n += 1 }", "invariant small: one.n <= 100");
    text = testing::replaced(text, "one.n <= 9", "one.n <= 3");
    // Up to the bound the steps are the same.
    const Judgement guard = judgement(text, "action up", spec::MutationKind::off_by_one);
    EXPECT_EQ(guard.kind, Kind::unproved);
    EXPECT_EQ(guard.by, "small");
}

TEST(Judge, RefusesASpecThatIsViolatedAsItIs) {
    const std::string text =
        counter("  action up when n < 3 { n += 1 }", "invariant small: one.n < 2");
    EXPECT_EQ(judged(text, "").refusal, "small is violated");
}

TEST(Judge, ATooSmallBudgetIsNoSurvival) {
    const std::string text =
        counter("  action up when n < 8 { n += 1 }", "invariant small: one.n < 9");
    MutationOptions options;
    options.judge.max_states = 3;
    options.judge.proofs = false;
    const MutationReport report = judged(text, "action up", options);
    EXPECT_EQ(report.count(Kind::survived) + report.count(Kind::same_behaviour), 0U);
    EXPECT_GT(report.count(Kind::undecided), 0U);
}

} // namespace
} // namespace muster::checker
