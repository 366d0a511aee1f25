// A run that is not one of the spec is refused, and the reason says what is missing.

#include "codegen/recorded/generate_runs.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::codegen {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/docs/own_code";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    std::size_t at = 0;
    while ((at = text.find(from, at)) != std::string::npos) {
        text.replace(at, from.size(), to);
        at += to.size();
    }
    return text;
}

std::string recorded() {
    return test::read_file(kFolder / "one_leader_per_term.itf.json");
}

// Why the text is no run of the spec of leaders; empty if it is one.
std::string refusal(const std::string& run) {
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(test::read_file(kFolder / "leader.muster"), diagnostics);
    EXPECT_TRUE(spec.has_value());
    const auto file = generate_runs(*spec, {{"the_run.itf.json", run, {}}}, {});
    EXPECT_TRUE(file.has_value() || file.error().file == "the_run.itf.json");
    return file.has_value() ? "" : file.error().text;
}

TEST(UnreadableRun, TheRecordedRunIsOne) {
    EXPECT_EQ(refusal(recorded()), "");
}

TEST(UnreadableRun, TextsThatAreNoRuns) {
    EXPECT_EQ(refusal("{"), "it is not JSON");
    EXPECT_EQ(refusal("[]"), "`#meta` is missing");
    EXPECT_EQ(refusal("{\"#meta\": {\"muster\": {}}}"), "`universe` is missing");
    EXPECT_EQ(refusal(recorded().substr(0, recorded().size() / 2)), "it is not JSON");
}

TEST(UnreadableRun, RunsOfAnotherSpec) {
    EXPECT_EQ(refusal(replaced(recorded(), "\"Node\"", "\"Knot\"")), "`Node` is missing");
    EXPECT_EQ(refusal(replaced(recorded(), "registry.term", "registry.number")),
              "`registry.term` is missing");
    EXPECT_EQ(refusal(replaced(recorded(), "\"claim\"", "\"ask\"")),
              "the role `node` has no action `ask`");
    EXPECT_EQ(refusal(replaced(recorded(), "\"role\": \"node\"", "\"role\": \"knot\"")),
              "the spec has no process `n1` of a role `knot`");
    EXPECT_EQ(refusal(replaced(recorded(), "\"Granted\"", "\"Given\"")),
              "the role `node` takes no message `Given`");
}

TEST(UnreadableRun, ValuesThatDoNotFit) {
    EXPECT_EQ(refusal(replaced(recorded(), "\"#bigint\": \"1\"", "\"#bigint\": \"one\"")),
              "`one` is no number of 64 bits");
    EXPECT_EQ(refusal(replaced(recorded(), "\"Some\"", "\"Any\"")),
              "an option is Some or None, and not `Any`");
}

} // namespace
} // namespace muster::codegen
