#include "checker/check/explore_instances.hpp"
#include "checker/check/vacuity.hpp"
#include "checker/system/is_selected.hpp"
#include "cli/commands.hpp"
#include "cli/exploration_checkpoints.hpp"
#include "cli/exploration_progress.hpp"
#include "cli/known_names.hpp"
#include "cli/load_spec.hpp"
#include "cli/machines/machine_library.hpp"
#include "cli/print_coverage.hpp"
#include "cli/print_exploration.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <thread>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    checker::ExplorationOptions explore;
    std::uint64_t max_states = 0; // 0: no limit
    std::uint32_t max_depth = 0;  // the same
    Budget budget;
    bool no_symmetry = false;
    bool interpret = false;
    bool compare = false;
    bool traces = false;
    bool coverage = false;
    CheckpointChoice checkpoints;
    DiagnosticOptions diagnostics;
};

/// Those of the names that are not of `live` properties.
std::vector<std::string> names_of_others(const std::vector<std::string>& names,
                                         const spec::TypedSpec& spec) {
    std::vector<std::string> others = names;
    std::erase_if(others, [&](const std::string& name) {
        return std::any_of(spec.lives.begin(), spec.lives.end(), [&](const auto& live) {
            return live.name == name;
        });
    });
    return others;
}

ExitCode exit_code_of(const std::vector<checker::Exploration>& explorations) {
    bool open = explorations.empty();
    for (const checker::Exploration& exploration : explorations) {
        if (!exploration.broken_steps.empty()) {
            return ExitCode::violated;
        }
        open = open || !exploration.error.empty() ||
               exploration.result.ended != checker::ExploreResult::Ended::complete;
        for (const checker::live::LiveFinding& finding : exploration.lives) {
            if (std::holds_alternative<checker::Violated>(finding.verdict)) {
                return ExitCode::violated;
            }
            open = open || !std::holds_alternative<checker::HoldsOn>(finding.verdict);
        }
        for (const auto& finding : exploration.findings) {
            if (std::holds_alternative<checker::Violated>(finding.verdict)) {
                return ExitCode::violated;
            }
            open = open || std::holds_alternative<checker::Undecided>(finding.verdict);
        }
    }
    return open ? ExitCode::undecided : ExitCode::holds;
}

bool ended_early(const std::vector<checker::Exploration>& explorations, const checker::Stop& stop) {
    return stop.requested() ||
           std::any_of(explorations.begin(), explorations.end(), [](const auto& exploration) {
               return exploration.result.ended != checker::ExploreResult::Ended::complete;
           });
}

/// What properties that were searched need to say anything and what is never so.
std::vector<SilentPart> silent_parts(const LoadedSpec& loaded,
                                     const checker::ExplorationOptions& explore) {
    std::vector<std::size_t> properties;
    for (std::size_t i = 0; i < loaded.typed.properties.size(); ++i) {
        const spec::PropertyInfo& property = loaded.typed.properties[i];
        if (checker::is_selected(explore.properties, property.name) &&
            property.kind != spec::PropertyKind::axiom &&
            property.kind != spec::PropertyKind::cover) {
            properties.push_back(i);
        }
    }
    std::vector<SilentPart> silent;
    for (const checker::VacuousPart& part :
         checker::find_vacuous_parts(loaded.typed, properties, explore.max_states, explore.stop)) {
        silent.push_back({part.property, part.kind, part.span});
    }
    return silent;
}

/// Who computes the steps: generated machines, if there are any.
class Steps {
public:
    Steps(const Options& options, const LoadedSpec& loaded, const Context& context) {
        // What is exercised is told by the evaluator.
        if (options.explore.reference || options.interpret || options.coverage) {
            why_not_ = options.compare ? "with these options, no code is generated" : "";
            return;
        }
        auto library = MachineLibrary::of(loaded.typed, context.cache_folder);
        if (!library) {
            why_not_ = library.error();
            return;
        }
        library_ = *std::move(library);
        machines_ =
            library_->machines(options.compare ? Comparison::everywhere : Comparison::where_needed);
    }

    /// Null if there are none.
    [[nodiscard]] const GeneratedMachines* machines() const {
        return machines_ ? &*machines_ : nullptr;
    }

    /// Why there are none; empty if nobody asked for them.
    [[nodiscard]] const std::string& why_not() const { return why_not_; }

private:
    std::optional<MachineLibrary> library_;
    std::optional<GeneratedMachines> machines_;
    std::string why_not_;
};

/// A search under watch, with a progress line where somebody can see it.
class Watched {
public:
    Watched(const Budget& budget, checker::Stop& stop, const Context& context)
        : err_(context.err) {
        if (context.terminal) {
            progress_.emplace(context.err, context.columns);
        }
        watch_.emplace(stop, limits_of(budget), [this] {
            if (progress_) {
                progress_->tick();
            }
        });
    }

    void tell(checker::ExplorationOptions& explore) {
        if (progress_) {
            explore.progress = [this](const std::string& instance,
                                      const checker::SearchProgress& seen) {
                progress_->now(
                    line_.line(instance, seen, resident_mib(), std::chrono::steady_clock::now()));
            };
        }
    }

    /// A line that stays.
    void say(const std::string& text) {
        if (progress_) {
            progress_->found(text);
        } else {
            err_ << text << '\n';
        }
    }

private:
    std::ostream& err_;
    ExplorationProgress line_;
    std::optional<Progress> progress_;
    std::optional<Watch> watch_;
};

/// What is to be searched, and how.
checker::ExplorationOptions
exploration_of(const Options& options, const Steps& steps, const checker::Stop& stop) {
    checker::ExplorationOptions explore = options.explore;
    explore.sources = steps.machines();
    explore.stop = &stop;
    if (options.max_states > 0) {
        explore.max_states = options.max_states;
    }
    if (options.max_depth > 0) {
        explore.max_depth = options.max_depth;
    }
    // The evaluator's own search knows no symmetry.
    if (options.no_symmetry || options.explore.reference) {
        explore.permutations = checker::Permutations::told_apart;
    }
    return explore;
}

ExitCode run_explore(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded || !instances_are_known(options.explore.instances, *loaded, context) ||
        !properties_are_known(
            names_of_others(options.explore.properties, loaded->typed), *loaded, context) ||
        !has_an_instance(*loaded, "to explore", context)) {
        return ExitCode::wrong_input;
    }
    const Steps steps(options, *loaded, context);
    if (options.compare && steps.machines() == nullptr) {
        context.err << "muster: there is nothing to compare: " << steps.why_not() << '\n';
        return ExitCode::wrong_input;
    }
    checker::Stop stop;
    checker::ExplorationOptions explore = exploration_of(options, steps, stop);
    checker::Coverage coverage(loaded->typed);
    std::vector<SilentPart> silent;
    if (options.coverage) {
        explore.observer = &coverage;
    }
    std::optional<Watched> watched(std::in_place, options.budget, stop, context);
    watched->tell(explore);
    const Say say = [&watched](const std::string& text) {
        watched->say(text);
    };
    std::unique_ptr<checker::Checkpoints> checkpoints;
    if (options.checkpoints.is_made()) {
        checkpoints = open_checkpoints(options.checkpoints,
                                       explore,
                                       options.coverage ? &coverage : nullptr,
                                       *loaded,
                                       say,
                                       context);
        if (!checkpoints) {
            return ExitCode::wrong_input;
        }
        explore.checkpoints = checkpoints.get();
    }
    const auto explorations = checker::explore_instances(loaded->typed, explore);
    if (options.coverage) {
        silent = silent_parts(*loaded, explore);
    }
    watched.reset();
    print_explorations(
        *loaded, explorations, options.traces ? Runs::all : Runs::of_violations, context.out);
    if (options.coverage) {
        context.out << '\n';
        print_coverage(*loaded, coverage, silent, context.out);
    }
    if (steps.machines() == nullptr && !options.explore.reference && !options.coverage) {
        context.out << "the evaluator ran the steps"
                    << (steps.why_not().empty() ? "" : ": " + steps.why_not()) << '\n';
    }
    if (stop.requested()) {
        context.out << "ended early: " << stop.reason() << '\n';
    }
    if (checkpoints && ended_early(explorations, stop)) {
        print_how_to_resume(options.checkpoints, *checkpoints, explorations, context);
    }
    return exit_code_of(explorations);
}

} // namespace

void add_explore(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    options->explore.threads = std::max(1U, std::thread::hardware_concurrency());
    CLI::App* verb = app.add_subcommand(
        "explore", "Search every reachable state of a spec's instances, and prove nothing");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option(
            "--instance", options->explore.instances, "Search this instance only; may be repeated")
        ->allow_extra_args(false);
    verb->add_option("--property",
                     options->explore.properties,
                     "Look at this invariant, step or cover only; may be repeated")
        ->allow_extra_args(false);
    verb->add_option("--max-states", options->max_states, "End a search at so many states")
        ->check(whole_number({1, kMaxUnsigned, "states"}));
    verb->add_option("--max-depth", options->max_depth, "Look at runs of so many steps")
        ->check(whole_number({1, kMaxUnsigned, "steps"}));
    verb->add_flag("--no-symmetry",
                   options->no_symmetry,
                   "Tell states apart that differ only in which elements of sorts they are about");
    verb->add_option(
            "--threads", options->explore.threads, "How many threads search; the number of cores")
        ->check(whole_number({1, kMaxUnsigned, "threads"}));
    verb->add_flag("--reference",
                   options->explore.reference,
                   "Run every step of every state on the evaluator, without symmetry: slower, "
                   "a second opinion");
    verb->add_flag(
        "--interpret", options->interpret, "Compile nothing: let the evaluator compute the steps");
    verb->add_flag("--compare",
                   options->compare,
                   "Compute every step twice, and tell where generated code and evaluator differ");
    verb->add_flag("--traces", options->traces, "Print the runs to covers as well");
    verb->add_flag("--coverage",
                   options->coverage,
                   "Say which parts of steps and properties were not exercised");
    add_checkpoint_options(*verb, options->checkpoints);
    add_budget_options(*verb, options->budget);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_explore(*options, context);
        };
    });
}

} // namespace muster::cli
