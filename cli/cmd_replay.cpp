#include "checker/certify/replay_itf.hpp"
#include "checker/trace/render_text.hpp"
#include "cli/chart_outputs.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_live.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

using checker::ItfReplay;

struct Options {
    std::string spec;
    std::string trace;
    ChartOutputs charts;
    DiagnosticOptions diagnostics;
};

/// The run as far as it is possible, in the words of the spec.
void print_run(const LoadedSpec& loaded, const ItfReplay& replay, std::ostream& out) {
    if (!replay.trace) {
        return;
    }
    checker::TextOptions options;
    options.place = place_of(loaded);
    if (replay.property) {
        options.shown = loaded.typed.properties[*replay.property].body;
        if (replay.answer == ItfReplay::Answer::confirmed) {
            options.closing = why_false(loaded, *replay.trace, *replay.property);
        }
    }
    if (replay.lasso) {
        print_lasso_run(loaded, *replay.lasso, out << '\n');
        return;
    }
    out << '\n'
        << checker::render_text(
               checker::system_of(loaded.typed, *replay.trace), *replay.trace, options);
}

ExitCode run_replay(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.spec, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    const auto file = spec::load_source(options.trace);
    if (!file) {
        report_load_error(file.error(), options.diagnostics, context);
        return ExitCode::wrong_input;
    }
    const ItfReplay replay = checker::replay_itf(loaded->typed, file->text());
    if (options.charts.any() && replay.answer != ItfReplay::Answer::confirmed) {
        context.err << "muster: nothing is drawn: the run was not confirmed\n";
    }
    switch (replay.answer) {
    case ItfReplay::Answer::unreadable:
        context.err << fmt::format("muster: {} is no run that can be repeated: {}{}\n",
                                   file->name(),
                                   replay.path.empty() ? "" : replay.path + ": ",
                                   replay.text);
        return ExitCode::wrong_input;
    case ItfReplay::Answer::no_run:
        context.out << "no run     " << replay.text << '\n';
        for (const std::string& line : replay.details) {
            context.out << "           " << line << '\n';
        }
        print_run(*loaded, replay, context.out);
        return ExitCode::violated;
    case ItfReplay::Answer::out_of_reach:
        context.out << "undecided  the run cannot be followed further: " << replay.text << '\n';
        print_run(*loaded, replay, context.out);
        return ExitCode::undecided;
    case ItfReplay::Answer::confirmed:
        context.out << "confirmed  " << replay.text << '\n';
        print_run(*loaded, replay, context.out);
        return write_chart(chart_of(*loaded, replay), options.charts, context)
                   ? ExitCode::holds
                   : ExitCode::wrong_input;
    }
    return ExitCode::internal_error;
}

} // namespace

void add_replay(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "replay", "Repeat a run from a file of `check --itf` on a spec, step by step");
    verb->add_option("file", options->spec, "The spec")->required();
    verb->add_option("trace", options->trace, "The run, an .itf.json file")->required();
    add_chart_files(*verb, options->charts);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_replay(*options, context);
        };
    });
}

} // namespace muster::cli
