#include "checker/eval/run_tests.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_test.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string filter;
    DiagnosticOptions diagnostics;
};

struct Counts {
    std::size_t tests = 0; // that the files hold
    std::size_t passed = 0;
    std::size_t failed = 0;
};

void run_tests(const LoadedSpec& loaded,
               const Options& options,
               Counts& counts,
               const Context& context) {
    if (loaded.typed.tests.empty()) {
        context.out << loaded.sources.main().name() << ": no tests\n";
    }
    counts.tests += loaded.typed.tests.size();
    for (const spec::TestInfo& test : loaded.typed.tests) {
        if (test.title.find(options.filter) == std::string::npos) {
            continue;
        }
        const checker::TestResult result = checker::run_test(loaded.typed, test);
        ++(result.passed ? counts.passed : counts.failed);
        print_test(loaded.sources, test, result, context.out);
    }
}

ExitCode run_test_verb(const Options& options, const Context& context) {
    const auto begin = std::chrono::steady_clock::now();
    Counts counts;
    bool all_loaded = true;
    for (const std::string& file : options.files) {
        if (const auto loaded = load_spec(file, options.diagnostics, context)) {
            run_tests(*loaded, options, counts, context);
        } else {
            all_loaded = false;
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    context.out << fmt::format("{} test{}: {} passed, {} failed  ({:.2f} s)\n",
                               counts.passed + counts.failed,
                               counts.passed + counts.failed == 1 ? "" : "s",
                               counts.passed,
                               counts.failed,
                               seconds.count());
    if (!all_loaded) {
        return ExitCode::wrong_input;
    }
    if (counts.tests > 0 && counts.passed + counts.failed == 0) {
        context.err << "muster: no test has `" << options.filter << "` in its title\n";
        return ExitCode::wrong_input;
    }
    return counts.failed == 0 ? ExitCode::holds : ExitCode::violated;
}

} // namespace

void add_test(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("test", "Run the `test` blocks of specs");
    verb->add_option("file", options->files, "The specs")->required();
    verb->add_option("--filter", options->filter, "Only tests with this text in their title");
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_test_verb(*options, context);
        };
    });
}

} // namespace muster::cli
