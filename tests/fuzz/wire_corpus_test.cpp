#include "tests/fuzz/wire_input.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace muster::test {
namespace {

using Input = std::vector<std::uint8_t>;

// Inputs that reach the most code, as the fuzzer found them, and any that once went wrong.
TEST(WireCorpus, IsTakenWithoutAFault) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(MUSTER_SOURCE_DIR "/tests/fuzz/wire_corpus")) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::size_t messages = 0;
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename().string());
        const std::string content = read_file(file);
        messages += run_wire_codec(Input(content.begin(), content.end())) ? 1 : 0;
    }
    EXPECT_GT(messages, files.size() / 2) << "most of them are messages";
}

// The same entry without the fuzzer, on inputs that are new in every run.
TEST(WireCorpus, RandomInputsAreTakenWithoutAFault) {
    const bool passed = rc::check("no input is a fault", [] {
        for (int i = 0; i < 20; ++i) {
            run_wire_codec(*rc::gen::arbitrary<Input>());
        }
    });
    EXPECT_TRUE(passed);
}

} // namespace
} // namespace muster::test
