#include "checker/certify/replay_itf.hpp"
#include "checker/check/check.hpp"
#include "checker/trace/render_itf.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/regression/change.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace muster::test {
namespace {

constexpr unsigned kProofTimeoutMs = 500;

// How many changes each protocol has. The list is the point: a file that goes missing is noticed.
const std::map<std::string, std::size_t> kHowMany = {
    {"bully_election", 2},
    {"chain_replication", 3},
    {"job_queue", 6},
    {"kafka_group", 12},
    {"lock_server", 3},
    {"membership", 2},
    {"models/cache_coherence", 2},
    {"models/learning_switch", 1},
    {"models/mutual_exclusion", 2},
    {"paxos", 6},
    {"primary_backup", 4},
    {"raft_election", 3},
    {"ring_election", 1},
    {"sharded_kv", 4},
    {"ticket_lock", 3},
    {"two_phase_commit", 4},
};

bool starts_on_some_instance(const spec::TypedSpec& spec,
                             const checker::Evaluator& evaluator,
                             const checker::Trace& trace) {
    for (const spec::InstanceInfo& instance : spec.instances) {
        const auto fixed = checker::fixed_by(spec, trace.universe, instance);
        if (!fixed) {
            continue;
        }
        for (const checker::Successor& start : evaluator.initial_states(*fixed)) {
            const auto* state = std::get_if<checker::State>(&start.result);
            if (state != nullptr && *state == trace.initial) {
                return true;
            }
        }
    }
    return false;
}

// Repeats the run on the evaluator, state by state, from one of its initial states.
void expect_replays(const spec::TypedSpec& spec,
                    const checker::Trace& trace,
                    const spec::PropertyInfo& property) {
    const checker::TransitionSystem system = checker::system_of(spec, trace);
    const checker::Evaluator evaluator(system, trace.universe);
    EXPECT_TRUE(starts_on_some_instance(spec, evaluator, trace))
        << "the run does not start in an initial state";
    checker::State before = trace.initial;
    checker::State now = trace.initial;
    for (const checker::TraceStep& step : trace.steps) {
        const auto successor = evaluator.replay(now, step.event);
        ASSERT_TRUE(successor.has_value());
        const auto* state = std::get_if<checker::State>(&successor->result);
        ASSERT_NE(state, nullptr);
        EXPECT_TRUE(*state == step.state);
        before = std::move(now);
        now = *state;
    }
    const auto truth = evaluator.holds(property.body, before, now);
    ASSERT_TRUE(std::holds_alternative<bool>(truth));
    EXPECT_FALSE(std::get<bool>(truth)) << "the property holds at the end of the run";
}

// What a person sees of the changed spec.
std::string report_of(const Change& change, const std::string& text) {
    const TempDir folder;
    const std::filesystem::path file =
        folder.write(std::filesystem::path(change.protocol).filename().string() + ".muster", text);
    const CliResult result = run_cli({"check", file.string(), "--property", change.violates});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    return scrub_path(scrub_durations(result.output), folder.path(), "changed");
}

class ProtocolChange : public testing::TestWithParam<Change> {};

TEST_P(ProtocolChange, IsViolated) {
    const Change& change = GetParam();
    spec::Diagnostics diagnostics;
    const std::string text = apply(change);
    const auto spec = spec::analyse(text, diagnostics);
    ASSERT_TRUE(spec.has_value()) << diagnostics.sorted().front().message;
    checker::CheckOptions options;
    options.properties = {change.violates};
    // What breaks is found by a search; a proof that fails need not be tried for long.
    options.induction.timeout_ms = kProofTimeoutMs;
    const checker::CheckReport report = checker::check(*spec, options);
    EXPECT_EQ(report.outcome(), checker::CheckReport::Outcome::violated);
    ASSERT_EQ(report.properties.size(), 1U);
    const auto* violated = std::get_if<checker::Violated>(&report.properties[0].verdict);
    ASSERT_NE(violated, nullptr) << "not violated";
    EXPECT_FALSE(violated->failure.has_value()) << violated->failure->text;
    if (change.steps) {
        EXPECT_EQ(violated->trace.steps.size(), *change.steps);
    }
    expect_replays(*spec, violated->trace, spec->properties[report.properties[0].property]);
    const checker::ItfReplay again = checker::replay_itf(
        *spec,
        checker::render_itf(checker::system_of(*spec, violated->trace),
                            violated->trace,
                            {checker::ItfClaim::Kind::violated, report.properties[0].property}));
    EXPECT_EQ(again.answer, checker::ItfReplay::Answer::confirmed) << again.path << again.text;
    if (std::filesystem::exists(change.report)) {
        EXPECT_TRUE(matches_golden(change.report, report_of(change, text)));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ProtocolChange, testing::ValuesIn(all_changes()), [](const auto& changed) {
        std::string letters = changed.param.protocol + "_" + changed.param.name;
        std::replace(letters.begin(), letters.end(), '/', '_');
        return letters;
    });

TEST(ProtocolChanges, AreAsManyAsEver) {
    std::map<std::string, std::size_t> found;
    for (const Change& change : all_changes()) {
        ++found[change.protocol];
    }
    EXPECT_EQ(found, kHowMany);
}

} // namespace
} // namespace muster::test
