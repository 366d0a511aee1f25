#include "checker/cache/shelf.hpp"
#include "checker/check/check.hpp"
#include "checker/infer/infer.hpp"
#include "cli/check_outputs.hpp"
#include "cli/commands.hpp"
#include "cli/known_names.hpp"
#include "cli/load_spec.hpp"
#include "cli/output_directory.hpp"
#include "cli/print_fragment.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <thread>

namespace muster::cli {

namespace {

constexpr std::int64_t kMostJobs = 256;

struct Options {
    std::string file;
    checker::CheckOptions check;
    unsigned search_seconds = 120;
    Budget budget;
    unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    bool no_cache = false;
    bool verbose = false;
    DiagnosticOptions diagnostics;
    CheckOutputs outputs;
    bool fragment = false;
    bool infer = false;
    unsigned infer_seconds = 60;
};

/// Every name that was asked for must be a property of the spec.
bool names_are_known(const Options& options, const LoadedSpec& loaded, const Context& context) {
    std::vector<std::string> known;
    for (const spec::PropertyInfo& property : loaded.typed.properties) {
        known.push_back(property.name);
    }
    for (const spec::LiveInfo& live : loaded.typed.lives) {
        known.push_back(live.name);
    }
    return are_known(options.check.properties, known, "property", loaded, context);
}

ExitCode run_fragment(const Options& options, const LoadedSpec& loaded, const Context& context) {
    std::vector<checker::PropertyFragment> fragments =
        checker::classify_questions(loaded.typed, options.check.induction);
    if (const auto& names = options.check.properties; !names.empty()) {
        std::erase_if(fragments, [&](const checker::PropertyFragment& fragment) {
            const std::string& name = loaded.typed.properties[fragment.property].name;
            return std::find(names.begin(), names.end(), name) == names.end();
        });
    }
    print_fragment(loaded.typed, fragments, context.out);
    const bool all = std::all_of(
        fragments.begin(), fragments.end(), [](const checker::PropertyFragment& fragment) {
            return fragment.outside.empty() && fragment.unsupported.empty();
        });
    return all ? ExitCode::holds : ExitCode::undecided;
}

/// What a command that may take long is told and tells: under watch, with a progress line where
/// somebody can see it.
class Watched {
public:
    Watched(const Options& options, const Context& context) {
        if (context.terminal) {
            progress_.emplace(context.err, context.columns);
        }
        const auto tick = [this] {
            if (progress_) {
                progress_->tick();
            }
        };
        watch_.emplace(stop_, limits_of(options.budget), tick);
    }

    void tell(checker::InductionOptions& induction) {
        induction.stop = &stop_;
        if (progress_) {
            induction.progress = [this](const std::string& what) {
                progress_->now(what);
            };
            induction.news = [this](const std::string& what) {
                progress_->found(what);
            };
        }
    }

private:
    checker::Stop stop_;
    std::optional<Progress> progress_;
    std::optional<Watch> watch_;
};

/// Looks for lemmas and adds those that were found to the spec. Returns their text.
std::string add_lemmas(const Options& options, Watched& watched, LoadedSpec& loaded) {
    checker::infer::InferOptions infer;
    infer.induction = options.check.induction;
    infer.seconds = options.infer_seconds;
    watched.tell(infer.induction);
    infer.progress = infer.induction.progress;
    const auto report = checker::infer::infer(loaded.typed, infer);
    std::string text;
    for (const checker::infer::InferredLemma& lemma : report.lemmas) {
        text += lemma.text + '\n';
    }
    if (!report.lemmas.empty()) {
        loaded.typed = checker::infer::with_lemmas(loaded.typed, report);
        text += '\n';
    }
    return text;
}

checker::CheckReport check_watched(const Options& options,
                                   const LoadedSpec& loaded,
                                   checker::Answers& answers,
                                   Watched& watched) {
    checker::CheckOptions check = options.check;
    check.induction.with_certificates = !options.outputs.certificate.empty();
    check.max_search_time = std::chrono::seconds(options.search_seconds);
    check.induction.answers = &answers;
    check.induction.jobs = options.jobs;
    watched.tell(check.induction);
    return checker::check(loaded.typed, check);
}

/// With what earlier runs have proved of this spec, or of one with its name.
checker::CheckReport check_with_cache(const Options& options,
                                      const LoadedSpec& loaded,
                                      Watched& watched,
                                      const Context& context) {
    if (options.no_cache || context.cache_folder.empty()) {
        checker::Answers answers;
        return check_watched(options, loaded, answers, watched);
    }
    const checker::Shelf shelf(context.cache_folder, loaded.typed.name);
    checker::Answers answers(shelf.load());
    checker::CheckReport report = check_watched(options, loaded, answers, watched);
    // Without new answers there is nothing to write.
    const std::string failure = answers.found() > 0 ? shelf.save(answers) : "";
    if (options.verbose && !failure.empty()) {
        context.err << "muster: nothing is kept for the next run: " << failure << '\n';
    }
    if (options.verbose) {
        context.err << fmt::format("muster: {} answers of earlier runs used, {} new ones\n",
                                   answers.used().size() - answers.found(),
                                   answers.found());
    }
    return report;
}

ExitCode run_check(const Options& options, const Context& context) {
    auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded || !names_are_known(options, *loaded, context) ||
        // Queries that are written nowhere would be a proof that nobody can repeat.
        !make_output_directory(options.check.induction.query_directory, "queries", context) ||
        !outputs_are_possible(options.outputs, context)) {
        return ExitCode::wrong_input;
    }
    if (options.fragment) {
        return run_fragment(options, *loaded, context);
    }
    checker::CheckReport report;
    std::string lemmas;
    {
        Watched watched(options, context);
        if (options.infer) {
            lemmas = add_lemmas(options, watched, *loaded);
        }
        report = check_with_cache(options, *loaded, watched, context);
    }
    // Not into a report for machines.
    (options.outputs.format == ReportFormat::json ? context.err : context.out) << lemmas;
    return put_out(*loaded, report, options.outputs, context);
}

} // namespace

void add_check(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "check", "Prove the properties of a spec for any size, or show how they break");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option("--property",
                     options->check.properties,
                     "Report on this property only; may be repeated")
        ->allow_extra_args(false);
    verb->add_option("--timeout-ms", options->check.induction.timeout_ms, "For one solver query")
        ->check(whole_number({1, kMaxUnsigned, "milliseconds"}))
        ->capture_default_str();
    verb->add_option("--seed", options->check.induction.seed, "For the solver")
        ->capture_default_str();
    verb->add_option("--max-states", options->check.max_states, "For one search of an instance")
        ->check(whole_number({1, kMaxUnsigned, "states"}))
        ->capture_default_str();
    verb->add_option("--search-seconds", options->search_seconds, "For one search of an instance")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}))
        ->capture_default_str();
    verb->add_option("--bounded",
                     options->check.bounded_depth,
                     "Look at all runs of up to so many steps at once; 0: do not")
        ->check(whole_number({0, 1000, "steps"}))
        ->capture_default_str();
    verb->add_option("--smt-directory",
                     options->check.induction.query_directory,
                     "Write every solver query there, for a second solver");
    verb->add_flag("--fragment",
                   options->fragment,
                   "Prove nothing: say of each property whether Z3 decides what its proof asks");
    verb->add_flag("--infer", options->infer, "Look for lemmas first, print them and use them");
    verb->add_option("--infer-seconds", options->infer_seconds, "CPU time to look for lemmas")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}))
        ->capture_default_str();
    add_budget_options(*verb, options->budget);
    verb->add_option(
            "--jobs", options->jobs, "How many processes may prove at once; the number of cores")
        ->check(whole_number({1, kMostJobs, "processes"}));
    verb->add_flag("--no-cache", options->no_cache, "Prove everything again, and keep nothing");
    verb->add_flag("--verbose", options->verbose, "Also say what was kept of earlier runs");
    add_output_options(*verb, options->outputs);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_check(*options, context);
        };
    });
}

} // namespace muster::cli
