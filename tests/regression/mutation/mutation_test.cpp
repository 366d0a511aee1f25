// Whether the properties and tests of the shipped protocols notice small mistakes in them.

#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace muster::test {
namespace {

constexpr int kLeastScore = 90; // percent

// The protocols of one program; MUSTER_PROTOCOLS names one of the functions.
struct Protocols {
    static std::vector<std::string> quick() {
        return {"lease",
                "lock_server",
                "ring_election",
                "sharded_kv",
                "ticket_lock",
                "two_phase_commit"};
    }

    static std::vector<std::string> lengthy() {
        return {"bully_election",
                "chain_replication",
                "job_queue",
                "membership",
                "paxos",
                "primary_backup",
                "raft_election",
                "models/cache_coherence",
                "models/learning_switch",
                "models/mutual_exclusion"};
    }
};

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

INSTANTIATE_TEST_SUITE_P(Each, Mutation, testing::ValuesIn(Protocols::MUSTER_PROTOCOLS()), name_of);

} // namespace
} // namespace muster::test
