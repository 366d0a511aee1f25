#include "cli/print_runs.hpp"

#include "checker/explain/explain_step.hpp"
#include "checker/trace/render_text.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_live.hpp"
#include "cli/report_words.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>

namespace muster::cli {

using namespace checker; // NOLINT: this file prints what the checker found

namespace {

class RunPrinter {
public:
    RunPrinter(const LoadedSpec& loaded, Runs runs, std::ostream& out)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , runs_(runs)
        , out_(out) {}

    void print(const CheckReport& report) {
        for (const PropertyReport& entry : report.properties) {
            const spec::PropertyInfo& property = spec_.properties[entry.property];
            print_run(entry.verdict, property.name, property.span, entry.property);
            if (entry.not_inductive) {
                print_step(
                    *entry.not_inductive,
                    property.name,
                    fmt::format("{}  ({})", property.name, loaded_.sources.place(property.span)),
                    entry.property);
            }
            print_suggestions(entry.suggestions, property.without, property.name);
        }
        for (const LiveReport& entry : report.lives) {
            print_lasso(loaded_, entry.finding, out_);
        }
        for (const ObligationReport& entry : report.obligations) {
            const std::string what = reason(entry);
            print_run(entry.verdict, what, entry.proof.span, {});
            if (entry.not_inductive) {
                print_step(*entry.not_inductive,
                           what,
                           fmt::format("{}  ({})", what, loaded_.sources.place(entry.proof.span)),
                           {});
            }
            print_suggestions(entry.suggestions, {}, what);
        }
    }

    void print_run(const Verdict& verdict,
                   const std::string& property,
                   spec::Span span,
                   std::optional<std::size_t> number) {
        const std::string what = fmt::format("{}  ({})", property, loaded_.sources.place(span));
        if (const auto* violated = std::get_if<Violated>(&verdict)) {
            out_ << "\nviolated  " << what << "  " << run_words(violated->trace) << '\n'
                 << run_text(violated->trace, conclusion_of(*violated, property), number);
            if (violated->failure && !(violated->trace.ending && violated->failure->span == span)) {
                out_ << "  " << violated->failure->text << "  ("
                     << loaded_.sources.place(violated->failure->span) << ")\n";
            }
        } else if (const auto* shown = std::get_if<Shown>(&verdict);
                   shown != nullptr && runs_ == Runs::all) {
            out_ << "\nshown  " << what << "  " << run_words(shown->trace) << '\n'
                 << run_text(shown->trace, property + " is reached", number);
        } else if (const auto* open = std::get_if<Undecided>(&verdict);
                   open != nullptr && open->counterexample) {
            print_step(*open->counterexample, property, what, number);
        }
    }

private:
    std::string run_text(const Trace& trace,
                         const std::string& conclusion,
                         std::optional<std::size_t> property) const {
        TextOptions options;
        options.place = place_of(loaded_);
        options.conclusion = conclusion;
        if (property) {
            options.shown = spec_.properties[*property].body;
            options.closing = why_false(loaded_, trace, *property);
        }
        return render_text(system_of(spec_, trace), trace, options);
    }

    /// A run that ends in a failed step says so itself.
    static std::string conclusion_of(const Violated& verdict, const std::string& property) {
        if (verdict.trace.ending) {
            return "";
        }
        return property + (verdict.failure ? " is undefined" : " is false");
    }

    /// The two states of a failed induction step, which are no run.
    void print_step(const Trace& step,
                    const std::string& property,
                    const std::string& what,
                    std::optional<std::size_t> number) {
        out_ << "\nnot inductive  " << what << '\n';
        if (has_step(spec_, step)) {
            print_explanation(explain_step(spec_, step, {text_of(loaded_), number}), loaded_, out_);
            return;
        }
        out_ << "  "
             << "The start breaks it, with some constants and functions:\n"
             << run_text(step, step.ending ? "" : property + " is false", number);
    }

    void print_suggestions(const infer::LemmaSuggestions& suggestions,
                           const std::vector<spec::FaultInfo>& without,
                           const std::string& property) {
        const std::size_t excluding = suggestions.excluded_by.size();
        const bool is_excluded = excluding > 0;
        if (is_excluded) {
            out_ << "  No run" << without_text(spec_, without)
                 << " reaches that state, for any size: "
                 << (excluding == 1 ? "this lemma excludes it and is"
                                    : "these lemmas exclude it and together are")
                 << " proved, given what is proved already:\n";
            print_lemmas(suggestions.excluded_by);
        }
        if (suggestions.proves_property) {
            out_ << "  With " << (excluding == 1 ? "it" : "them") << " in the spec, " << property
                 << " is proved as well.\n";
        }
        if (suggestions.lemmas.empty()) {
            return;
        }
        out_ << fmt::format("  {} {}excludes {} and holds in {} of the instances. {}:\n",
                            suggestions.lemmas.size() == 1 ? "This" : "Each of these",
                            is_excluded ? "also " : "",
                            is_excluded ? "it" : "that state",
                            counted(suggestions.states, "sampled state"),
                            how_far_proved(suggestions));
        print_lemmas(suggestions.lemmas);
    }

    static std::string how_far_proved(const infer::LemmaSuggestions& suggestions) {
        const std::size_t proved = suggestions.proved;
        if (proved == 0) {
            return "None is proved; see `muster infer`";
        }
        const std::size_t others = suggestions.lemmas.size() - proved;
        if (others == 0) {
            return proved == 1 ? "It is proved, as it stands" : "Each is proved, as it stands";
        }
        return fmt::format("The first {} proved, as {}; {} not",
                           proved == 1 ? "is" : fmt::format("{} are", proved),
                           proved == 1 ? "it stands" : "they stand",
                           others == 1 ? "the other is" : "the others are");
    }

    void print_lemmas(const std::vector<std::string>& lemmas) {
        for (const std::string& lemma : lemmas) {
            std::istringstream lines(lemma);
            for (std::string line; std::getline(lines, line);) {
                out_ << "    " << line << '\n';
            }
        }
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    Runs runs_;
    std::ostream& out_;
};

} // namespace

void print_runs(const LoadedSpec& loaded, const CheckReport& report, Runs runs, std::ostream& out) {
    RunPrinter(loaded, runs, out).print(report);
}

void print_run(const LoadedSpec& loaded,
               const Verdict& verdict,
               const RunHeading& heading,
               Runs runs,
               std::ostream& out) {
    RunPrinter(loaded, runs, out).print_run(verdict, heading.what, heading.span, heading.property);
}

std::string reason(const ObligationReport& entry) {
    const auto* violated = std::get_if<Violated>(&entry.verdict);
    return violated != nullptr && violated->failure ? violated->failure->text : entry.proof.reason;
}

} // namespace muster::cli
