#include "checker/coverage/coverage.hpp"
#include "checker/simulate/shorten.hpp"
#include "checker/simulate/simulate.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::checker {
namespace {

using testing::analysed;
using testing::replaced;
using testing::shipped;

constexpr std::uint64_t kSeveral = 100; // runs

std::vector<Simulation> several_runs(const spec::TypedSpec& spec) {
    SimulationOptions options;
    options.runs = kSeveral;
    return simulate(spec, options);
}

// The lease whose tokens a crash takes away.
spec::TypedSpec forgetful_lease() {
    return analysed(replaced(shipped("lease.muster"), "durable last", "var last"));
}

const Simulation::Finding&
finding(const Simulation& simulation, const spec::TypedSpec& spec, const std::string& name) {
    for (const Simulation::Finding& each : simulation.findings) {
        if (spec.properties[each.property].name == name) {
            return each;
        }
    }
    throw std::runtime_error("nothing is said of " + name);
}

TEST(Simulate, FindsAViolationFarBeyondWhatCanBeExplored) {
    const spec::TypedSpec spec = forgetful_lease();
    SimulationOptions options;
    options.sizes["Client"] = 20;
    options.runs = 40;
    const std::vector<Simulation> all = simulate(spec, options);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].runs, 40U);
    const Simulation::Finding& broken = finding(all[0], spec, "one_client_per_token");
    ASSERT_TRUE(broken.verdict.has_value());
    const auto& violated = std::get<Violated>(*broken.verdict);
    EXPECT_EQ(violated.trace.universe.sort_sizes[0], 20);
    EXPECT_GT(broken.seen.runs, 1U);
    EXPECT_FALSE(violated.trace.is_shortest);
}

TEST(Simulate, ShortensARunUntilEveryStepOfItMatters) {
    const spec::TypedSpec spec = forgetful_lease();
    const std::vector<Simulation> all = several_runs(spec);
    const Simulation::Finding& broken = finding(all[0], spec, "one_client_per_token");
    const Trace& run = std::get<Violated>(*broken.verdict).trace;
    EXPECT_LT(run.steps.size(), broken.seen.first_steps);
    const TransitionSystem system = system_of(spec, run);
    const Evaluator evaluator(system, run.universe);
    const ShownByRun shown{broken.property, std::nullopt};
    for (std::size_t without = 0; without <= run.steps.size(); ++without) {
        State now = run.initial;
        bool is_violated = false;
        for (std::size_t i = 0; i < run.steps.size(); ++i) {
            const auto next =
                i == without ? std::nullopt : evaluator.replay(now, run.steps[i].event);
            if (next) {
                const State& after = std::get<State>(next->result);
                is_violated = is_violated || is_shown(evaluator, shown, now, after);
                now = after;
            }
        }
        EXPECT_EQ(is_violated, without == run.steps.size()) << without;
    }
}

TEST(Simulate, ARunDependsOnTheSeedAndItsNumberAlone) {
    const spec::TypedSpec spec = forgetful_lease();
    const std::vector<Simulation> all = several_runs(spec);
    const Simulation::Finding& broken = finding(all[0], spec, "one_client_per_token");
    SimulationOptions options;
    options.only = broken.seen.shown_run;
    options.properties = {"one_client_per_token"};
    const std::vector<Simulation> again = simulate(spec, options);
    EXPECT_EQ(again[0].runs, 1U);
    const Simulation::Finding& same = finding(again[0], spec, "one_client_per_token");
    EXPECT_EQ(same.seen.first_run, broken.seen.shown_run);
    EXPECT_EQ(std::get<Violated>(*same.verdict).trace.steps.size(),
              std::get<Violated>(*broken.verdict).trace.steps.size());
}

TEST(Simulate, ReachesCoversAndCountsRuns) {
    const spec::TypedSpec spec = analysed(shipped("lease.muster"));
    const std::vector<Simulation> all = several_runs(spec);
    const Simulation::Finding& cover = finding(all[0], spec, "handed_over");
    ASSERT_TRUE(cover.verdict.has_value());
    EXPECT_TRUE(std::holds_alternative<Shown>(*cover.verdict));
    EXPECT_GE(cover.seen.runs, 1U);
    EXPECT_FALSE(finding(all[0], spec, "one_client_per_token").verdict.has_value());
}

TEST(Simulate, EndsARunWithAStepThatGoesWrong) {
    const spec::TypedSpec spec = analysed(R"(
protocol wrong
role one {
  var left: option int = some(3)
  action take { left = none }
  action look when left == none or left.value > 0 { assert left is some }
}
instance i {}
)");
    const std::vector<Simulation> all = several_runs(spec);
    ASSERT_EQ(all[0].broken_steps.size(), 1U);
    const Violated& broken = all[0].broken_steps[0].violated;
    EXPECT_EQ(broken.failure->kind, Failure::Kind::assertion);
    EXPECT_EQ(broken.trace.steps.size(), 1U); // take
    EXPECT_TRUE(broken.trace.ending.has_value());
}

TEST(Simulate, RefusesASizeThatIsTooSmallForTheNames) {
    const spec::TypedSpec spec = analysed(R"(
protocol named
sort Node
role node[me: Node] { action act { ignore } }
instance i { Node = {a, b, c} }
)");
    SimulationOptions options;
    options.sizes["Node"] = 2;
    EXPECT_THAT(simulate(spec, options)[0].error, ::testing::HasSubstr("names 3 elements of Node"));
}

TEST(Simulate, SaysWhatNeverHadAChanceToFail) {
    const spec::TypedSpec spec = analysed(R"(
protocol silent
role one {
  var n: int = 0
  action up when n < 5 { n += 1 }
}
invariant says_nothing: one.n > 7 implies one.n < 100
invariant says_something: one.n > 3 implies one.n < 100
instance i {}
)");
    SimulationOptions options;
    options.premises = true;
    const std::vector<Simulation> all = simulate(spec, options);
    ASSERT_EQ(all[0].silent.size(), 1U);
    EXPECT_EQ(spec.properties[all[0].silent[0].property].name, "says_nothing");
    EXPECT_EQ(all[0].findings.size(), 2U);
}

} // namespace
} // namespace muster::checker
