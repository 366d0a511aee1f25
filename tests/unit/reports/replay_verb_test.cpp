#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

namespace muster::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kLamp = R"(protocol lamp

role lamp {
  var on: bool = false
  var presses: int = 0
  action press when presses < 2 {
    on = not on
    presses += 1
    assert presses < 2
  }
}

cover lit: lamp.on
invariant dark: not lamp.on
instance one {}
)";

std::set<std::string> names_in(const std::filesystem::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

TEST(ReplayVerb, ConfirmsWhatCheckWrote) {
    const TempDir folder;
    const std::string spec = folder.write("lamp.muster", kLamp).string();
    const std::filesystem::path runs = folder.path() / "new" / "runs";
    const CliResult check = run_cli({"check", spec, "--itf", runs.string()});
    EXPECT_EQ(check.exit_code, 1) << check.errors;
    EXPECT_EQ(names_in(runs),
              (std::set<std::string>{"built-in-1.itf.json", "dark.itf.json", "lit.itf.json"}));
    const std::string once = read_file(runs / "lit.itf.json");

    const CliResult lit = run_cli({"replay", spec, (runs / "lit.itf.json").string()});
    EXPECT_EQ(lit.exit_code, 0) << lit.errors;
    EXPECT_EQ(lit.output,
              "confirmed  lit is shown by this run of 1 step\n\n"
              "  0  start\n"
              "       lamp.on = false\n"
              "       lamp.presses = 0\n"
              "  1  press() by lamp   " +
                  spec +
                  ":6:10\n"
                  "       lamp.on = false -> true\n"
                  "       lamp.presses = 0 -> 1\n");
    EXPECT_THAT(run_cli({"replay", spec, (runs / "dark.itf.json").string()}).output,
                StartsWith("confirmed  dark is violated by this run of 1 step\n"));
    EXPECT_THAT(run_cli({"replay", spec, (runs / "built-in-1.itf.json").string()}).output,
                StartsWith("confirmed  press goes wrong ("));

    run_cli({"check", spec, "--itf", runs.string()});
    EXPECT_EQ(read_file(runs / "lit.itf.json"), once) << "a second check writes the same bytes";
}

TEST(ReplayVerb, SaysWhichStepIsImpossibleAfterAChange) {
    const TempDir folder;
    const std::string spec = folder.write("lamp.muster", kLamp).string();
    run_cli({"check", spec, "--itf", folder.path().string()});
    std::string text = kLamp;
    text.replace(text.find("presses < 2 {"), 13, "presses < 0 {");
    const std::string changed = folder.write("changed.muster", text).string();
    const CliResult result =
        run_cli({"replay", changed, (folder.path() / "lit.itf.json").string()});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_THAT(result.output,
                StartsWith("no run     step 1, press, is not possible\n"
                           "           lamp.on: false\n"
                           "           lamp.presses: {\"#bigint\":\"0\"}\n"));
}

TEST(ReplayVerb, SaysWhereAFileIsWrong) {
    const TempDir folder;
    const std::string spec = folder.write("lamp.muster", kLamp).string();
    const std::string other =
        folder.write("other.itf.json", R"({"#meta":{},"states":[]})").string();
    const CliResult foreign = run_cli({"replay", spec, other});
    EXPECT_EQ(foreign.exit_code, 2);
    EXPECT_EQ(foreign.output, "");
    EXPECT_THAT(foreign.errors, HasSubstr("/#meta: there is no `muster`"));
    EXPECT_EQ(run_cli({"replay", spec, folder.path().string() + "/none"}).exit_code, 2);
    EXPECT_EQ(run_cli({"replay", spec}).exit_code, 2);
}

} // namespace
} // namespace muster::test
