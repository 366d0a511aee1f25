#include "cli/diagnostic_options.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace muster::test {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Reported {
    bool usable = false;
    std::string errors;
};

Reported report(const spec::Diagnostics& diagnostics, const cli::DiagnosticOptions& options) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const cli::Context context{.in = in, .out = out, .err = err};
    const spec::SourceMap sources(spec::SourceFile("a.muster", "text"));
    const bool usable = report_diagnostics(sources, diagnostics, options, context);
    return {usable, err.str()};
}

spec::Diagnostics doubtful(int warnings, int errors) {
    spec::Diagnostics diagnostics;
    for (int i = 0; i < warnings + errors; ++i) {
        const auto begin = static_cast<std::uint32_t>(i);
        diagnostics.report(
            {.code = spec::Code::syntax,
             .severity = i < warnings ? spec::Severity::warning : spec::Severity::error,
             .message = "m",
             .primary = {{begin, begin + 1}, ""}});
    }
    return diagnostics;
}

TEST(Diagnostics, WarningsAreShownAndDoNotFail) {
    const Reported reported = report(doubtful(1, 0), {});
    EXPECT_TRUE(reported.usable);
    EXPECT_THAT(reported.errors, HasSubstr("warning[W0104]: m\n"));
    EXPECT_THAT(reported.errors, HasSubstr("\n1 warning\n"));
}

TEST(Diagnostics, WarningsFailWhenTheyAreDenied) {
    const Reported reported = report(doubtful(2, 0), {.warnings = cli::Warnings::denied});
    EXPECT_FALSE(reported.usable);
    EXPECT_THAT(reported.errors, HasSubstr("\n2 warnings; warnings are denied\n"));
}

TEST(Diagnostics, AreCounted) {
    const Reported reported = report(doubtful(1, 2), {});
    EXPECT_FALSE(reported.usable);
    EXPECT_TRUE(reported.errors.ends_with("\n\n2 errors, 1 warning\n")) << reported.errors;
    EXPECT_EQ(report(doubtful(0, 0), {.warnings = cli::Warnings::denied}).errors, "");
}

TEST(Diagnostics, AreNotCountedInJson) {
    const Reported reported = report(doubtful(1, 1), {.format = cli::MessageFormat::json});
    std::istringstream lines(reported.errors);
    int read = 0;
    for (std::string line; std::getline(lines, line); ++read) {
        EXPECT_EQ(nlohmann::json::parse(line)["code"], read == 0 ? "W0104" : "E0104");
    }
    EXPECT_EQ(read, 2);
}

// Every verb that reads a spec takes the same options.
TEST(Diagnostics, HaveOptions) {
    const TempDir folder;
    const std::string file = folder.write("a.muster", "protocol p\nsort 1\n");
    for (const std::string verb : {"check", "generate", "dump"}) {
        EXPECT_THAT(run_cli({verb, file}).errors, Not(HasSubstr("\x1b[")));
        EXPECT_THAT(run_cli({verb, "--color", "always", file}).errors, HasSubstr("\x1b["));
        EXPECT_THAT(run_cli({verb, "--color", "never", file}).errors, Not(HasSubstr("\x1b[")));
        const CliResult json = run_cli({verb, "--message-format=json", "--deny-warnings", file});
        EXPECT_EQ(json.exit_code, 2);
        EXPECT_EQ(nlohmann::json::parse(json.errors)["primary"]["line"], 2);
    }
}

TEST(Diagnostics, NameImportedFiles) {
    const TempDir folder;
    static_cast<void>(folder.write("b/c.muster", "protocol c\nsort S\n"));
    const std::string file =
        folder.write("a.muster", "protocol a\nimport \"b/c.muster\"\nsort S\n");
    const CliResult json = run_cli({"check", "--message-format=json", file});
    const auto object = nlohmann::json::parse(json.errors);
    EXPECT_EQ(object["file"], file);
    EXPECT_EQ(object["secondary"][0]["file"], (folder.path() / "b/c.muster").string());
    EXPECT_EQ(object["secondary"][0]["begin"], 16);
    EXPECT_EQ(object["secondary"][0]["line"], 2);
}

} // namespace
} // namespace muster::test
