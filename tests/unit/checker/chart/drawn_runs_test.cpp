#include "tests/regression/change.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace muster::test {
namespace {

const std::filesystem::path kFolder = MUSTER_SOURCE_DIR "/tests/golden/chart";

ProcessResult muster(std::vector<std::string> arguments, const std::filesystem::path& directory) {
    auto result = run_process(
        {.program = MUSTER_PROGRAM, .arguments = std::move(arguments), .directory = directory},
        std::chrono::minutes(5));
    EXPECT_TRUE(result.has_value());
    return result.value_or(ProcessResult{});
}

// What became of the check of one of the specs of the folder, drawn in every form.
class Drawn {
public:
    Drawn(const std::string& spec, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments = {"check",
                                              "--no-cache",
                                              "--html",
                                              path(),
                                              "--svg",
                                              path(),
                                              "--mermaid",
                                              path(),
                                              "--itf",
                                              path(),
                                              spec + ".muster"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        result_ = muster(std::move(arguments), kFolder);
    }

    [[nodiscard]] std::string path() const { return folder_.path().string(); }

    [[nodiscard]] std::string file(const std::string& name) const {
        return read_file(folder_.path() / name);
    }

    [[nodiscard]] const ProcessResult& result() const { return result_; }

private:
    TempDir folder_;
    ProcessResult result_;
};

// The program of this name, if it can be started.
std::optional<std::string> installed(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const auto found = run_process({.program = name, .arguments = {"--version"}});
        if (found && found->exit_code == 0) {
            return name;
        }
    }
    return std::nullopt;
}

TEST(DrawnRuns, OfALeaseWithoutFencing) {
    const Drawn drawn("fencing");
    EXPECT_EQ(drawn.result().exit_code, 1) << drawn.result().errors;
    for (const char* ending : {".svg", ".html", ".mmd"}) {
        const std::string name = std::string("tokens_never_go_back") + ending;
        EXPECT_TRUE(matches_golden(kFolder / name, drawn.file(name)));
    }
}

// Messages that are lost, cut off, late, repeated, made up and still on their way.
TEST(DrawnRuns, OfEverythingThatCanBecomeOfAMessage) {
    const Drawn drawn("fates");
    for (const char* name : {"lost.svg", "lost.mmd", "delayed.svg", "delayed.mmd"}) {
        EXPECT_TRUE(matches_golden(kFolder / name, drawn.file(name)));
    }
}

// The coordinator forgets in a crash which generation it is in.
TEST(DrawnRuns, OfAGroupWithoutADurableGeneration) {
    const std::vector<Change> changes = all_changes();
    const auto change = std::find_if(changes.begin(), changes.end(), [](const Change& each) {
        return each.name == "generation_not_durable";
    });
    ASSERT_NE(change, changes.end());
    const TempDir folder;
    static_cast<void>(folder.write("kafka_group.muster", apply(*change)));
    // The run that is drawn comes from the search; what else could not be proved is not looked at.
    const ProcessResult checked = muster({"check",
                                          "--no-cache",
                                          "--timeout-ms",
                                          "300",
                                          "--svg",
                                          ".",
                                          "--mermaid",
                                          ".",
                                          "--property",
                                          change->violates,
                                          "kafka_group.muster"},
                                         folder.path());
    EXPECT_EQ(checked.exit_code, 1) << checked.errors;
    for (const char* ending : {".svg", ".mmd"}) {
        const std::string name = change->violates + ending;
        EXPECT_TRUE(matches_golden(kFolder / name, read_file(folder.path() / name)));
    }
}

// A step that goes wrong changes nothing and sends nothing; that it fails is all there is to show.
TEST(DrawnRuns, OfStepsThatGoWrong) {
    const Drawn drawn("goes_wrong");
    EXPECT_EQ(drawn.result().exit_code, 1) << drawn.result().errors;
    for (const char* name : {"built-in-1.mmd", "built-in-2.mmd"}) {
        EXPECT_TRUE(
            matches_golden(kFolder / (std::string("goes_wrong.") + name), drawn.file(name)));
        EXPECT_NE(drawn.file(name).find(" fails"), std::string::npos);
    }
}

// A step that may be unreachable says so, and is not called a run.
TEST(DrawnRuns, OfAStepThatIsNotInductive) {
    const Drawn drawn("not_inductive");
    const std::string svg = drawn.file("stays_small.step.svg");
    EXPECT_TRUE(matches_golden(kFolder / "stays_small.step.svg", svg));
    EXPECT_NE(svg.find("may be unreachable"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(drawn.path()) / "stays_small.svg"));
}

TEST(DrawnRuns, SaysWhereThereIsNone) {
    const Drawn drawn("not_inductive", {"--property", "starts_small"});
    EXPECT_NE(drawn.result().output.find("\nno run to draw\n"), std::string::npos)
        << drawn.result().output;
}

// What goes to standard output is the report alone, where a program reads it.
TEST(DrawnRuns, KeepsOutOfAReportForMachines) {
    const Drawn drawn("fencing", {"--format", "json"});
    EXPECT_EQ(drawn.result().output.find("wrote"), std::string::npos);
    EXPECT_NE(drawn.result().errors.find("wrote"), std::string::npos);
}

// The same run, read from a file, gives the same picture but for the words about the search.
TEST(DrawnRuns, OfARepeatedRun) {
    const Drawn drawn("fencing");
    const std::string svg = drawn.path() + "/again.svg";
    const ProcessResult replay = muster(
        {"replay", "fencing.muster", drawn.path() + "/tokens_never_go_back.itf.json", "--svg", svg},
        kFolder);
    EXPECT_EQ(replay.exit_code, 0) << replay.errors;
    std::string expected = drawn.file("tokens_never_go_back.svg");
    const std::string words = "shortest run, 10 steps";
    expected.replace(expected.find(words), words.size(), "run of 10 steps");
    EXPECT_EQ(read_file(svg), expected);
}

TEST(DrawnRuns, LeavesWhatIsNoFileAlone) {
    const Drawn drawn("fencing");
    const std::string itf = drawn.path() + "/tokens_never_go_back.itf.json";
    const ProcessResult replay =
        muster({"replay", "fencing.muster", itf, "--svg", drawn.path()}, kFolder);
    EXPECT_EQ(replay.exit_code, 2);
    EXPECT_NE(replay.errors.find("no ordinary file"), std::string::npos) << replay.errors;
}

TEST(DrawnRuns, AreWellFormedXml) {
    if (!installed({"python3"})) {
        GTEST_SKIP() << "there is no python3 to parse XML";
    }
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".svg") {
            continue;
        }
        const auto parsed = run_process(
            {.program = "python3",
             .arguments = {
                 "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", entry.path()}});
        ASSERT_TRUE(parsed.has_value());
        EXPECT_EQ(parsed->exit_code, 0) << entry.path() << parsed->errors;
    }
}

// A page with a script at its end that points at a step and says what the page shows then. What
// goes wrong in any script is in the title.
std::string page_that_points_at(const std::string& page, const std::string& step) {
    const std::string watch =
        "<script>window.onerror = (m) => { document.title = `ERROR ${m}`; };\n"
        "console.error = (m) => { document.title = `ERROR ${m}`; };\n"
        "document.addEventListener('securitypolicyviolation', (v) => {\n"
        "  document.title = `LOADS ${v.blockedURI}`; });</script>\n";
    const std::string point =
        "<script>\n"
        "const told = () => document.getElementById('step').textContent;\n"
        "const at = (s) => document.querySelector(`.step[data-step=\"${s}\"] .box`);\n"
        "const first = told();\n"
        "at(" +
        step +
        ").dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));\n"
        "const pointed = told();\n"
        "document.getElementById('chart').dispatchEvent(new MouseEvent('mouseleave'));\n"
        "const left = told();\n"
        "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));\n"
        "const moved = told();\n"
        "const result = document.createElement('pre');\n"
        "result.id = 'result';\n"
        "result.textContent = [document.title, first, pointed, left, moved].join('\\n');\n"
        "document.body.replaceChildren(result);\n"
        "</script>\n";
    std::string changed = page;
    changed.insert(changed.find("<style>"), watch);
    changed.insert(changed.rfind("</body>"), point);
    return changed;
}

TEST(DrawnPages, ShowTheStateOfTheStepThatIsPointedAt) {
    const auto browser =
        installed({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"});
    if (!browser) {
        GTEST_SKIP() << "there is no Chromium to show pages";
    }
    const TempDir folder;
    const std::filesystem::path page = folder.write(
        "page.html", page_that_points_at(read_file(kFolder / "tokens_never_go_back.html"), "3"));
    const auto shown =
        run_process({.program = *browser,
                     .arguments = {"--headless",
                                   "--no-sandbox",
                                   "--disable-gpu",
                                   "--user-data-dir=" + folder.path().string() + "/p",
                                   "--virtual-time-budget=3000",
                                   "--dump-dom",
                                   "file://" + page.string()}},
                    std::chrono::minutes(1));
    ASSERT_TRUE(shown.has_value()) << shown.error();
    EXPECT_TRUE(
        matches_golden(kFolder / "pointed_at.txt",
                       shown->output.substr(std::min(shown->output.find("<pre id=\"result\">"),
                                                     shown->output.size()))));
}

} // namespace
} // namespace muster::test
