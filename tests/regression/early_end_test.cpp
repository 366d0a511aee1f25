#include "tests/support/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace muster::test {
namespace {

using testing::HasSubstr;

const std::string kHopeless = MUSTER_SOURCE_DIR "/tests/golden/check/hopeless.muster";
constexpr std::chrono::seconds kPatience{240};

// One query of the hopeless spec would take ten minutes.
ChildProcess start(std::vector<std::string> more) {
    std::vector<std::string> arguments{"check", kHopeless, "--no-cache", "--timeout-ms", "600000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process = ChildProcess::start({.program = MUSTER_PROGRAM, .arguments = arguments});
    if (!process) {
        throw std::runtime_error(process.error());
    }
    return std::move(*process);
}

// Whether the process has a handler of its own for this signal; from then on it ends in order.
bool catches(pid_t process, int signal) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("SigCgt:")) {
            const unsigned long long caught = std::stoull(line.substr(7), nullptr, 16);
            return (caught >> static_cast<unsigned>(signal - 1) & 1U) != 0;
        }
    }
    return false;
}

void expect_early_end(const ProcessResult& result, const std::string& reason) {
    EXPECT_EQ(result.end, ProcessEnd::exited);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.errors, "");
    EXPECT_THAT(result.output, HasSubstr("undecided  invariant  unmarked    " + reason));
    EXPECT_THAT(result.output, HasSubstr("undecided  cover      all_marked  " + reason));
    EXPECT_THAT(result.output, HasSubstr("undecided  built in   " + reason));
    EXPECT_THAT(result.output, HasSubstr("ended early: " + reason));
    EXPECT_THAT(result.output, testing::Not(HasSubstr("proved  ")));
}

class EarlyEnd : public testing::TestWithParam<int> {};

TEST_P(EarlyEnd, BySignalTellsWhatIsKnown) {
    ChildProcess process = start({});
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!catches(process.pid(), GetParam()) && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process.send_signal(GetParam());
    expect_early_end(process.finish(kPatience),
                     GetParam() == SIGINT ? "interrupted" : "told to end by SIGTERM");
}

INSTANTIATE_TEST_SUITE_P(Each, EarlyEnd, testing::Values(SIGINT, SIGTERM), [](const auto& sent) {
    return sent.param == SIGINT ? "SIGINT" : "SIGTERM";
});

TEST(EarlyEndByLimit, OfTimeTellsWhatIsKnown) {
    expect_early_end(start({"--time-limit", "1"}).finish(kPatience),
                     "the time limit of 1 s is over");
}

TEST(EarlyEndByLimit, OfMemoryTellsWhatIsKnown) {
    expect_early_end(start({"--memory-limit", "1"}).finish(kPatience),
                     "the memory limit of 1 MiB is reached");
}

} // namespace
} // namespace muster::test
