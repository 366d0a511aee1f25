// The specs that are shipped give no reason for a warning.

#include "tests/support/golden.hpp"
#include "tests/unit/spec/types/analysing.hpp"

#include <filesystem>

namespace muster::spec::test {
namespace {

TEST(ShippedSpecs, HaveNoWarnings) {
    const std::filesystem::path folder(MUSTER_SOURCE_DIR "/spec/protocols");
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".muster") {
            continue;
        }
        EXPECT_EQ(reported(muster::test::read_file(entry.path())), "") << entry.path().filename();
    }
}

} // namespace
} // namespace muster::spec::test
