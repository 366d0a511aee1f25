#include "checker/simulate/simulate.hpp"
#include "cli/chart_outputs.hpp"
#include "cli/commands.hpp"
#include "cli/known_names.hpp"
#include "cli/load_spec.hpp"
#include "cli/output_directory.hpp"
#include "cli/print_coverage.hpp"
#include "cli/print_simulation.hpp"
#include "cli/progress.hpp"
#include "cli/report_words.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"
#include "cli/write_runs.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    checker::SimulationOptions simulate;
    std::vector<std::string> sizes;   // SORT=NUMBER
    std::vector<std::string> weights; // WHAT=NUMBER
    std::uint64_t only = 0;           // 0: all runs
    Budget budget;
    bool traces = false;
    bool coverage = false;
    std::filesystem::path runs;
    ChartOutputs charts;
    DiagnosticOptions diagnostics;
};

template <class Number>
struct Assignment {
    std::string name;
    Number number{};
};

/// `NAME=NUMBER`; nothing if it is something else.
template <class Number>
std::optional<Assignment<Number>> read_assignment(const std::string& text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos) {
        return std::nullopt;
    }
    Assignment<Number> result{text.substr(0, sign)};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + sign + 1, end, result.number);
    return error == std::errc() && stop == end ? std::optional(result) : std::nullopt;
}

bool take_sizes(const Options& options,
                checker::SimulationOptions& simulate,
                const LoadedSpec& loaded,
                const Context& context) {
    constexpr std::uint32_t kLargest = 10'000;
    std::vector<std::string> known;
    for (const spec::SortInfo& sort : loaded.typed.sorts) {
        known.push_back(sort.name);
    }
    for (const std::string& text : options.sizes) {
        const auto size = read_assignment<std::uint32_t>(text);
        if (!size || size->number == 0 || size->number > kLargest) {
            context.err << fmt::format("muster: --size takes SORT=NUMBER, a number from 1 to {}, "
                                       "not `{}`\n",
                                       kLargest,
                                       text);
            return false;
        }
        if (!are_known({size->name}, known, "sort", loaded, context)) {
            return false;
        }
        simulate.sizes[size->name] = size->number;
    }
    return true;
}

bool take_weights(const Options& options,
                  checker::SimulationOptions& simulate,
                  const LoadedSpec& loaded,
                  const Context& context) {
    const std::vector<std::string> known =
        checker::Weights::names(checker::lower(loaded.typed, {}));
    for (const std::string& text : options.weights) {
        const auto weight = read_assignment<double>(text);
        constexpr double kGreatest = 1e6;
        if (!weight || !(weight->number >= 0 && weight->number <= kGreatest)) {
            context.err << fmt::format("muster: --weight takes STEP=NUMBER, a number from 0 to "
                                       "1000000, not `{}`\n",
                                       text);
            return false;
        }
        if (!are_known({weight->name}, known, "step", loaded, context)) {
            return false;
        }
        simulate.weights.set(weight->name, weight->number);
    }
    return true;
}

/// The runs as a report has them, for what writes the runs of reports.
checker::CheckReport as_report(const std::vector<checker::Simulation>& simulations) {
    checker::CheckReport report;
    for (const checker::Simulation& simulation : simulations) {
        for (const checker::Simulation::Finding& finding : simulation.findings) {
            const bool is_there =
                std::any_of(report.properties.begin(),
                            report.properties.end(),
                            [&](const auto& entry) { return entry.property == finding.property; });
            if (finding.verdict && finding.seen.runs > 0 && !is_there) {
                checker::PropertyReport& entry = report.properties.emplace_back();
                entry.property = finding.property;
                entry.verdict = *finding.verdict;
            }
        }
        for (const checker::Simulation::BrokenStep& broken : simulation.broken_steps) {
            checker::ObligationReport& entry = report.obligations.emplace_back();
            entry.verdict = broken.violated;
        }
    }
    return report;
}

bool directories_are_possible(const Options& options, const Context& context) {
    return make_output_directory(options.runs, "runs", context) &&
           make_output_directory(options.charts.html, "charts", context) &&
           make_output_directory(options.charts.svg, "charts", context) &&
           make_output_directory(options.charts.mermaid, "charts", context);
}

bool write_outputs(const LoadedSpec& loaded,
                   const std::vector<checker::Simulation>& simulations,
                   const Options& options,
                   const Context& context) {
    const checker::CheckReport report = as_report(simulations);
    return (options.runs.empty() ||
            write_runs(runs_of(loaded.typed, report), options.runs, context)) &&
           (!options.charts.any() ||
            write_charts(charts_of(loaded, report), options.charts, context));
}

/// Runs without a violation leave everything open.
ExitCode exit_code_of(const std::vector<checker::Simulation>& simulations) {
    for (const checker::Simulation& simulation : simulations) {
        if (!simulation.broken_steps.empty()) {
            return ExitCode::violated;
        }
        for (const auto& finding : simulation.findings) {
            if (finding.verdict && std::holds_alternative<checker::Violated>(*finding.verdict)) {
                return ExitCode::violated;
            }
        }
    }
    return ExitCode::undecided;
}

std::vector<checker::Simulation> run_watched(const LoadedSpec& loaded,
                                             checker::SimulationOptions& simulate,
                                             const Options& options,
                                             checker::Stop& stop,
                                             const Context& context) {
    simulate.stop = &stop;
    std::optional<Progress> progress;
    if (context.terminal) {
        progress.emplace(context.err, context.columns);
        simulate.progress = [&progress](const std::string& instance, std::uint64_t runs) {
            progress->now(fmt::format("instance {}: {} runs", instance, runs));
        };
    }
    const Watch watch(stop, limits_of(options.budget), [&progress] {
        if (progress) {
            progress->tick();
        }
    });
    return checker::simulate(loaded.typed, simulate);
}

/// What properties need to say anything and what was so in no simulation that looked for it.
std::vector<SilentPart> silent_in_all(const std::vector<checker::Simulation>& simulations) {
    std::vector<SilentPart> silent;
    const auto is_silent = [](const checker::Simulation& simulation, std::size_t never) {
        return std::any_of(simulation.silent.begin(),
                           simulation.silent.end(),
                           [&](const checker::Premise& premise) { return premise.never == never; });
    };
    std::set<std::size_t> looked_at;
    for (const checker::Simulation& simulation : simulations) {
        for (const checker::Premise& premise : simulation.silent) {
            const bool in_all =
                std::all_of(simulations.begin(), simulations.end(), [&](const auto& other) {
                    return other.without != simulation.without || !other.error.empty() ||
                           is_silent(other, premise.never);
                });
            if (in_all && looked_at.insert(premise.never).second) {
                silent.push_back({premise.property, premise.kind, premise.span});
            }
        }
    }
    return silent;
}

ExitCode run_simulate(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    checker::SimulationOptions simulate = options.simulate;
    if (!loaded || !instances_are_known(simulate.instances, *loaded, context) ||
        !properties_are_known(simulate.properties, *loaded, context) ||
        !has_an_instance(*loaded, "to simulate", context) ||
        !take_sizes(options, simulate, *loaded, context) ||
        !take_weights(options, simulate, *loaded, context) ||
        !directories_are_possible(options, context)) {
        return ExitCode::wrong_input;
    }
    if (options.only > 0) {
        simulate.only = options.only;
    }
    checker::Stop stop;
    checker::Coverage coverage(loaded->typed);
    if (options.coverage) {
        simulate.premises = true;
        simulate.observer = &coverage;
    }
    const auto simulations = run_watched(*loaded, simulate, options, stop, context);
    print_simulations(*loaded,
                      simulations,
                      {options.file, simulate},
                      options.traces ? Runs::all : Runs::of_violations,
                      context.out);
    if (options.coverage) {
        context.out << '\n';
        print_coverage(*loaded, coverage, silent_in_all(simulations), context.out);
    }
    if (stop.requested()) {
        context.out << "ended early: " << stop.reason() << '\n';
    }
    const ExitCode exit_code = exit_code_of(simulations);
    if (exit_code == ExitCode::undecided) {
        context.out << "no violation in these runs, which proves nothing\n";
    }
    return write_outputs(*loaded, simulations, options, context) ? exit_code
                                                                 : ExitCode::wrong_input;
}

void add_size_options(CLI::App& verb, Options& options) {
    checker::SimulationOptions& simulate = options.simulate;
    verb.add_option("--size",
                    options.sizes,
                    "SORT=NUMBER: so many elements instead of those of the instance; may be "
                    "repeated")
        ->allow_extra_args(false);
    verb.add_option("--weight",
                    options.weights,
                    "STEP=NUMBER: how likely a step, or a kind of steps, is; may be repeated")
        ->allow_extra_args(false);
    verb.add_option("--runs", simulate.runs, "How many runs of each instance")
        ->check(whole_number({1, kMaxUnsigned, "runs"}))
        ->capture_default_str();
    verb.add_option("--steps", simulate.max_steps, "How long each run is")
        ->check(whole_number({1, kMaxUnsigned, "steps"}))
        ->capture_default_str();
    verb.add_option("--seed", simulate.seed, "The same seed gives the same runs")
        ->check(whole_number({0, kMaxUnsigned, "seeds"}))
        ->capture_default_str();
    verb.add_option("--run", options.only, "Only the run with this number")
        ->check(whole_number({1, kMaxUnsigned, "runs"}));
}

} // namespace

void add_simulate(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "simulate", "Try random runs of a spec's instances, of any size, and prove nothing");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option("--instance",
                     options->simulate.instances,
                     "Simulate this instance only; may be repeated")
        ->allow_extra_args(false);
    verb->add_option("--property",
                     options->simulate.properties,
                     "Look at this invariant, step or cover only; may be repeated")
        ->allow_extra_args(false);
    add_size_options(*verb, *options);
    verb->add_flag("--traces", options->traces, "Print the runs to covers as well");
    verb->add_flag("--coverage",
                   options->coverage,
                   "Say which parts of steps and properties were not exercised");
    verb->add_option("--itf",
                     options->runs,
                     "Write every run there, for `muster replay` and readers of the ITF format");
    add_chart_directories(*verb, options->charts);
    add_budget_options(*verb, options->budget);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_simulate(*options, context);
        };
    });
}

} // namespace muster::cli
