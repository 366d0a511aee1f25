#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

// What people read: the whole report, with times and the place of the tree taken out.
std::string report_of(const std::vector<std::string>& arguments, int exit_code) {
    std::vector<std::string> line = {"check"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const CliResult result = run_cli(line);
    EXPECT_EQ(result.exit_code, exit_code) << result.errors;
    return scrub_path(scrub_durations(result.output), MUSTER_SOURCE_DIR, "tree");
}

TEST(CheckReport, OfLeaseWithTheRunsOfItsCovers) {
    const std::string lease = MUSTER_SOURCE_DIR "/spec/protocols/lease.muster";
    EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/tests/golden/check/lease.report",
                               report_of({lease, "--traces"}, 0)));
}

// Without its lemmas the invariant is not inductive: the report has the step, says that its first
// state may be unreachable, and how far the instance was seen.
TEST(CheckReport, OfWhatIsNotInductive) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "lease_without_lemmas.report",
                               report_of({folder + "lease_without_lemmas.muster"}, 0)));
}

TEST(CheckReport, OfOneProperty) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(
        folder + "one_property.report",
        report_of({folder + "lease_without_lemmas.muster", "--property", "tokens_never_go_back"},
                  0)));
}

// Each line says what goes wrong and where, and the two handlers of one message are told apart.
TEST(CheckReport, OfWhatIsBuiltIn) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(
        matches_golden(folder + "built_in.report", report_of({folder + "built_in.muster"}, 1)));
}

// What the property was thought to break in is no start of any run.
TEST(CheckReport, OfAStartThatAlwaysGoesWrong) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "start_that_goes_wrong.report",
                               report_of({folder + "start_that_goes_wrong.muster"}, 1)));
}

TEST(CheckReport, OfLemmasThatExcludeWhatGoesWrong) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "suggestions_for_built_in.report",
                               report_of({folder + "suggestions_for_built_in.muster"}, 0)));
}

TEST(CheckReport, NamesTheAxiomThatLeavesEverythingOpen) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "axiom_without_encoding.report",
                               report_of({folder + "axiom_without_encoding.muster"}, 3)));
}

// Every obligation that breaks has a run, and what cannot be followed is named with its place.
TEST(CheckReport, OfWhatGoesWrongAtSeveralPlacesAndOfNumbersBeyond64Bits) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "limits.report", report_of({folder + "limits.muster"}, 1)));
}

TEST(CheckReport, SaysWhatMayGoWrong) {
    const std::string report = report_of(
        {MUSTER_SOURCE_DIR "/tests/golden/check/open_obligations.muster", "--bounded", "0"}, 3);
    for (const std::string line : {
             "Ask: `tokens` may lack the key `job` or `last` may be none in a state",
             "Done: this assertion may be false in a state",
             "Done: there may be nothing to pick in a state",
             "Fenced: no handler takes `Fenced` in a state",
         }) {
        EXPECT_NE(report.find("undecided  built in   " + line + " that satisfies all assumptions"),
                  std::string::npos)
            << line << '\n'
            << report;
    }
    EXPECT_EQ(report.find("assumptions is false"), std::string::npos) << report;
    // The spec has no instance, which the bounded search does not need.
    report_of({MUSTER_SOURCE_DIR "/tests/golden/check/open_obligations.muster"}, 1);
}

// A note that all verdicts of one strength carry is said once.
TEST(CheckReport, SaysCommonNotesOnce) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "common_notes.report",
                               report_of({folder + "common_notes.muster"}, 0)));
}

// Nothing is proved; each kind of obstacle is named once, with what would help.
TEST(CheckReport, OfWhatZ3Decides) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "fragment.report",
                               report_of({folder + "fragment.muster", "--fragment"}, 3)));
}

TEST(CheckReport, OfASpecWithoutProperties) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "no_properties.report",
                               report_of({folder + "no_properties.muster"}, 0)));
}

// One warning for a left side that is never true and one for a collection that is always empty;
// none for what is true in some state, and for a formula that says itself that something is never
// true.
TEST(CheckReport, OfPropertiesThatSayNothing) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(
        matches_golden(folder + "vacuous.report", report_of({folder + "vacuous.muster"}, 0)));
}

// With the fault a run does reach that state, so the sentence says which runs do not.
TEST(CheckReport, OfAStateThatNoRunWithoutAFaultReaches) {
    const std::string folder = MUSTER_SOURCE_DIR "/tests/golden/check/";
    EXPECT_TRUE(matches_golden(folder + "suggestions_without_faults.report",
                               report_of({folder + "suggestions_without_faults.muster"}, 0)));
}

} // namespace
} // namespace muster::test
