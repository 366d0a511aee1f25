#include "tests/support/golden.hpp"

#include "tests/support/unified_diff.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace muster::test {
namespace {

std::string environment_value(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

} // namespace

GoldenMode golden_mode_from_environment() {
    if (environment_value("MUSTER_UPDATE_GOLDEN") != "1") {
        return GoldenMode::compare;
    }
    return environment_value("CI").empty() ? GoldenMode::update : GoldenMode::refused;
}

testing::AssertionResult
compare_golden(const std::filesystem::path& expectation, std::string_view actual, GoldenMode mode) {
    if (mode == GoldenMode::refused) {
        return testing::AssertionFailure()
               << "MUSTER_UPDATE_GOLDEN is set, but expectations are not rewritten where CI is set";
    }
    std::optional<std::string> expected;
    if (std::filesystem::is_regular_file(expectation)) {
        expected = read_file(expectation);
    }
    if (expected == actual) {
        return testing::AssertionSuccess();
    }
    const std::string difference = unified_diff(expected.value_or(""), actual);
    if (mode == GoldenMode::update) {
        write_file(expectation, actual);
        std::fprintf(stderr, "rewrote %s\n%s", expectation.c_str(), difference.c_str());
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure()
           << expectation.string() << (expected ? " differs" : " is missing")
           << " (- expected, + actual):\n"
           << difference
           << "If the new text is right, run the test again with MUSTER_UPDATE_GOLDEN=1.";
}

testing::AssertionResult matches_golden(const std::filesystem::path& expectation,
                                        std::string_view actual) {
    return compare_golden(expectation, actual, golden_mode_from_environment());
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream.is_open() || stream.bad()) {
        throw std::runtime_error("cannot read " + file.string());
    }
    return text;
}

std::vector<std::filesystem::path> unclaimed_files(const std::filesystem::path& folder,
                                                   const std::set<std::filesystem::path>& claimed) {
    std::set<std::filesystem::path> known;
    for (const std::filesystem::path& file : claimed) {
        known.insert(file.lexically_normal());
    }
    std::vector<std::filesystem::path> unclaimed;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && !known.contains(entry.path().lexically_normal())) {
            unclaimed.push_back(entry.path());
        }
    }
    std::sort(unclaimed.begin(), unclaimed.end());
    return unclaimed;
}

} // namespace muster::test
