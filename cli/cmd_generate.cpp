#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/write_files.hpp"
#include "codegen/generate.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    std::string directory = ".";
    bool tests = false;
    DiagnosticOptions diagnostics;
};

ExitCode run_generate(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    codegen::GenerateOptions generate_options;
    generate_options.tests =
        options.tests ? codegen::TestFile::write : codegen::TestFile::leave_out;
    spec::Diagnostics diagnostics;
    const auto files = codegen::generate(loaded->typed, generate_options, diagnostics);
    if (!report_diagnostics(loaded->sources, diagnostics, options.diagnostics, context)) {
        return ExitCode::wrong_input;
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
    verb->add_flag("--tests", options->tests, "Also write the tests of the spec, for GoogleTest");
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_generate(*options, context);
        };
    });
}

} // namespace muster::cli
