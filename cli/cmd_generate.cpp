#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/write_files.hpp"
#include "codegen/generate.hpp"
#include "codegen/recorded/generate_runs.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    std::string directory = ".";
    bool tests = false;
    std::vector<std::string> runs;
    std::vector<std::string> forbidden_runs;
    DiagnosticOptions diagnostics;
};

namespace fs = std::filesystem;

/// The file, or the runs in the folder by name.
std::vector<fs::path> run_files(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        return {path};
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path, error)) {
        if (entry.path().filename().string().ends_with(".itf.json")) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// False if one could not be read, which was reported.
bool read_runs(const std::vector<std::string>& paths,
               codegen::RunFile::Expectation expectation,
               std::vector<codegen::RunFile>& runs,
               const Options& options,
               const Context& context) {
    for (const std::string& path : paths) {
        const std::vector<fs::path> files = run_files(path);
        if (files.empty()) {
            context.err << "muster: there is no .itf.json file in " << path << '\n';
            return false;
        }
        for (const fs::path& file : files) {
            const auto source = spec::load_source(file);
            if (!source) {
                report_load_error(source.error(), options.diagnostics, context);
                return false;
            }
            runs.push_back({file.filename().string(), std::string(source->text()), expectation});
        }
    }
    return true;
}

/// The runs as tests; nothing if one cannot be made into a test, which was reported.
std::optional<codegen::GeneratedFile> tests_of_runs(const spec::TypedSpec& spec,
                                                    const Options& options,
                                                    const codegen::GenerateOptions& generate,
                                                    const Context& context) {
    using Expectation = codegen::RunFile::Expectation;
    std::vector<codegen::RunFile> runs;
    if (!read_runs(options.runs, Expectation::possible, runs, options, context) ||
        !read_runs(options.forbidden_runs, Expectation::impossible, runs, options, context)) {
        return std::nullopt;
    }
    auto file = codegen::generate_runs(spec, runs, generate);
    if (!file) {
        context.err << "muster: " << file.error().file
                    << " is no run of this spec: " << file.error().text << '\n';
        return std::nullopt;
    }
    return *std::move(file);
}

ExitCode run_generate(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    codegen::GenerateOptions generate_options;
    generate_options.tests =
        options.tests ? codegen::TestFile::write : codegen::TestFile::leave_out;
    spec::Diagnostics diagnostics;
    auto files = codegen::generate(loaded->typed, generate_options, diagnostics);
    if (!report_diagnostics(loaded->sources, diagnostics, options.diagnostics, context)) {
        return ExitCode::wrong_input;
    }
    if (!options.runs.empty() || !options.forbidden_runs.empty()) {
        auto runs = tests_of_runs(loaded->typed, options, generate_options, context);
        if (!runs) {
            return ExitCode::wrong_input;
        }
        files.push_back(*std::move(runs));
    }
    for (const codegen::GeneratedFile& file : files) {
        const auto path = std::filesystem::path(options.directory) / file.path;
        if (!write_file(path, file.contents, context)) {
            return ExitCode::wrong_input;
        }
    }
    return ExitCode::holds;
}

} // namespace

void add_generate(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("generate", "Write the C++ machines of a spec");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option("-o,--output", options->directory, "The folder to write into")
        ->capture_default_str();
    verb->add_flag("--tests",
                   options->tests,
                   "Also write the tests of the spec, for GoogleTest, and model tests of "
                   "implementations, for rapidcheck");
    verb->add_option("--run",
                     options->runs,
                     "Also write a test that this run is possible: a file of `check --itf`, or a "
                     "folder of them")
        ->type_name("PATH")
        ->allow_extra_args(false);
    verb->add_option("--forbidden-run",
                     options->forbidden_runs,
                     "The same, but the run must not be possible")
        ->type_name("PATH")
        ->allow_extra_args(false);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_generate(*options, context);
        };
    });
}

} // namespace muster::cli
