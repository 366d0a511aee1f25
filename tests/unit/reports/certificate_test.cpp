#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace muster::test {
namespace {

using ::testing::HasSubstr;

// A small spec with something that is proved, and something that is not.
constexpr const char* kCounter = R"(protocol counter

role server {
  var n: int = 0
  action count when n < 2 { n += 1 }
}

invariant small: server.n <= 2
invariant smaller: server.n <= 1
cover started: server.n == 1
instance one {}
)";

ProcessResult run_script(const std::filesystem::path& certificate,
                         const std::vector<std::string>& arguments,
                         const std::string& path = "") {
    ProcessRequest request{.program = "/bin/sh", .arguments = {certificate / "check.sh"}};
    request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    if (!path.empty()) {
        request.environment = {{"PATH", path}};
    }
    const auto result = run_process(request, std::chrono::minutes(30));
    if (!result) {
        ADD_FAILURE() << result.error();
        return {};
    }
    return *result;
}

std::size_t queries_of(const std::filesystem::path& certificate) {
    const std::string names = read_file(certificate / "queries.txt");
    return static_cast<std::size_t>(std::count(names.begin(), names.end(), '\n'));
}

TEST(Certificate, SaysWhatItCoversAndWhatNot) {
    const TempDir folder;
    const auto spec = folder.write("counter.muster", kCounter);
    const auto certificate = folder.path() / "certificate";
    const CliResult check =
        run_cli({"check", spec.string(), "--certificate", certificate.string()});
    EXPECT_EQ(check.exit_code, 1) << check.errors;
    const std::string text = read_file(certificate / "certificate.txt");
    EXPECT_THAT(text, HasSubstr("  invariant small: server.n <= 2\n"));
    EXPECT_THAT(text,
                HasSubstr("Not covered, so that these files say nothing about it:\n"
                          "  invariant smaller: violated by a run of 2 steps\n"
                          "  cover started: shown by a run of 1 step\n"));
    EXPECT_GT(queries_of(certificate), 0U);
    EXPECT_EQ(text.find("invariant smaller: server"), std::string::npos) << text;
    EXPECT_EQ(read_file(certificate / "queries.txt").find("smaller"), std::string::npos);
    EXPECT_EQ(run_script(certificate, {"z3"}).exit_code, 0);
    EXPECT_EQ(run_script(certificate, {"cvc5"}).exit_code, 0);
}

TEST(Certificate, NeedsADirectoryOfItsOwn) {
    const TempDir folder;
    const auto spec = folder.write("counter.muster", kCounter);
    const CliResult check =
        run_cli({"check", spec.string(), "--certificate", folder.path().string()});
    EXPECT_EQ(check.exit_code, 2);
    EXPECT_THAT(check.errors, HasSubstr("is not empty"));
}

// A solver that the test controls: it answers what stands in the first line of the query.
class ScriptedSolver : public testing::Test {
protected:
    void SetUp() override {
        const auto solver = folder_.write(
            "bin/z3", "#!/bin/sh\nfor last; do :; done\nhead -n 1 \"$last\" | cut -c 3-\n");
        std::filesystem::permissions(solver, std::filesystem::perms::owner_all);
        static_cast<void>(
            folder_.write("check.sh", read_file(MUSTER_SOURCE_DIR "/cli/certificate/check.sh")));
    }

    ProcessResult answers(const std::vector<std::string>& answers) {
        std::string names;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const std::string name = "q" + std::to_string(i) + ".smt2";
            names += name + "\n";
            std::filesystem::remove(folder_.path() / name);
            if (answers[i] != "missing") {
                static_cast<void>(folder_.write(name, "; " + answers[i] + "\n"));
            }
        }
        static_cast<void>(folder_.write("queries.txt", names));
        return run_script(folder_.path(),
                          {"z3", "5"},
                          (folder_.path() / "bin").string() + ":" + std::getenv("PATH"));
    }

    TempDir folder_;
};

TEST_F(ScriptedSolver, ItsAnswersDecideTheExitStatus) {
    const ProcessResult good = answers({"unsat", "unsat"});
    EXPECT_EQ(good.exit_code, 0);
    EXPECT_EQ(good.output, "z3: 2 queries: 2 unsat, 0 unknown, 0 wrong\n");
    const ProcessResult wrong = answers({"unsat", "sat", "unknown"});
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_EQ(wrong.output,
              "z3: q1.smt2: sat\nz3: q2.smt2: unknown\n"
              "z3: 3 queries: 1 unsat, 1 unknown, 1 wrong\n");
    EXPECT_EQ(answers({"(error \"line 1\")"}).exit_code, 1);
    EXPECT_EQ(answers({"unsat", "timeout"}).exit_code, 3);
    EXPECT_EQ(answers({"unsat", ""}).exit_code, 3);
    EXPECT_EQ(answers({"unknown", "missing"}).exit_code, 2);
    EXPECT_EQ(answers({}).exit_code, 3) << "without queries nothing is proved";
}

TEST_F(ScriptedSolver, ACommandLineMayBeWrong) {
    static_cast<void>(answers({"unsat"}));
    EXPECT_EQ(run_script(folder_.path(), {"yices"}).exit_code, 2);
    EXPECT_EQ(run_script(folder_.path(), {"z3", "soon"}).exit_code, 2);
}

} // namespace
} // namespace muster::test
