// What typing makes of every construct, and that it finds nothing to report about them.

#include "spec/types/dump.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/spec/types/analysing.hpp"

#include <filesystem>

namespace muster::spec::test {
namespace {

TEST(TypedDump, ShowsEveryConstruct) {
    const std::filesystem::path folder(MUSTER_SOURCE_DIR "/tests/golden/dump");
    const std::string text = muster::test::read_file(folder / "everything.muster");
    EXPECT_EQ(reported(text), "");
    EXPECT_TRUE(muster::test::matches_golden(folder / "everything.typed", dump(analysed(text))));
}

} // namespace
} // namespace muster::spec::test
