#include "checker/cache/shelf.hpp"
#include "checker/check/check.hpp"
#include "checker/infer/infer.hpp"
#include "cli/check_outputs.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_fragment.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"
#include "spec/diagnostics/suggest.hpp"

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
    unsigned time_limit = 0;      // in seconds; 0 for none
    std::size_t memory_limit = 0; // in MiB; 0 for none
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
    for (const std::string& name : options.check.properties) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            context.err << "muster: " << loaded.sources.main().name() << " has no property `"
                        << name << "` " << spec::did_you_mean(name, known) << '\n';
            return false;
        }
    }
    return true;
}

/// Queries that are written nowhere would be a proof that nobody can repeat.
bool query_directory_is_there(const std::filesystem::path& directory, const Context& context) {
    std::error_code error;
    if (!directory.empty()) {
        std::filesystem::create_directories(directory, error);
    }
    if (error) {
        context.err << "muster: " << directory.string()
                    << " cannot be used for queries: " << error.message() << '\n';
    }
    return !error;
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

/// Looks for lemmas and adds those that were found to the spec. They are printed, though not into a
/// report for machines.
void add_lemmas(const Options& options, LoadedSpec& loaded, const Context& context) {
    checker::infer::InferOptions infer;
    infer.induction = options.check.induction;
    infer.seconds = options.infer_seconds;
    const auto report = checker::infer::infer(loaded.typed, infer);
    std::ostream& out = options.outputs.format == ReportFormat::json ? context.err : context.out;
    for (const checker::infer::InferredLemma& lemma : report.lemmas) {
        out << lemma.text << '\n';
    }
    if (!report.lemmas.empty()) {
        out << '\n';
        loaded.typed = checker::infer::with_lemmas(loaded.typed, report);
    }
}

Limits limits_of(const Options& options) {
    Limits limits;
    if (options.time_limit > 0) {
        limits.time = std::chrono::seconds(options.time_limit);
    }
    if (options.memory_limit > 0) {
        limits.memory_mib = options.memory_limit;
    }
    return limits;
}

/// Under watch, and with a progress line where somebody can see it.
checker::CheckReport check_watched(const Options& options,
                                   const LoadedSpec& loaded,
                                   checker::Answers& answers,
                                   const Context& context) {
    checker::Stop stop;
    checker::CheckOptions check = options.check;
    check.induction.with_certificates = !options.outputs.certificate.empty();
    check.max_search_time = std::chrono::seconds(options.search_seconds);
    check.induction.answers = &answers;
    check.induction.jobs = options.jobs;
    check.induction.stop = &stop;
    std::optional<Progress> progress;
    std::function<void()> tick;
    if (context.terminal) {
        progress.emplace(context.err);
        check.induction.progress = [&](const std::string& what) {
            progress->now(what);
        };
        check.induction.news = [&](const std::string& what) {
            progress->found(what);
        };
        tick = [&] {
            progress->tick();
        };
    }
    const Watch watch(stop, limits_of(options), tick);
    return checker::check(loaded.typed, check);
}

/// With what earlier runs have proved of this spec, or of one with its name.
checker::CheckReport
check_with_cache(const Options& options, const LoadedSpec& loaded, const Context& context) {
    if (options.no_cache || context.cache_folder.empty()) {
        checker::Answers answers;
        return check_watched(options, loaded, answers, context);
    }
    const checker::Shelf shelf(context.cache_folder, loaded.typed.name);
    checker::Answers answers(shelf.load());
    checker::CheckReport report = check_watched(options, loaded, answers, context);
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
        !query_directory_is_there(options.check.induction.query_directory, context) ||
        !outputs_are_possible(options.outputs, context)) {
        return ExitCode::wrong_input;
    }
    if (options.fragment) {
        return run_fragment(options, *loaded, context);
    }
    if (options.infer) {
        add_lemmas(options, *loaded, context);
    }
    const checker::CheckReport report = check_with_cache(options, *loaded, context);
    return put_out(*loaded, report, options.outputs, context);
}

} // namespace

void add_check(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "check", "Prove the properties of a spec for any size, or show how they break");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_option(
        "--property", options->check.properties, "Report on this property only; may be repeated");
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
    verb->add_option("--time-limit",
                     options->time_limit,
                     "End after so many seconds, with what is known by then")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}));
    verb->add_option("--memory-limit",
                     options->memory_limit,
                     "End when so many MiB are used, with what is known by then")
        ->check(whole_number({1, kMaxUnsigned, "MiB"}));
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
