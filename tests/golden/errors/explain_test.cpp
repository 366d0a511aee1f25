// Every code has a page whose first example makes the mistake and whose second one does not.

#include "spec/diagnostics/codes.hpp"
#include "tests/golden/errors/check_spec.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <vector>

namespace muster::spec {

// What GoogleTest prints of a test's parameter.
inline void PrintTo(Code code, std::ostream* out) {
    *out << code_text(code);
}

} // namespace muster::spec

namespace muster::test {
namespace {

struct Page {
    std::filesystem::path path;
    spec::Severity severity;
};

/// A code is that of an error or that of a warning; its page says which by its name.
Page page(spec::Code code) {
    const std::filesystem::path folder =
        std::filesystem::path(MUSTER_SOURCE_DIR) / "spec/diagnostics/explain";
    for (const spec::Severity severity : {spec::Severity::warning, spec::Severity::error}) {
        const std::filesystem::path path = folder / (code_text(code, severity) + ".md");
        if (std::filesystem::exists(path)) {
            return {path, severity};
        }
    }
    return {folder / (spec::code_text(code) + ".md"), spec::Severity::error};
}

/// The contents of the ```muster blocks of a page.
std::vector<std::string> examples(const std::string& text) {
    const std::string open = "```muster\n";
    const std::string close = "```\n";
    std::vector<std::string> found;
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
        at += open.size();
        const std::size_t end = text.find(close, at);
        found.push_back(text.substr(at, end - at));
    }
    return found;
}

/// Mistakes in the file itself cannot be shown in a block of text.
bool has_examples(spec::Code code) {
    return code != spec::Code::unreadable_file && code != spec::Code::not_text &&
           code != spec::Code::nesting_too_deep && code != spec::Code::import_cycle;
}

class Explained : public testing::TestWithParam<spec::Code> {};

TEST_P(Explained, ExamplesAreTrue) {
    const spec::Code code = GetParam();
    const auto [path, severity] = page(code);
    const std::string text = read_file(path);
    EXPECT_TRUE(text.starts_with("# " + spec::code_text(code, severity) + ": " +
                                 std::string(spec::code_summary(code)) + "\n"))
        << text.substr(0, text.find('\n'));
    const std::vector<std::string> found = examples(text);
    if (!has_examples(code)) {
        return;
    }
    ASSERT_EQ(found.size(), 2U);
    for (const spec::Diagnostic& diagnostic : check_spec(found[0]).sorted()) {
        EXPECT_EQ(diagnostic.code, code) << diagnostic.message;
        EXPECT_EQ(diagnostic.severity, severity) << diagnostic.message;
    }
    EXPECT_FALSE(check_spec(found[0]).sorted().empty());
    for (const spec::Diagnostic& diagnostic : check_spec(found[1]).sorted()) {
        ADD_FAILURE() << "the right example is wrong: " << diagnostic.message;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Explained, testing::ValuesIn(spec::kAllCodes), [](const auto& test) {
    return spec::code_text(test.param);
});

} // namespace
} // namespace muster::test
