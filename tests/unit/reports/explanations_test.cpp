#include "tests/support/golden.hpp"
#include "tests/support/scrub.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

namespace muster::test {
namespace {

struct Lost {
    std::string protocol;
    std::string lemma;

    // What GoogleTest prints of a test's parameter.
    friend void PrintTo(const Lost& lost, std::ostream* out) {
        *out << lost.protocol << " without " << lost.lemma;
    }
};

// The spec without one declaration, which is followed by another one or an empty line.
std::string without_lemma(const std::string& text, const std::string& lemma) {
    std::istringstream lines(text);
    std::string result;
    bool left_out = false;
    bool found = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() != ' ') {
            left_out = line.starts_with("lemma " + lemma + ":") ||
                       line.starts_with("lemma " + lemma + " ");
            found = found || left_out;
        }
        if (!left_out) {
            result += line + "\n";
        }
    }
    EXPECT_TRUE(found) << lemma;
    return result;
}

std::string report_of(const std::filesystem::path& spec,
                      const std::filesystem::path& cache_folder = {}) {
    const CliResult result =
        run_cli({"check", "--max-states", "4000", spec.string()}, "", cache_folder);
    return scrub_durations(result.output);
}

class Explanations : public testing::TestWithParam<Lost> {};

// Everything that is told of what is not inductive. The states are the smallest ones, so they are
// the same for every solver that finds them.
TEST_P(Explanations, AreThoseOfTheGoldenFile) {
    const Lost& lost = GetParam();
    const TempDir folder;
    const auto spec = folder.write(
        lost.protocol + ".muster",
        without_lemma(read_file(MUSTER_SOURCE_DIR "/spec/protocols/" + lost.protocol + ".muster"),
                      lost.lemma));
    const std::string report = scrub_path(report_of(spec), folder.path(), "folder");
    const auto begin = report.find("\nnot inductive  ");
    ASSERT_NE(begin, std::string::npos) << report;
    EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/tests/golden/explain/" + lost.protocol +
                                   "_without_" + lost.lemma + ".report",
                               report.substr(begin + 1, report.find("\nunder ") - begin)));
}

INSTANTIATE_TEST_SUITE_P(AllOf,
                         Explanations,
                         testing::Values(Lost{"lease", "granted_past"},
                                         Lost{"lock_server", "granted_to_one"},
                                         Lost{"two_phase_commit", "commit_is_decided"},
                                         Lost{"ring_election", "claims_have_passed_smaller_ids"},
                                         Lost{"ticket_lock", "serving_is_not_ahead"},
                                         Lost{"kafka_group", "leader_leads_the_generation"}),
                         [](const auto& test) {
                             return test.param.protocol + "_" + test.param.lemma;
                         });

// What the cache knows decides which questions the solver is asked, and none of what is told.
TEST(Explanation, IsTheSameWithAColdAndAWarmCache) {
    const TempDir folder;
    for (const Lost& lost : {Lost{"lock_server", "granted_to_one"},
                             Lost{"lease", "granted_past"},
                             Lost{"two_phase_commit", "commit_is_decided"}}) {
        const auto spec =
            folder.write(lost.protocol + ".muster",
                         without_lemma(read_file(MUSTER_SOURCE_DIR "/spec/protocols/" +
                                                 lost.protocol + ".muster"),
                                       lost.lemma));
        const std::string none = report_of(spec);
        const std::string cold = report_of(spec, folder.path() / "cache");
        const std::string warm = report_of(spec, folder.path() / "cache");
        EXPECT_EQ(none, cold);
        EXPECT_EQ(cold, warm);
        EXPECT_NE(none.find("not inductive"), std::string::npos);
    }
}

} // namespace
} // namespace muster::test
