#include "checker/certify/replay_itf.hpp"
#include "cli/check_outputs.hpp"
#include "cli/write_runs.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/reports/report_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace muster::test {
namespace {

const std::filesystem::path kProtocols = MUSTER_SOURCE_DIR "/spec/protocols";

// What z3 needs a minute or more for all questions about; asked in a slow test of its own.
const std::set<std::string> kLarge = {"kafka_group"};

// Of these cvc5 answers every question, within seconds.
const std::set<std::string> kAnsweredByCvc5 = {"bully_election",
                                               "lease",
                                               "lock_server",
                                               "models/learning_switch",
                                               "ring_election",
                                               "ticket_lock",
                                               "two_phase_commit"};

// A check of a shipped protocol and everything that it leaves behind.
struct Checked {
    explicit Checked(const std::string& protocol)
        : loaded(cli::load_spec((kProtocols / (protocol + ".muster")).string(), {}, context)) {
        if (!loaded) {
            throw std::runtime_error(err.str());
        }
        checker::CheckOptions options;
        options.induction.with_certificates = true;
        report = checker::check(loaded->typed, options);
        outputs.format = cli::ReportFormat::json;
        outputs.certificate = folder.path() / "certificate";
        EXPECT_TRUE(cli::outputs_are_possible(outputs, context));
        EXPECT_EQ(cli::put_out(*loaded, report, outputs, context), cli::ExitCode::holds);
        EXPECT_EQ(err.str(), "");
    }

    void expect_certified_by(const std::string& solver) const {
        const auto result = run_process(
            {.program = "/bin/sh", .arguments = {outputs.certificate / "check.sh", solver, "300"}},
            std::chrono::minutes(60));
        ASSERT_TRUE(result.has_value()) << result.error();
        const std::string names = read_file(outputs.certificate / "queries.txt");
        const auto count = std::to_string(std::count(names.begin(), names.end(), '\n'));
        EXPECT_EQ(result->output,
                  solver + ": " + count + " queries: " + count + " unsat, 0 unknown, 0 wrong\n");
        EXPECT_EQ(result->exit_code, 0) << result->errors;
    }

    TempDir folder;
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    cli::Context context{.in = in, .out = out, .err = err};
    std::optional<cli::LoadedSpec> loaded;
    checker::CheckReport report;
    cli::CheckOutputs outputs;
};

class ShippedOutputs : public testing::TestWithParam<std::string> {};

TEST_P(ShippedOutputs, StandUpToOthers) {
    const Checked checked(GetParam());
    EXPECT_TRUE(has_documented_fields(checked.out.str()));
    for (const cli::RunFile& run : cli::runs_of(checked.loaded->typed, checked.report)) {
        const checker::ItfReplay replay = checker::replay_itf(checked.loaded->typed, run.contents);
        EXPECT_EQ(replay.answer, checker::ItfReplay::Answer::confirmed)
            << run.name << ": " << replay.path << ' ' << replay.text;
    }
    if (!kLarge.contains(GetParam())) {
        checked.expect_certified_by("z3");
    }
    if (kAnsweredByCvc5.contains(GetParam())) {
        checked.expect_certified_by("cvc5");
    }
}

INSTANTIATE_TEST_SUITE_P(Each,
                         ShippedOutputs,
                         testing::ValuesIn(shipped_protocols(kProtocols)),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

} // namespace
} // namespace muster::test
