#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::test {
namespace {

using testing::HasSubstr;

constexpr const char* kCounter = R"(protocol counter
sort Client
message Add from client to server {}
role server {
  var total: int = 0
  on Add() when total < 2 { total += 1 }
  on Add() otherwise { ignore }
}
role client[me: Client] {
  action add { send Add() to server }
}
)";

constexpr const char* kTests = R"(test "one" of server {
  Add() from a
  expect total == 1
}
test "wrong" of server {
  Add() from a
  expect total == 2
}
)";

TEST(TestVerb, OneLineForEachTestAndTheReasonsOfFailures) {
    const TempDir folder;
    const std::string file = folder.write("counter.muster", std::string(kCounter) + kTests);
    const CliResult result = run_cli({"test", file});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    const std::string report = scrub_path(scrub_durations(result.output), folder.path(), "folder");
    EXPECT_THAT(report, HasSubstr("ok      one\nFAILED  wrong\n"));
    EXPECT_THAT(report, HasSubstr("  --> <folder>/counter.muster:18:"));
    EXPECT_THAT(report, HasSubstr("18 |   expect total == 2\n"));
    EXPECT_THAT(report, HasSubstr("2 tests: 1 passed, 1 failed  (<time>)\n"));
    EXPECT_EQ(report.find('\x1b'), std::string::npos);
}

TEST(TestVerb, WhatATestTakesForGrantedStandsBelowIt) {
    const TempDir folder;
    const std::string file = folder.write("counter.muster", R"(protocol counter
const most: int
message Add from client to server {}
role client { action add { send Add() to server } }
role server {
  var total: int = 0
  on Add() when total < most { total += 1 }
}
test "right" of server { refuse Add() }
test "wrong" of server { Add() }
)");
    const CliResult result = run_cli({"test", file});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_THAT(result.output,
                HasSubstr("ok      right\n        note: `most` is 0: neither the test nor an "
                          "instance gives it a value\nFAILED  wrong\n"));
    EXPECT_THAT(result.output,
                HasSubstr("   = no handler of `server` takes `Add`\n   = note: `most` is 0: "));
}

TEST(TestVerb, FilterTakesPartOfATitle) {
    const TempDir folder;
    const std::string file = folder.write("counter.muster", std::string(kCounter) + kTests);
    const CliResult one = run_cli({"test", file, "--filter", "one"});
    EXPECT_EQ(one.exit_code, 0) << one.output;
    EXPECT_THAT(one.output, HasSubstr("1 test: 1 passed, 0 failed"));
    const CliResult none = run_cli({"test", file, "--filter", "two"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.errors, HasSubstr("no test has `two` in its title"));
}

TEST(TestVerb, AFileWithoutTestsIsSaidToHaveNone) {
    const TempDir folder;
    const std::string file = folder.write("counter.muster", kCounter);
    const CliResult result = run_cli({"test", file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, HasSubstr("counter.muster: no tests\n"));
    EXPECT_THAT(result.output, HasSubstr("0 tests: 0 passed, 0 failed"));
}

TEST(TestVerb, AFileWithMistakesDoesNotKeepOthersFromRunning) {
    const TempDir folder;
    const std::string wrong = folder.write("wrong.muster", "protocol p\nsort");
    const std::string right = folder.write("right.muster", std::string(kCounter) + kTests);
    const CliResult result = run_cli({"test", wrong, right});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("error[E0104]"));
    EXPECT_THAT(result.output, HasSubstr("ok      one\n"));
}

} // namespace
} // namespace muster::test
