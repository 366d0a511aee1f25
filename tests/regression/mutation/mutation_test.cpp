// Whether the properties and tests of the shipped protocols notice small mistakes in them.

#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace muster::test {
namespace {

constexpr int kLeastScore = 90; // percent

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    std::string letters = info.param;
    std::replace(letters.begin(), letters.end(), '/', '_');
    return letters;
}

class Mutation : public testing::TestWithParam<std::string> {};

TEST_P(Mutation, OfAProtocolIsNoticed) {
    const std::string protocol = MUSTER_SOURCE_DIR "/spec/protocols/" + GetParam() + ".muster";
    const std::string reasons = MUSTER_SOURCE_DIR "/tests/regression/mutation/" +
                                std::filesystem::path(GetParam()).filename().string() + ".reasons";
    // The mistakes that matter show soon.
    std::vector<std::string> command{
        "mutate", protocol, "--max-states", "20000", "--format", "json"};
    if (std::filesystem::exists(reasons)) {
        command.insert(command.end(), {"--reasons", reasons});
    }
    const CliResult result = run_cli(command);
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    const auto report = nlohmann::json::parse(result.output);
    EXPECT_GT(report["score"], kLeastScore);
    EXPECT_TRUE(report["unused_reasons"].empty()) << report["unused_reasons"];
}

// All but kafka_group, whose instances are too large for a search that sees all of them.
INSTANTIATE_TEST_SUITE_P(Each,
                         Mutation,
                         testing::Values("bully_election",
                                         "chain_replication",
                                         "job_queue",
                                         "lease",
                                         "lock_server",
                                         "membership",
                                         "models/cache_coherence",
                                         "models/learning_switch",
                                         "models/mutual_exclusion",
                                         "paxos",
                                         "primary_backup",
                                         "raft_election",
                                         "ring_election",
                                         "sharded_kv",
                                         "ticket_lock",
                                         "two_phase_commit"),
                         name_of);

} // namespace
} // namespace muster::test
