#include "tests/property/generated_code/storm.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {
namespace {

constexpr std::uint64_t kBatch = 20;

// One translation unit for each compiler, so that several of these can run at once.
class CodeOfRandomSpecs : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(CodeOfRandomSpecs, CompilesAndBehavesAsTheSpec) {
    const Tally all = code_storm({.count = kBatch, .seed = GetParam(), .batch = kBatch});
    EXPECT_TRUE(all.faults().empty()) << fmt::format("{}", fmt::join(all.faults(), "\n"));
    EXPECT_EQ(all.of("specs"), kBatch);
    EXPECT_EQ(undocumented_refusals(all), std::vector<std::string>());
    EXPECT_LE(refusals(all), kBatch / 5);
    for (const std::string& compiler : compilers()) {
        EXPECT_EQ(all.of("compiled with " + compiler), kBatch - refusals(all));
    }
    EXPECT_GT(all.of("explored steps"), 1'000U);
    EXPECT_EQ(all.of("produced steps"), all.of("explored steps"));
}

// The other tests go on with the compilers that are there, so that this one says what they left
// out.
TEST(GeneratedCode, IsTriedWithBothCompilers) {
    const std::vector<std::string> found = compilers();
    for (const std::string name : {"g++", "clang++"}) {
        if (std::find(found.begin(), found.end(), name) == found.end()) {
            GTEST_SKIP() << name << " is not installed: it compiled none of the random specs";
        }
    }
}

// What such specs have shown.
TEST(GeneratedCode, OfSpecsThatWentWrong) {
    std::vector<std::string> texts;
    const std::filesystem::path folder(MUSTER_SOURCE_DIR "/tests/property/generated_code/found");
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        texts.push_back(read_file(entry.path()));
    }
    const Tally all = code_of_texts(texts);
    EXPECT_TRUE(all.faults().empty()) << fmt::format("{}", fmt::join(all.faults(), "\n"));
    EXPECT_EQ(all.of("specs"), texts.size());
    EXPECT_EQ(refusals(all), 0U);
}

INSTANTIATE_TEST_SUITE_P(From, CodeOfRandomSpecs, ::testing::Values(1, 1 + kBatch, 1 + 2 * kBatch));

} // namespace
} // namespace muster::test
