#include "cli/print_live.hpp"

#include "checker/live/lasso_words.hpp"
#include "checker/trace/render_text.hpp"
#include "cli/print_explanation.hpp"
#include "cli/report_words.hpp"

#include <fmt/format.h>

#include <ostream>

namespace muster::cli {

using namespace checker; // NOLINT: this file prints what the checker found

std::string live_strength(const live::LiveFinding& finding) {
    if (finding.lasso) {
        return "by " + live::lasso_length(*finding.lasso);
    }
    const auto* holds = std::get_if<HoldsOn>(&finding.verdict);
    if (holds == nullptr) {
        return strength(finding.verdict);
    }
    const std::string outside =
        finding.outside == 0 ? "" : fmt::format(", {} of them not followed", finding.outside);
    const std::string cuts = holds->cuts.empty() ? "" : ", limited to " + joined(holds->cuts);
    return fmt::format(
        "on instance {} ({}{}{})", holds->instance, counted(holds->states, "state"), outside, cuts);
}

namespace {

void print_details(const live::LiveFinding& finding, int indent, std::ostream& out) {
    if (std::holds_alternative<HoldsOn>(finding.verdict) && !finding.has_premise) {
        out << fmt::format("{:<{}} warning: it says nothing there: what should lead to something "
                           "is true in no state\n",
                           "",
                           indent);
    }
    for (const std::string& assumption : finding.assumptions) {
        out << fmt::format("{:<{}} {}\n", "", indent, assumption);
    }
}

/// Before the details of a row.
constexpr int kIndent = 22;

} // namespace

void print_live(const LoadedSpec& loaded,
                const live::LiveReport& report,
                std::size_t width,
                std::ostream& out) {
    const live::LiveFinding& finding = report.finding;
    const spec::LiveInfo& live = loaded.typed.lives[report.live];
    out << fmt::format("{:<9}  {:<9}  {:<{}}  {}{}  {:.2f} s\n",
                       word(finding.verdict),
                       "live",
                       live.name,
                       width,
                       live_strength(finding),
                       live.without.empty() ? ""
                                            : ", without " + fault_list(loaded.typed, live.without),
                       finding.cpu_seconds);
    for (const std::string& note : report.notes) {
        out << fmt::format("{:<{}} note: {}\n", "", kIndent, note);
    }
    print_details(finding, kIndent, out);
}

void print_live(const LoadedSpec& loaded, const live::LiveFinding& finding, std::ostream& out) {
    out << fmt::format("  {:<9}  {:<9}  {}  {}\n",
                       word(finding.verdict),
                       "live",
                       loaded.typed.lives[finding.live].name,
                       live_strength(finding));
    print_details(finding, kIndent + 2, out);
}

void print_lasso_run(const LoadedSpec& loaded, const live::Lasso& lasso, std::ostream& out) {
    const spec::TypedSpec& spec = loaded.typed;
    const spec::LiveInfo& live = spec.lives[lasso.live];
    TextOptions options;
    options.place = place_of(loaded);
    options.loop_start = lasso.loop_start;
    options.shown = live.premise;
    options.closing = [&](ElementNames& names) {
        const std::string since =
            lasso.premise_at == 0 ? "the start" : fmt::format("step {}", lasso.premise_at);
        std::vector<std::string> lines{
            fmt::format("{} is broken: what it waits for never comes, from {} on",
                        live::lasso_title(spec, lasso, names),
                        since),
            "the run is fair:"};
        for (const std::string& line : live::lasso_lines(spec, lasso, names)) {
            lines.push_back("  " + line);
        }
        return lines;
    };
    out << render_text(system_of(spec, lasso.trace), lasso.trace, options);
}

void print_lasso(const LoadedSpec& loaded, const live::LiveFinding& finding, std::ostream& out) {
    if (finding.lasso) {
        const spec::LiveInfo& live = loaded.typed.lives[finding.live];
        out << fmt::format("\nviolated  {}  ({})  {}\n",
                           live.name,
                           loaded.sources.place(live.span),
                           live::lasso_length(*finding.lasso));
        print_lasso_run(loaded, *finding.lasso, out);
    }
}

} // namespace muster::cli
