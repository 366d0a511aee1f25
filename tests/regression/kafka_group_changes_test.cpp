#include "checker/check/check.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace muster::test {
namespace {

// One change to the spec, as the README beside the files describes it.
struct Change {
    std::string name;
    std::string violates;
    std::string before;
    std::string after;
};

Change read_change(const std::filesystem::path& file) {
    const std::string text = read_file(file);
    const std::string header = "violates: ";
    const auto old_mark = text.find("\n---\n");
    const auto new_mark = text.find("\n+++\n");
    Change change;
    change.name = file.stem().string();
    change.violates = text.substr(header.size(), old_mark - header.size());
    change.before = text.substr(old_mark + 5, new_mark - old_mark - 5);
    change.after = text.substr(new_mark + 5);
    return change;
}

std::vector<Change> all_changes() {
    std::vector<Change> changes;
    for (const auto& entry : std::filesystem::directory_iterator(
             MUSTER_SOURCE_DIR "/tests/regression/kafka_group_changes")) {
        if (entry.path().extension() == ".change") {
            changes.push_back(read_change(entry.path()));
        }
    }
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return a.name < b.name;
    });
    return changes;
}

std::string apply(const Change& change) {
    std::string text = read_file(MUSTER_SOURCE_DIR "/spec/protocols/kafka_group.muster");
    const auto place = text.find(change.before);
    EXPECT_NE(place, std::string::npos) << "the spec does not have this text any more";
    EXPECT_EQ(text.find(change.before, place + 1), std::string::npos) << "not unique";
    return place == std::string::npos ? text
                                      : text.replace(place, change.before.size(), change.after);
}

// Repeats the run on the evaluator, state by state, from one of its initial states.
void expect_replays(const spec::TypedSpec& spec,
                    const checker::Trace& trace,
                    const spec::PropertyInfo& property) {
    const checker::TransitionSystem system = checker::lower(spec, trace.without);
    const checker::Evaluator evaluator(system, trace.universe);
    const auto starts = evaluator.initial_states({});
    EXPECT_TRUE(std::any_of(starts.begin(), starts.end(), [&](const checker::Successor& start) {
        const auto* state = std::get_if<checker::State>(&start.result);
        return state != nullptr && *state == trace.initial;
    })) << "the run does not start in an initial state";
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

class KafkaGroupChange : public testing::TestWithParam<Change> {};

TEST_P(KafkaGroupChange, IsViolated) {
    const Change& change = GetParam();
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(apply(change), diagnostics);
    ASSERT_TRUE(spec.has_value()) << diagnostics.sorted().front().message;
    checker::CheckOptions options;
    options.properties = {change.violates};
    const checker::CheckReport report = checker::check(*spec, options);
    EXPECT_EQ(report.outcome(), checker::CheckReport::Outcome::violated);
    ASSERT_EQ(report.properties.size(), 1U);
    const auto* violated = std::get_if<checker::Violated>(&report.properties[0].verdict);
    ASSERT_NE(violated, nullptr) << "not violated";
    EXPECT_FALSE(violated->failure.has_value()) << violated->failure->text;
    expect_replays(*spec, violated->trace, spec->properties[report.properties[0].property]);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         KafkaGroupChange,
                         testing::ValuesIn(all_changes()),
                         [](const auto& changed) { return changed.param.name; });

// The list is the point: a file that goes missing is noticed.
TEST(KafkaGroupChanges, AreTheEight) {
    EXPECT_EQ(all_changes().size(), 8U);
}

} // namespace
} // namespace muster::test
