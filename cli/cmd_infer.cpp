#include "checker/infer/infer.hpp"
#include "cli/commands.hpp"
#include "cli/known_names.hpp"
#include "cli/load_spec.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    checker::infer::InferOptions infer;
    unsigned seconds = 60; // of CPU time, for the search
    Budget budget;
    DiagnosticOptions diagnostics;
    bool log = false;
};

bool names_are_known(const Options& options, const LoadedSpec& loaded, const Context& context) {
    std::vector<std::string> known;
    for (const spec::PropertyInfo& property : loaded.typed.properties) {
        if (property.kind == spec::PropertyKind::invariant ||
            property.kind == spec::PropertyKind::step) {
            known.push_back(property.name);
        }
    }
    return are_known(options.infer.properties, known, "invariant or step", loaded, context);
}

void print(const checker::infer::InferReport& report, std::ostream& out) {
    for (const auto& lemma : report.lemmas) {
        out << lemma.text << '\n';
    }
    if (!report.lemmas.empty()) {
        out << '\n';
    }
    if (!report.candidates.empty()) {
        out << "Kept by every step as far as was seen, but not proved:\n\n";
        for (const auto& lemma : report.candidates) {
            out << lemma.text << '\n';
        }
        out << '\n';
    }
    for (const auto& entry : report.properties) {
        const spec::PropertyInfo& property = report.spec.properties[entry.property];
        out << fmt::format("{:<34} {}\n",
                           property.name,
                           entry.proved ? std::string("proved for any size")
                                        : "not proved: " + entry.reason);
    }
    for (const std::string& obligation : report.obligations) {
        out << fmt::format("{:<34} not proved: {}\n", "built in", obligation);
    }
    for (const std::string& inconsistency : report.inconsistencies) {
        out << inconsistency << '\n';
    }
    const auto proved = std::count_if(report.properties.begin(),
                                      report.properties.end(),
                                      [](const auto& entry) { return entry.proved; });
    out << fmt::format("\n{} of {} proved with {} inferred lemmas ({} states sampled, {} "
                       "counterexamples, {} lemmas dropped, {} queries)\n",
                       proved,
                       report.properties.size(),
                       report.lemmas.size(),
                       report.samples,
                       report.counterexamples,
                       report.dropped,
                       report.queries);
    if (!report.stopped.empty()) {
        out << "ended early: " << report.stopped << '\n';
    }
}

/// Under watch, and with a progress line where somebody can see it.
checker::infer::InferReport
infer_watched(const Options& options, const LoadedSpec& loaded, const Context& context) {
    checker::Stop stop;
    checker::infer::InferOptions infer = options.infer;
    infer.seconds = options.seconds;
    infer.induction.stop = &stop;
    std::optional<Progress> progress;
    std::function<void()> tick;
    if (context.terminal) {
        progress.emplace(context.err, context.columns);
        infer.progress = infer.induction.progress = [&](const std::string& what) {
            progress->now(what);
        };
        tick = [&] {
            progress->tick();
        };
    }
    if (options.log) {
        infer.log = [&context](const std::string& line) {
            context.err << line << '\n';
        };
    }
    const Watch watch(stop, limits_of(options.budget), tick);
    return checker::infer::infer(loaded.typed, infer);
}

ExitCode run_infer(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded || !names_are_known(options, *loaded, context)) {
        return ExitCode::wrong_input;
    }
    const auto report = infer_watched(options, *loaded, context);
    print(report, context.out);
    return report.all_proved() ? ExitCode::holds : ExitCode::undecided;
}

} // namespace

void add_infer(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "infer", "Find the lemmas that a proof for any size needs, and print them");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option("--property",
                     options->infer.properties,
                     "Prove this invariant or step only; may be repeated")
        ->allow_extra_args(false);
    verb->add_flag("--ignore-lemmas", options->infer.ignore_lemmas, "As if the spec had no lemmas");
    verb->add_option("--infer-seconds", options->seconds, "CPU time for the search")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}))
        ->capture_default_str();
    add_budget_options(*verb, options->budget);
    verb->add_option("--timeout-ms",
                     options->infer.induction.timeout_ms,
                     "For one solver query of the final proof")
        ->check(whole_number({1, kMaxUnsigned, "milliseconds"}))
        ->capture_default_str();
    verb->add_option("--seed", options->infer.seed, "For samples and the solver")
        ->capture_default_str();
    verb->add_flag("--log", options->log, "Tell every decision of the search, on standard error");
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_infer(*options, context);
        };
    });
}

} // namespace muster::cli
