// Slices: what one construct of the language becomes, as text. Compared are the methods that take
// events and the private functions of every class; the rest of a header is the same everywhere.

#include "codegen/recorded/generate_runs.hpp"
#include "tests/golden/codegen/generated_text.hpp"
#include "tests/support/golden.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace muster::codegen {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/golden/codegen";

// The lines from one that contains `first` to the next that contains `last`, both excluded, for
// every class of the header; each part after the name of its class.
std::string parts(const std::string& header) {
    std::string result;
    bool inside = false;
    std::size_t begin = 0;
    while (begin < header.size()) {
        const std::size_t end = std::min(header.find('\n', begin), header.size());
        const std::string line = header.substr(begin, end - begin);
        begin = end + 1;
        if (line.starts_with("class ")) {
            result += line + '\n';
        } else if (line == "    // ---- events ----" || line == "private:") {
            inside = true;
        } else if (line == "    // ---- state ----" || line == "};") {
            inside = false;
        }
        if (inside) {
            result += line + '\n';
        }
    }
    return result;
}

std::vector<std::string> slices() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.is_directory()) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Slice : public testing::TestWithParam<std::string> {};

TEST_P(Slice, BecomesThisText) {
    const auto folder = kFolder / GetParam();
    const std::string header = generated(test::read_file(folder / "in.muster"));
    EXPECT_TRUE(test::matches_golden(folder / "out.txt", parts(header)));
}

INSTANTIATE_TEST_SUITE_P(Codegen, Slice, testing::ValuesIn(slices()), [](const auto& slice) {
    return slice.param;
});

// The tests of a spec, as the file that `muster generate --tests` writes.
TEST(TestText, IsThisText) {
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(test::read_file(kFolder / "test_file.muster"), diagnostics);
    ASSERT_TRUE(spec.has_value());
    GenerateOptions options;
    options.tests = TestFile::write;
    const auto files = generate(*spec, options, diagnostics);
    ASSERT_EQ(files.size(), 4U);
    EXPECT_TRUE(test::matches_golden(kFolder / "test_file.out", files[1].contents));
    EXPECT_TRUE(test::matches_golden(kFolder / "model_test_header.out", files[2].contents));
    EXPECT_TRUE(test::matches_golden(kFolder / "model_test_source.out", files[3].contents));
}

// A recorded run of a spec, as a test: there are actions, messages and a crash in it.
TEST(RunText, IsThisText) {
    const auto folder = std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/docs/own_code";
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(test::read_file(folder / "leader.muster"), diagnostics);
    ASSERT_TRUE(spec.has_value());
    const RunFile run{"one_leader_per_term.itf.json",
                      test::read_file(folder / "one_leader_per_term.itf.json"),
                      RunFile::Expectation::impossible};
    const auto file = generate_runs(*spec, {run}, {});
    ASSERT_TRUE(file.has_value()) << file.error().text;
    EXPECT_EQ(file->path, "leader_runs_test.cpp");
    EXPECT_TRUE(test::matches_golden(kFolder / "runs_test.out", file->contents));
}

// A transition table that people read stands above every class.
TEST(TransitionTable, NamesEventGuardAndEffects) {
    const std::string header = generated(test::read_file(kFolder / "otherwise/in.muster"));
    EXPECT_NE(header.find("///     Take [owner == none] / sets owner\n"), std::string::npos);
    EXPECT_NE(header.find("///     Knock [otherwise] / sets knocks\n"), std::string::npos);
    EXPECT_NE(header.find("///     Knock [hard and owner == none] / ignored\n"), std::string::npos);
}

} // namespace
} // namespace muster::codegen
