#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace muster::test {
namespace {

const std::filesystem::path kProtocols = MUSTER_SOURCE_DIR "/spec/protocols";
const std::filesystem::path kReports = MUSTER_SOURCE_DIR "/tests/golden/check/protocols";

std::filesystem::path report_file(const std::string& protocol) {
    return kReports / (protocol + ".report");
}

class ShippedProtocol : public testing::TestWithParam<std::string> {};

// The report ends with the exit code, so that a protocol with something undecided says so in its
// expectation.
TEST_P(ShippedProtocol, ChecksAsItsReportSays) {
    const std::filesystem::path file = kProtocols / (GetParam() + ".muster");
    const CliResult result = run_cli({"check", file.string()});
    EXPECT_EQ(result.errors, "");
    const std::string report =
        scrub_path(scrub_durations(result.output), MUSTER_SOURCE_DIR, "tree");
    EXPECT_TRUE(matches_golden(report_file(GetParam()),
                               report + "exit " + std::to_string(result.exit_code) + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Each,
                         ShippedProtocol,
                         testing::ValuesIn(shipped_protocols(kProtocols)),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

// A model sees all of a system at once. It is there to be checked, and generating says so.
TEST(ShippedProtocols, ModelsAreNotGenerated) {
    for (const std::string& protocol : shipped_protocols(kProtocols)) {
        if (protocol.rfind("models/", 0) != 0) {
            continue;
        }
        const TempDir folder;
        const CliResult result = run_cli({"generate",
                                          (kProtocols / (protocol + ".muster")).string(),
                                          "-o",
                                          folder.path().string()});
        EXPECT_EQ(result.exit_code, 2) << protocol;
        EXPECT_NE(result.errors.find("error[E0601]"), std::string::npos) << protocol;
        EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << protocol;
    }
}

TEST(ShippedProtocols, HaveAllTheReportsThatThereAre) {
    std::set<std::filesystem::path> claimed;
    for (const std::string& protocol : shipped_protocols(kProtocols)) {
        claimed.insert(report_file(protocol));
    }
    EXPECT_EQ(unclaimed_files(kReports, claimed), std::vector<std::filesystem::path>{});
}

} // namespace
} // namespace muster::test
