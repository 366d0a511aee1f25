#include "tests/fuzz/front_end_input.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

namespace muster::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Inputs that once went wrong, and those that reach the most code, as the fuzzer found them.
TEST(FrontEndCorpus, IsTakenWithoutAFault) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(MUSTER_SOURCE_DIR "/tests/fuzz/corpus")) {
        files.push_back(entry.path());
    }
    ASSERT_FALSE(files.empty());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename().string());
        const std::string content = read_file(file.string());
        run_front_end(text_of_input(Bytes(content.begin(), content.end())));
    }
}

// The same entry without the fuzzer, on a few inputs that are new in every run.
TEST(FrontEndCorpus, RandomInputsAreTakenWithoutAFault) {
    const bool passed = rc::check("no input is a fault", [] {
        run_front_end(text_of_input(*rc::gen::resize(1000, rc::gen::arbitrary<Bytes>())));
    });
    EXPECT_TRUE(passed);
}

} // namespace
} // namespace muster::test
