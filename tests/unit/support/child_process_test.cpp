#include "tests/support/child_process.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <utility>

namespace muster::test {
namespace {

using namespace std::chrono_literals;

ProcessRequest shell(std::string script) {
    return {.program = "sh", .arguments = {"-c", std::move(script)}};
}

TEST(RunProcess, CapturesBothOutputsAndTheExitCode) {
    const auto result = run_process(shell("echo out; echo err >&2; exit 3"));
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->end, ProcessEnd::exited);
    EXPECT_EQ(result->exit_code, 3);
    EXPECT_EQ(result->output, "out\n");
    EXPECT_EQ(result->errors, "err\n");
}

TEST(RunProcess, PassesInputArgumentsEnvironmentAndDirectory) {
    const TempDir dir;
    ProcessRequest request = shell("cat; echo \"$WORD\"; pwd -P; echo \"$1\"");
    request.arguments.insert(request.arguments.end(), {"name", "two words"});
    request.input = "in\n";
    request.environment = {{"WORD", "hello"}};
    request.directory = dir.path();
    const auto result = run_process(request);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->output,
              "in\nhello\n" + std::filesystem::canonical(dir.path()).string() + "\ntwo words\n");
}

TEST(RunProcess, CarriesMoreThanAPipeHoldsInBothDirections) {
    ProcessRequest request{.program = "cat"};
    request.input = std::string(1'000'000, 'x');
    const auto result = run_process(request);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->output, request.input);
}

TEST(RunProcess, DoesNotMindInputThatNobodyReads) {
    ProcessRequest request = shell("exit 0");
    request.input = std::string(1'000'000, 'x');
    const auto result = run_process(request);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->exit_code, 0);
}

TEST(RunProcess, ReportsASignal) {
    const auto result = run_process(shell("kill -TERM $$"));
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->end, ProcessEnd::signalled);
    EXPECT_EQ(result->signal, SIGTERM);
}

TEST(RunProcess, EndsAProcessThatTakesTooLongAndItsChildren) {
    const auto began = std::chrono::steady_clock::now();
    const auto result = run_process(shell("echo before; sleep 30 & sleep 30"), 200ms);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->end, ProcessEnd::timed_out);
    EXPECT_EQ(result->output, "before\n");
    EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST(RunProcess, SaysWhenAProgramCannotBeRun) {
    const auto missing = run_process({.program = "no-such-program-anywhere"});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().find("no-such-program-anywhere"), std::string::npos);
    ProcessRequest nowhere = shell("true");
    nowhere.directory = "/no/such/directory";
    EXPECT_FALSE(run_process(nowhere));
}

TEST(ChildProcess, WaitsForALineAndTakesASignal) {
    auto child = ChildProcess::start(shell("trap 'echo bye; exit 7' TERM; echo ready;"
                                           "while true; do sleep 0.05; done"));
    ASSERT_TRUE(child) << child.error();
    ASSERT_TRUE(child->wait_for_output("ready\n", 10s));
    child->send_signal(SIGTERM);
    const ProcessResult result = child->finish(10s);
    EXPECT_EQ(result.end, ProcessEnd::exited);
    EXPECT_EQ(result.exit_code, 7);
    EXPECT_EQ(result.output, "ready\nbye\n");
}

TEST(ChildProcess, DoesNotWaitForOutputThatCannotCome) {
    auto child = ChildProcess::start(shell("echo something else"));
    ASSERT_TRUE(child) << child.error();
    EXPECT_FALSE(child->wait_for_output("ready", 10s));
    EXPECT_EQ(child->output(), "something else\n");
}

TEST(ChildProcess, IsKilledWhenTheObjectDies) {
    pid_t pid = 0;
    {
        auto child = ChildProcess::start(shell("sleep 30"));
        ASSERT_TRUE(child) << child.error();
        pid = child->pid();
        EXPECT_EQ(::kill(pid, 0), 0);
    }
    EXPECT_EQ(::kill(pid, 0), -1);
}

} // namespace
} // namespace muster::test
