#include "checker/mutate/mutate.hpp"
#include "cli/check_outputs.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_mutations.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/whole_number.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/pipeline/imports.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    checker::JudgeOptions judge;
    std::vector<std::string> only; // kinds, and numbers of lines
    std::filesystem::path reasons;
    ReportFormat format = ReportFormat::text;
    bool list = false;
    bool all = false;
    bool no_proofs = false;
    Budget budget;
    DiagnosticOptions diagnostics;
};

/// Those changes that a user asked for: by kind, by line, or all.
class Selection {
public:
    explicit Selection(const spec::SourceFile& file)
        : file_(&file) {}

    /// False if it is neither a kind nor a number of a line.
    bool add(const std::string& what) {
        const std::vector<std::string> known = kinds();
        if (std::find(known.begin(), known.end(), what) != known.end()) {
            kinds_.push_back(what);
            return true;
        }
        std::uint32_t line = 0;
        const char* const end = what.data() + what.size();
        const auto [stop, error] = std::from_chars(what.data(), end, line);
        lines_.push_back(line);
        return error == std::errc() && stop == end && line > 0;
    }

    bool operator()(const spec::Mutation& mutation) const {
        const std::uint32_t line = file_->position(mutation.span.begin).line;
        const bool is_kind =
            kinds_.empty() ||
            std::find(kinds_.begin(), kinds_.end(), spec::word(mutation.kind)) != kinds_.end();
        const bool is_line =
            lines_.empty() || std::find(lines_.begin(), lines_.end(), line) != lines_.end();
        return is_kind && is_line;
    }

    static std::vector<std::string> kinds() {
        std::vector<std::string> result;
        for (const spec::MutationKind kind : spec::all_mutation_kinds()) {
            result.emplace_back(spec::word(kind));
        }
        return result;
    }

private:
    const spec::SourceFile* file_;
    std::vector<std::string> kinds_;
    std::vector<std::uint32_t> lines_;
};

std::optional<Selection>
selection_of(const Options& options, const LoadedSpec& loaded, const Context& context) {
    Selection selection(loaded.sources.main());
    for (const std::string& what : options.only) {
        if (!selection.add(what)) {
            context.err << "muster: --only takes a kind of change or the number of a line, and `"
                        << what << "` is neither " << spec::did_you_mean(what, Selection::kinds())
                        << '\n';
            return std::nullopt;
        }
    }
    return selection;
}

checker::MutationReport run_watched(const LoadedSpec& loaded,
                                    const Options& options,
                                    const Selection& selection,
                                    checker::Stop& stop,
                                    const Context& context) {
    checker::MutationOptions mutate;
    mutate.judge = options.judge;
    mutate.judge.proofs = !options.no_proofs;
    mutate.judge.stop = &stop;
    mutate.is_selected = selection;
    std::optional<Progress> progress;
    if (context.terminal) {
        progress.emplace(context.err, context.columns);
        mutate.progress = [&](const spec::Mutation& mutation, std::size_t number, std::size_t all) {
            progress->now(fmt::format("change {} of {}: {} at {}",
                                      number,
                                      all,
                                      spec::word(mutation.kind),
                                      loaded.sources.place(mutation.span)));
        };
    }
    const Watch watch(stop, limits_of(options.budget), [&progress] {
        if (progress) {
            progress->tick();
        }
    });
    return checker::mutate(loaded.sources.main(), spec::load_import, loaded.typed, mutate);
}

/// Changes that nothing notices and nobody gives a reason for count like violations.
ExitCode exit_code_of(const checker::MutationReport& report,
                      std::vector<MutationReason> reasons,
                      const checker::Stop& stop) {
    bool is_open = stop.requested();
    bool is_explained = true;
    for (const checker::Mutant& mutant : report.mutants) {
        if (!mutant.judgement) {
            continue;
        }
        const auto kind = mutant.judgement->kind;
        const bool survived = kind == checker::Judgement::Kind::survived;
        const bool undecided = kind == checker::Judgement::Kind::undecided;
        if ((survived || undecided) && use_reason(reasons, mutant) == nullptr) {
            is_explained = is_explained && !survived;
            is_open = true;
        }
    }
    return !is_explained ? ExitCode::violated : is_open ? ExitCode::undecided : ExitCode::holds;
}

ExitCode run_mutate(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    const auto selection = selection_of(options, *loaded, context);
    std::optional<std::vector<MutationReason>> reasons{std::in_place};
    if (!options.reasons.empty()) {
        reasons = read_reasons(options.reasons, context);
    }
    if (!selection || !reasons) {
        return ExitCode::wrong_input;
    }
    if (options.list) {
        print_mutants(
            *loaded, checker::mutants_of(loaded->sources.main(), *selection), context.out);
        return ExitCode::holds;
    }
    checker::Stop stop;
    const auto report = run_watched(*loaded, options, *selection, stop, context);
    if (!report.refusal.empty()) {
        context.err << "muster: no change of " << loaded->sources.main().name()
                    << " can be judged, as it stands " << report.refusal << '\n';
        return ExitCode::wrong_input;
    }
    const ExitCode exit_code = exit_code_of(report, *reasons, stop);
    if (options.format == ReportFormat::json) {
        print_mutations_json(*loaded, report, *reasons, context.out);
        return exit_code;
    }
    print_mutations(*loaded,
                    report,
                    *reasons,
                    options.all ? ShownMutants::all : ShownMutants::survivors,
                    context.out);
    if (stop.requested()) {
        context.out << "ended early: " << stop.reason() << '\n';
    }
    return exit_code;
}

} // namespace

void add_mutate(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "mutate", "Change a spec in the usual ways, and say which changes nothing notices");
    verb->add_option("file", options->file, "The spec")->required();
    verb->add_flag("--list", options->list, "Say what would be changed, and try nothing");
    verb->add_option("--only",
                     options->only,
                     "Changes of this kind, or in the line with this number; may be repeated")
        ->allow_extra_args(false);
    verb->add_flag("--all", options->all, "Show every change, also those that are noticed");
    verb->add_option("--reasons",
                     options->reasons,
                     "A file that says why changes that nothing notices do not matter");
    verb->add_option("--max-states", options->judge.max_states, "End a search at so many states")
        ->check(whole_number({1, kMaxUnsigned, "states"}))
        ->capture_default_str();
    verb->add_flag("--no-proofs", options->no_proofs, "Look at tests and runs only");
    verb->add_option(
            "--timeout-ms", options->judge.proof_timeout_ms, "For one solver query of a proof")
        ->check(whole_number({1, kMaxUnsigned, "milliseconds"}))
        ->capture_default_str();
    const std::map<std::string, ReportFormat> formats = {{"text", ReportFormat::text},
                                                         {"json", ReportFormat::json}};
    verb->add_option("--format", options->format, "Of the report: text or json")
        ->transform(CLI::CheckedTransformer(formats).description(""));
    add_budget_options(*verb, options->budget);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_mutate(*options, context);
        };
    });
}

} // namespace muster::cli
