// A test comes out in the same way on the evaluator and on the generated machine. outcomes.muster
// has tests of both outcomes; this is the evaluator's half, and the other is run by the suite (see
// CMakeLists.txt).

#include "checker/eval/run_tests.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::checker {
namespace {

TEST(Outcomes, AreThoseThatTheTitlesSay) {
    const auto path = std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/generated/outcomes.muster";
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(test::read_file(path), diagnostics);
    ASSERT_TRUE(spec.has_value());
    std::size_t failing = 0;
    for (const spec::TestInfo& each : spec->tests) {
        const TestResult result = run_test(*spec, each);
        const bool fails = each.title.starts_with("fails");
        EXPECT_EQ(result.passed, !fails) << each.title << ": " << result.reason;
        failing += fails ? 1U : 0U;
    }
    EXPECT_EQ(failing, 20U);
}

} // namespace
} // namespace muster::checker
