// Every kind of mistake as the user sees it: EXXXX_name.muster is checked, and what is printed must
// be EXXXX_name.expect and mention the code. Warnings are WXXXX_name. What a case imports stands in
// a folder EXXXX_name.

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

/// Files are called by their path inside the folder.
tl::expected<spec::SourceFile, spec::LoadError> load(const std::string& name) {
    auto source = spec::load_source(folder() / name);
    if (!source) {
        source.error().file = name;
        return tl::unexpected(source.error());
    }
    return spec::SourceFile(name, std::string(source->text()));
}

tl::expected<spec::SourceFile, spec::LoadError> load_beside(const std::string& importer,
                                                            const std::string& path) {
    return load((fs::path(importer).parent_path() / path).lexically_normal().generic_string());
}

std::string printed(const fs::path& file) {
    auto source = load(file.filename().string());
    if (!source) {
        return render_text(source.error(), spec::Colour::off);
    }
    spec::SourceMap sources(std::move(*source));
    const spec::Diagnostics diagnostics = check_spec(sources, load_beside);
    return render_text(sources, diagnostics, spec::Colour::off);
}

class Errors : public testing::TestWithParam<fs::path> {};

TEST_P(Errors, ArePrintedAsExpected) {
    const fs::path& file = GetParam();
    const std::string code = file.filename().string().substr(0, 5);
    const std::string text = printed(file);
    const std::string mark = (code[0] == 'W' ? "warning[" : "error[") + code + "]";
    EXPECT_NE(text.find(mark), std::string::npos) << text;
    EXPECT_EQ(text, printed(file));
    EXPECT_TRUE(matches_golden(fs::path(file).replace_extension(".expect"), text));
}

INSTANTIATE_TEST_SUITE_P(All, Errors, testing::ValuesIn(cases()), [](const auto& test) {
    return test.param.stem().string();
});

TEST(ErrorCases, CoverEveryCode) {
    for (const spec::Code code : spec::kAllCodes) {
        const std::string number = spec::code_text(code).substr(1);
        const std::vector<fs::path> files = cases();
        const bool covered = std::any_of(files.begin(), files.end(), [&](const fs::path& file) {
            return file.filename().string().substr(1, number.size()) == number;
        });
        EXPECT_TRUE(covered) << number;
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
        const fs::path imported = fs::path(file).replace_extension();
        if (fs::is_directory(imported)) {
            for (const auto& entry : fs::recursive_directory_iterator(imported)) {
                claimed.insert(entry.path());
            }
        }
    }
    EXPECT_EQ(unclaimed_files(folder(), claimed), std::vector<fs::path>());
}

} // namespace
} // namespace muster::test
