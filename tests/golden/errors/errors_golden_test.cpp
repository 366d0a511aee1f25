// Every kind of mistake as the user sees it: EXXXX_name.muster is checked, and what is printed must
// be EXXXX_name.expect and mention the code.

#include "spec/diagnostics/codes.hpp"
#include "spec/diagnostics/render.hpp"
#include "tests/golden/errors/check_spec.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

namespace muster::test {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
    return fs::path(MUSTER_SOURCE_DIR) / "tests/golden/errors";
}

std::vector<fs::path> cases() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder())) {
        if (entry.path().extension() == ".muster") {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// What the user sees, with the file's name but not its folder.
std::string printed(const fs::path& file) {
    auto source = spec::load_source(file);
    if (!source) {
        source.error().file = file.filename().string();
        return render_text(source.error(), spec::Colour::off);
    }
    const spec::SourceFile named(file.filename().string(), std::string(source->text()));
    return render_text(named, check_spec(named.text()), spec::Colour::off);
}

class Errors : public testing::TestWithParam<fs::path> {};

TEST_P(Errors, ArePrintedAsExpected) {
    const fs::path& file = GetParam();
    const std::string code = file.filename().string().substr(0, 5);
    const std::string text = printed(file);
    EXPECT_NE(text.find("error[" + code + "]"), std::string::npos) << text;
    EXPECT_EQ(text, printed(file));
    EXPECT_TRUE(matches_golden(fs::path(file).replace_extension(".expect"), text));
}

INSTANTIATE_TEST_SUITE_P(All, Errors, testing::ValuesIn(cases()), [](const auto& test) {
    return test.param.stem().string();
});

TEST(ErrorCases, CoverEveryCode) {
    for (const spec::Code code : spec::kAllCodes) {
        const std::string text = spec::code_text(code);
        const std::vector<fs::path> files = cases();
        const bool covered = std::any_of(files.begin(), files.end(), [&](const fs::path& file) {
            return file.filename().string().starts_with(text);
        });
        EXPECT_TRUE(covered) << text;
    }
}

TEST(ErrorCases, HaveNoStrayFiles) {
    std::set<fs::path> claimed = {folder() / "CMakeLists.txt",
                                  folder() / "check_spec.hpp",
                                  folder() / "errors_golden_test.cpp",
                                  folder() / "explain_test.cpp",
                                  folder() / "E0101_directory.muster/README"};
    for (const fs::path& file : cases()) {
        claimed.insert(file);
        claimed.insert(fs::path(file).replace_extension(".expect"));
    }
    EXPECT_EQ(unclaimed_files(folder(), claimed), std::vector<fs::path>());
}

} // namespace
} // namespace muster::test
