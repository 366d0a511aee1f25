#include "codegen/explore_driver.hpp"
#include "codegen/generate.hpp"
#include "codegen/model/names.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/shipped_protocols.hpp"
#include "tests/support/temp_dir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// What it costs to compile the generated code of every shipped protocol: the header that `muster
// generate` writes, with its classes for the types that it comes with, and the driver that `muster
// explore` compiles.
//   cmake --build --preset dev --target compile_bench
//   build/dev/tests/bench/compile_bench [COMPILER…]
namespace muster::test {
namespace {

namespace fs = std::filesystem;

struct Cost {
    double seconds = 0; // of CPU, of the compiler and all that it starts
    long mebibytes = 0;
};

/// Nothing if the compiler refuses the file.
std::optional<Cost> cost_of(std::vector<std::string> command) {
    std::vector<char*> arguments;
    for (std::string& word : command) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) {
        return std::nullopt;
    }
    int status = 0;
    rusage used{};
    if (::wait4(child, &status, 0, &used) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return std::nullopt;
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return Cost{seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss / 1024};
}

/// The median of three, as the machine does other things too.
std::string compiled(const std::string& compiler, const fs::path& file) {
    constexpr std::size_t kRuns = 3;
    std::array<Cost, kRuns> costs;
    for (Cost& cost : costs) {
        const auto found = cost_of({compiler,
                                    "-std=c++20",
                                    "-O0",
                                    "-g0",
                                    "-w",
                                    "-fPIC",
                                    "-c",
                                    "-I",
                                    MUSTER_SOURCE_DIR,
                                    file.string(),
                                    "-o",
                                    file.string() + ".o"});
        if (!found) {
            return "     refused";
        }
        cost = *found;
    }
    std::sort(costs.begin(), costs.end(), [](const Cost& a, const Cost& b) {
        return a.seconds < b.seconds;
    });
    const Cost& median = costs[kRuns / 2];
    return fmt::format("{:6.2f} {:5}", median.seconds, median.mebibytes);
}

/// Every class of the header as a whole.
std::string text_of_classes(const spec::TypedSpec& spec) {
    const std::string scope = "muster::protocols::" + codegen::identifier(spec.name);
    std::string text = "#include \"" + spec.name + ".hpp\"\n";
    for (const spec::RoleInfo& role : spec.roles) {
        text += "template class " + scope + "::" + codegen::type_identifier(role.name) + "<" +
                scope + "::DefaultTypes, muster::runtime::DefaultHooks, true>;\n";
    }
    return text;
}

void store(const fs::path& file, const std::string& text) {
    std::ofstream(file) << text;
}

void measure(const std::string& name, const std::vector<std::string>& compilers) {
    spec::Diagnostics diagnostics;
    const fs::path folder = fs::path(MUSTER_SOURCE_DIR) / "spec/protocols";
    const auto spec = spec::analyse(read_file(folder / (name + ".muster")), diagnostics);
    if (!spec) {
        return; // it imports another one
    }
    const auto files = codegen::generate(*spec, {}, diagnostics);
    if (files.empty()) {
        return; // it only models
    }
    const TempDir work;
    const codegen::GeneratedFile driver = codegen::explore_driver(*spec, {});
    store(work.path() / files.front().path, files.front().contents);
    store(work.path() / driver.path, driver.contents);
    store(work.path() / "classes.cpp", text_of_classes(*spec));
    std::string line = fmt::format("{:20}", name);
    for (const std::string& compiler : compilers) {
        line += "   " + compiled(compiler, work.path() / "classes.cpp");
        line += "   " + compiled(compiler, work.path() / driver.path);
    }
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    using namespace muster::test;
    std::vector<std::string> compilers(argv + 1, argv + argc);
    if (compilers.empty()) {
        compilers = {"g++", "clang++"};
    }
    std::string head = fmt::format("{:20}", "CPU s and MiB of");
    for (const std::string& compiler : compilers) {
        head += fmt::format("   {:>12}   {:>12}", "header", compiler + " driver");
    }
    fmt::print("{}\n", head);
    for (const std::string& name : shipped_protocols(MUSTER_SOURCE_DIR "/spec/protocols")) {
        measure(name, compilers);
    }
}
