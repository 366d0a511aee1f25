#include "cli/machines/machine_library.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace muster::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace fs = std::filesystem;

const std::string kCounter = "protocol p\n"
                             "role a { var n: int = 0  action count when n < 3 { n = n + 1 } }\n"
                             "invariant few: a.n < 4\n"
                             "instance one {}\n";

/// The environment's CXX is another one as long as this is.
class OtherCompiler {
public:
    explicit OtherCompiler(const std::string& name) {
        if (const char* before = std::getenv("CXX")) {
            before_ = before;
        }
        ::setenv("CXX", name.c_str(), 1);
    }

    OtherCompiler(const OtherCompiler&) = delete;
    OtherCompiler& operator=(const OtherCompiler&) = delete;

    ~OtherCompiler() {
        if (before_) {
            ::setenv("CXX", before_->c_str(), 1);
        } else {
            ::unsetenv("CXX");
        }
    }

private:
    std::optional<std::string> before_;
};

class MachineLibrary : public testing::Test {
protected:
    CliResult explore(const std::string& text, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"explore", temporary_.write("p.muster", text).string()});
        return run_cli(more, "", cache_);
    }

    std::set<std::string> kept() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(cache_ / "machines")) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }

    TempDir temporary_;
    fs::path cache_ = temporary_.path() / "cache";
};

TEST_F(MachineLibrary, IsCompiledOnceForWhatItIsMadeOf) {
    const CliResult first = explore(kCounter);
    EXPECT_EQ(first.exit_code, 0) << first.errors;
    EXPECT_THAT(first.output, StartsWith("instance one: all 4 states, "));
    EXPECT_THAT(first.output, Not(HasSubstr("evaluator")));
    const auto after_first = kept();
    ASSERT_EQ(after_first.size(), 1U);
    const auto written = fs::last_write_time(cache_ / "machines" / *after_first.begin());
    // What is no part of the code makes no other library.
    EXPECT_THAT(explore(kCounter + "instance two {}\n").output, HasSubstr("instance two: all 4"));
    EXPECT_EQ(kept(), after_first);
    EXPECT_GE(fs::last_write_time(cache_ / "machines" / *after_first.begin()), written);
    std::string other = kCounter;
    other.replace(other.find("n < 3"), 5, "n < 2");
    EXPECT_THAT(explore(other).output, StartsWith("instance one: all 3 states, "));
    EXPECT_EQ(kept().size(), 2U);
}

TEST_F(MachineLibrary, IsMadeAnewWhereItIsDamagedOrSomebodyElseMayWriteIt) {
    explore(kCounter);
    const fs::path library = cache_ / "machines" / *kept().begin();
    // Another file of this name, as this program still looks into the first one.
    fs::remove(library);
    EXPECT_EQ(temporary_.write("cache/machines/" + library.filename().string(), "damaged"),
              library);
    EXPECT_THAT(explore(kCounter).output, Not(HasSubstr("evaluator")));
    EXPECT_GT(fs::file_size(library), 1000U);
    fs::permissions(library, fs::perms::all);
    explore(kCounter);
    EXPECT_EQ(fs::status(library).permissions(), fs::perms::owner_all);
}

TEST_F(MachineLibrary, IsNotKeptWhereItCannotBe) {
    fs::create_directory(cache_);
    fs::permissions(cache_, fs::perms::all);
    EXPECT_THAT(explore(kCounter).output, Not(HasSubstr("evaluator")));
    EXPECT_FALSE(fs::exists(cache_ / "machines" / "anything"));
    EXPECT_TRUE(!fs::exists(cache_ / "machines") || kept().empty());
}

TEST_F(MachineLibrary, WithoutACompilerTheEvaluatorRunsTheSteps) {
    const OtherCompiler none("/nowhere/c++");
    const CliResult result = explore(kCounter);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, StartsWith("instance one: all 4 states, "));
    EXPECT_THAT(result.output,
                EndsWith("the evaluator ran the steps: `/nowhere/c++`, which the environment names "
                         "as CXX, does not run: No such file or directory\n"));
}

TEST_F(MachineLibrary, SaysWhatACompilerSaysThatRefusesTheCode) {
    const fs::path script =
        temporary_.write("cxx",
                         "#!/bin/sh\n[ \"$1\" = --version ] || { echo 'p.cpp:1: error: no'; "
                         "exit 1; }\n");
    fs::permissions(script, fs::perms::owner_all);
    const OtherCompiler refusing(script.string());
    EXPECT_THAT(explore(kCounter).output,
                EndsWith("the evaluator ran the steps: the C++ compiler refuses the generated "
                         "code: error: no\n"));
}

TEST_F(MachineLibrary, IsNotAskedForWithInterpret) {
    const CliResult result = explore(kCounter, {"--interpret"});
    EXPECT_THAT(result.output, EndsWith("the evaluator ran the steps\n"));
    EXPECT_FALSE(fs::exists(cache_));
}

TEST_F(MachineLibrary, IsNothingForASpecThatOnlyModels) {
    const std::string model = "protocol p\nsort C\n"
                              "role a { var n: bool = false\n"
                              "  action go when forall x: C. x == x { n = true } }\n"
                              "invariant any: a.n or not a.n\n"
                              "instance one { C = 1 }\n";
    EXPECT_THAT(
        explore(model).output,
        EndsWith("the evaluator ran the steps: the spec has no form in C++: a quantifier in "
                 "a handler over all values of a type cannot be generated\n"));
    const CliResult compared = explore(model, {"--compare"});
    EXPECT_EQ(compared.exit_code, 2);
    EXPECT_THAT(compared.errors,
                StartsWith("muster: there is nothing to compare: the spec has no"));
}

TEST_F(MachineLibrary, IsComparedWithTheEvaluator) {
    const CliResult compared = explore(kCounter, {"--compare"});
    EXPECT_EQ(compared.exit_code, 0) << compared.errors;
    EXPECT_THAT(compared.output, StartsWith("instance one: all 4 states, "));
}

} // namespace
} // namespace muster::test
