#include "cli/print_exploration.hpp"

#include "checker/check/silence.hpp"
#include "checker/trace/render_text.hpp"
#include "cli/print_explanation.hpp"
#include "cli/print_live.hpp"
#include "cli/print_runs.hpp"
#include "cli/report_words.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

using namespace checker; // NOLINT: this file prints what the checker found

namespace {

class ExplorationPrinter {
public:
    ExplorationPrinter(const LoadedSpec& loaded, Runs runs, std::ostream& out)
        : loaded_(loaded)
        , spec_(loaded.typed)
        , runs_(runs)
        , out_(out) {}

    void print(const std::vector<Exploration>& explorations) {
        for (const Exploration& exploration : explorations) {
            print_what_was_seen(exploration);
        }
        for (const Exploration& exploration : explorations) {
            print_runs(exploration);
        }
    }

private:
    void print_what_was_seen(const Exploration& exploration) {
        const std::string without =
            exploration.without.empty()
                ? ""
                : fmt::format(", without {}", fault_list(spec_, exploration.without));
        if (!exploration.error.empty()) {
            out_ << fmt::format("instance {}{}: not explored: {}\n",
                                exploration.instance,
                                without,
                                exploration.error);
            return;
        }
        const ExploreResult& result = exploration.result;
        const bool whole = result.ended == ExploreResult::Ended::complete;
        const std::string represented =
            result.represented ? fmt::format(" that stand for {}", *result.represented) : "";
        out_ << fmt::format("instance {}{}: {}{}{}, {}, depth {}{}{}, {:.2f} s of CPU\n",
                            exploration.instance,
                            without,
                            whole ? "all " : "",
                            counted(result.states, "state"),
                            represented,
                            counted(result.transitions, "step"),
                            result.depth,
                            cut_text(result.cuts),
                            whole ? "" : fmt::format(" ({})", limit_text(result)),
                            exploration.cpu_seconds);
        for (const Exploration::Finding& finding : exploration.findings) {
            const spec::PropertyInfo& property = spec_.properties[finding.property];
            out_ << fmt::format("  {:<9}  {:<9}  {}{}\n",
                                word(finding.verdict),
                                spec::word(property.kind),
                                property.name,
                                strength_here(finding, result));
        }
        for (const live::LiveFinding& finding : exploration.lives) {
            print_live(loaded_, finding, out_);
        }
        print_ends(result);
        for (const Violated& broken : exploration.broken_steps) {
            out_ << fmt::format("  violated   built in   {}\n", broken.failure->text);
        }
        if (exploration.built_in) {
            out_ << fmt::format("  {:<9}  built in   {}\n", word(*exploration.built_in), kBuiltIn);
        }
        if (!exploration.never_happened.empty()) {
            out_ << fmt::format("  {} {}\n",
                                whole ? "never happens:" : "has not happened:",
                                joined(exploration.never_happened));
        }
    }

    void print_ends(const ExploreResult& result) {
        if (result.ends > 0) {
            out_ << fmt::format("  {}, where only faults and losses change anything{}\n",
                                counted(result.ends, "end"),
                                result.run_to_end
                                    ? "; the nearest by a run of " + run_length(*result.run_to_end)
                                    : "");
        }
    }

    /// The instance is said above it.
    static std::string strength_here(const Exploration::Finding& finding,
                                     const ExploreResult& result) {
        if (std::holds_alternative<HoldsOn>(finding.verdict) ||
            std::holds_alternative<NoViolationWithin>(finding.verdict)) {
            const auto own = result.property_cuts.find(finding.property);
            return own == result.property_cuts.end() ? "" : cut_text({own->second});
        }
        return "  " + strength(finding.verdict);
    }

    void print_runs(const Exploration& exploration) {
        for (const Exploration::Finding& finding : exploration.findings) {
            const spec::PropertyInfo& property = spec_.properties[finding.property];
            print_run(loaded_,
                      finding.verdict,
                      {property.name, property.span, finding.property},
                      runs_,
                      out_);
        }
        if (const auto& run = exploration.result.run_to_end; run && runs_ == Runs::all) {
            TextOptions options;
            options.place = place_of(loaded_);
            out_ << "\nend  shortest run, " << run_length(*run) << '\n'
                 << render_text(system_of(spec_, *run), *run, options);
        }
        for (const live::LiveFinding& finding : exploration.lives) {
            print_lasso(loaded_, finding, out_);
        }
        for (const Violated& broken : exploration.broken_steps) {
            print_run(loaded_, broken, {broken.failure->text, broken.failure->span}, runs_, out_);
        }
    }

    const LoadedSpec& loaded_;
    const spec::TypedSpec& spec_;
    Runs runs_;
    std::ostream& out_;
};

} // namespace

void print_explorations(const LoadedSpec& loaded,
                        const std::vector<Exploration>& explorations,
                        Runs runs,
                        std::ostream& out) {
    ExplorationPrinter(loaded, runs, out).print(explorations);
}

} // namespace muster::cli
