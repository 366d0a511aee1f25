#include "checker/checkpoint/atomic_file.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "spec/format/format.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

constexpr const char* kStandardInput = "-";

struct Options {
    std::vector<std::string> files;
    bool check = false;
    DiagnosticOptions diagnostics;
};

std::optional<spec::SourceMap>
read(const std::string& file, const Options& options, const Context& context) {
    if (file != kStandardInput) {
        return load_text(file, options.diagnostics, context);
    }
    return spec::SourceMap(
        spec::SourceFile("<stdin>", std::string(std::istreambuf_iterator<char>(context.in), {})));
}

ExitCode format_file(const std::string& file, const Options& options, const Context& context) {
    const auto sources = read(file, options, context);
    if (!sources) {
        return ExitCode::wrong_input;
    }
    const spec::SourceFile& source = sources->main();
    spec::Diagnostics diagnostics;
    const auto formatted = spec::format(source.text(), diagnostics);
    if (!report_diagnostics(*sources, diagnostics, options.diagnostics, context) || !formatted) {
        return ExitCode::wrong_input;
    }
    const bool changes = *formatted != source.text();
    if (options.check) {
        if (changes) {
            context.out << "would change " << source.name() << '\n';
        }
        return changes ? ExitCode::violated : ExitCode::holds;
    }
    if (file == kStandardInput) {
        context.out << *formatted;
        return ExitCode::holds;
    }
    if (!changes) {
        return ExitCode::holds;
    }
    checker::AtomicFile replacement(file);
    replacement.write(*formatted);
    if (const auto placed = replacement.put_in_place(); !placed) {
        context.err << "muster: " << placed.error() << '\n';
        return ExitCode::wrong_input;
    }
    context.out << "formatted " << file << '\n';
    return ExitCode::holds;
}

/// Every file is dealt with, whatever is wrong with others.
ExitCode run_format(const Options& options, const Context& context) {
    ExitCode worst = ExitCode::holds;
    for (const std::string& file : options.files) {
        worst = std::max(worst, format_file(file, options, context));
    }
    return worst;
}

} // namespace

void add_format(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("format", "Bring specs into the one layout");
    verb->add_option("file", options->files, "The specs, rewritten in place; - for stdin to stdout")
        ->required();
    verb->add_flag(
        "--check", options->check, "Change nothing; list what would change and exit with 1");
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_format(*options, context);
        };
    });
}

} // namespace muster::cli
