#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muster::test {

// What happens when a text differs from its expectation file.
enum class GoldenMode {
    compare, // the test fails
    update,  // the file is rewritten and the change is printed
    refused, // rewriting was asked for where it must not happen: the test fails
};

// MUSTER_UPDATE_GOLDEN=1 asks for an update, which is refused wherever CI is set to anything but an
// empty text.
[[nodiscard]] GoldenMode golden_mode_from_environment();

// Compares `actual` with the whole content of the file `expectation`. A missing file fails; only
// `update` writes one. A failure carries a unified diff of at most 40 lines. Scrub the text first
// (scrub.hpp) where it holds paths or times.
[[nodiscard]] testing::AssertionResult
compare_golden(const std::filesystem::path& expectation, std::string_view actual, GoldenMode mode);

// The same, in the mode that the environment asks for: EXPECT_TRUE(matches_golden(file, text)).
[[nodiscard]] testing::AssertionResult matches_golden(const std::filesystem::path& expectation,
                                                      std::string_view actual);

// The content of a file, byte for byte. Throws std::runtime_error when it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

// Regular files below `folder` that are not in `claimed`, sorted. A suite uses it to fail on
// expectations without a test. Both sides are compared as lexically normal paths.
[[nodiscard]] std::vector<std::filesystem::path>
unclaimed_files(const std::filesystem::path& folder,
                const std::set<std::filesystem::path>& claimed);

} // namespace muster::test
