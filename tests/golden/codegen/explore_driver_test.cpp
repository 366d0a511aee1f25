// The file that lets the machines of a spec be explored.

#include "codegen/explore_driver.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <filesystem>

namespace muster::codegen {
namespace {

const std::filesystem::path kRoot = MUSTER_SOURCE_DIR;

// The spec has every kind of event, and something of every type.
TEST(ExploreDriver, HasEveryEventOfEveryRole) {
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(test::read_file(kRoot / "tests/generated/outcomes.muster"),
                                    diagnostics);
    ASSERT_TRUE(spec.has_value());
    const GeneratedFile driver = explore_driver(*spec, {});
    EXPECT_EQ(driver.path, "outcomes_explore.cpp");
    EXPECT_TRUE(test::matches_golden(kRoot / "tests/golden/codegen/explore_driver.out",
                                     driver.contents));
}

} // namespace
} // namespace muster::codegen
