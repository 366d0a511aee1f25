#include "checker/check/explore_instances.hpp"
#include "checker/coverage/coverage.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::checker {
namespace {

using testing::analysed;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What is not covered, as a report says it, with the text of the place.
std::vector<std::string> uncovered(const std::string& text, bool reference = false) {
    const spec::TypedSpec spec = analysed(text);
    Coverage coverage(spec);
    ExplorationOptions options;
    options.observer = &coverage;
    options.reference = reference;
    explore_instances(spec, options);
    std::vector<std::string> result;
    for (const CoverageItem& item : coverage_items(spec, coverage)) {
        if (!item.covered && item.reached) {
            const std::size_t length = item.span.end - item.span.begin;
            result.push_back(item.name.empty()
                                 ? describe(item) + ": " + text.substr(item.span.begin, length)
                                 : describe(item));
        }
    }
    return result;
}

std::string counter(const std::string& members) {
    return "protocol counter\nrole one {\n  var n: int = 0\n  var s: set int\n" + members +
           "\n}\ninstance i { one.n <= 4 }\n";
}

TEST(Coverage, BranchesThatAreNeverTaken) {
    EXPECT_THAT(uncovered(counter("action up when n < 3 { if n >= 0 { n += 1 } else { n = 0 } }")),
                ElementsAre("this condition is never false: n >= 0"));
    EXPECT_THAT(uncovered(counter("action up when n < 3 { n += 1\n if n > 5 { n = 0 } }")),
                ElementsAre("this condition is never true: n > 5"));
    EXPECT_THAT(uncovered(counter("action up when n < 3 { n += 1\n if n > 2 { n = 0 } }")),
                ElementsAre("this guard is never false: n < 3"));
}

TEST(Coverage, StepsThatNeverHappenAndWhatIsInThemIsSaidOnce) {
    EXPECT_THAT(uncovered(counter("action up when n < 3 { n += 1 }\n"
                                  "action down when n > 8 { if n > 9 { n -= 1 } }")),
                ElementsAre("`down` never happens"));
}

TEST(Coverage, AGuardThatRefusesNothing) {
    EXPECT_THAT(uncovered(counter("action up when n >= 0 { n += 1 }")),
                ElementsAre("this guard is never false: n >= 0"));
}

TEST(Coverage, APartOfAGuardThatNeverDecides) {
    // Wherever `n < 9` is false, so is `n < 3`; the other way round it is false alone.
    EXPECT_THAT(uncovered(counter("action up when n < 3 and n < 9 { n += 1 }")),
                ElementsAre("this part of the condition is never false alone: n < 9"));
    // A part that keeps the next one from being undefined decides.
    EXPECT_THAT(uncovered(counter("var o: option int = none\n"
                                  "action fill when n < 1 { n += 1\n o = some(1) }\n"
                                  "action use when o is some and o.value < 2 { o = some(2) }")),
                IsEmpty());
}

TEST(Coverage, LoopsAndPicks) {
    EXPECT_THAT(
        uncovered(counter("action up when n < 3 {\n n += 1\n"
                          "  for x in s { s -= x }\n}")),
        ElementsAre("there is never anything here to run the body for: for x in s { s -= x }"));
    EXPECT_THAT(
        uncovered(counter("action up when n < 3 {\n n += 1\n s += n\n"
                          "  pick x in s { n = n } else { n = 0 }\n}")),
        ElementsAre(
            "there is always something to pick here: pick x in s { n = n } else { n = 0 }"));
}

TEST(Coverage, BranchesOfExpressions) {
    EXPECT_THAT(uncovered(counter("action up when n < 3 { n = if n >= 0 then n + 1 else 0 }")),
                ElementsAre("this condition is never false: n >= 0"));
    EXPECT_THAT(uncovered(counter("action up when (if n > 7 then false else n < 3) { n += 1 }")),
                ElementsAre("this condition is never true: n > 7"));
    // What stands in a branch that is never taken is not said again.
    EXPECT_THAT(uncovered(counter("action up when n < 3 {\n"
                                  "  n = if n > 5 then (if n > 6 then 1 else 2) else n + 1\n}")),
                ElementsAre("this condition is never true: n > 5"));
    EXPECT_THAT(uncovered(counter("action up when n < 3 {\n"
                                  "  n += 1\n  s = { x in {1, 2} | if x < n then n > 1 else true }"
                                  "\n}")),
                IsEmpty());
    EXPECT_THAT(uncovered(counter("action up when n < 3 {\n"
                                  "  n = if n >= 0 and n < 2 then n + 1 else 3\n}")),
                ElementsAre("this part of the condition is never false alone: n >= 0"));
}

TEST(Coverage, BranchesOfDefsThatStepsCall) {
    const std::string defs = "def small(m: int) = if m < 9 then m else 0\n"
                             "def next = small(n) + 1\n"
                             "def unused = if n < 2 then 1 else 0\n";
    EXPECT_THAT(uncovered(counter(defs + "action up when n < 3 { n = next }")),
                ElementsAre("this condition is never false: m < 9"));
    EXPECT_THAT(uncovered(counter(defs + "action up when n < 3 { n += 1 }")), IsEmpty());
    // Properties are evaluated between steps.
    EXPECT_THAT(
        uncovered(counter(defs + "action up when n < 3 { n += if n > 4 then next else 1 }") +
                  "invariant bounded: one.next < 9 or one.n >= 0\n"),
        ElementsAre("this condition is never true: n > 4"));
}

TEST(Coverage, IsTheSameWhereEveryStepIsRun) {
    for (const char* name : {"lease.muster", "ticket_lock.muster", "two_phase_commit.muster"}) {
        const std::string text = testing::shipped(name);
        EXPECT_EQ(uncovered(text), uncovered(text, true)) << name;
    }
}

} // namespace
} // namespace muster::checker
