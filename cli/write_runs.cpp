#include "cli/write_runs.hpp"

#include "checker/trace/render_itf.hpp"
#include "cli/write_files.hpp"

#include <fmt/format.h>

#include <ostream>

namespace muster::cli {

namespace {

using checker::ItfClaim;

bool is_run(const checker::Verdict& verdict) {
    return std::holds_alternative<checker::Violated>(verdict) ||
           std::holds_alternative<checker::Shown>(verdict);
}

std::string itf(const spec::TypedSpec& spec, const checker::Trace& trace, const ItfClaim& claim) {
    return checker::render_itf(checker::system_of(spec, trace), trace, claim);
}

} // namespace

std::string step_as_itf(const spec::TypedSpec& spec,
                        const checker::Trace& step,
                        std::optional<std::size_t> property) {
    return itf(spec, step, {ItfClaim::Kind::not_inductive, property});
}

std::optional<std::string> run_as_itf(const spec::TypedSpec& spec,
                                      const checker::Verdict& verdict,
                                      std::optional<std::size_t> property) {
    if (const auto* violated = std::get_if<checker::Violated>(&verdict)) {
        // A run that ends in a step that goes wrong is about no property.
        if (violated->trace.ending || !property) {
            return itf(spec, violated->trace, {ItfClaim::Kind::goes_wrong, std::nullopt});
        }
        const auto kind = violated->failure ? ItfClaim::Kind::undefined : ItfClaim::Kind::violated;
        return itf(spec, violated->trace, {kind, property});
    }
    if (const auto* shown = std::get_if<checker::Shown>(&verdict)) {
        return itf(spec, shown->trace, {ItfClaim::Kind::shown, property});
    }
    if (const auto* open = std::get_if<checker::Undecided>(&verdict);
        open != nullptr && open->counterexample) {
        return step_as_itf(spec, *open->counterexample, property);
    }
    return std::nullopt;
}

std::string lasso_as_itf(const spec::TypedSpec& spec,
                         const std::string& instance,
                         const checker::live::Lasso& lasso) {
    return itf(spec, lasso.trace, {ItfClaim::Kind::lasso, std::nullopt, lasso, instance});
}

std::vector<RunFile> runs_of(const spec::TypedSpec& spec, const checker::CheckReport& report) {
    std::vector<RunFile> runs;
    for (const checker::PropertyReport& entry : report.properties) {
        if (is_run(entry.verdict)) {
            runs.push_back({spec.properties[entry.property].name + ".itf.json",
                            *run_as_itf(spec, entry.verdict, entry.property)});
        }
    }
    for (const checker::LiveReport& entry : report.lives) {
        if (const auto& lasso = entry.finding.lasso) {
            runs.push_back({spec.lives[entry.live].name + ".itf.json",
                            lasso_as_itf(spec, entry.finding.instance, *lasso)});
        }
    }
    for (std::size_t i = 0; i < report.obligations.size(); ++i) {
        if (const checker::Verdict& verdict = report.obligations[i].verdict; is_run(verdict)) {
            runs.push_back({fmt::format("built-in-{}.itf.json", i + 1),
                            *run_as_itf(spec, verdict, std::nullopt)});
        }
    }
    return runs;
}

bool write_runs(const std::vector<RunFile>& runs,
                const std::filesystem::path& directory,
                const Context& context) {
    for (const RunFile& run : runs) {
        if (const auto stored = store_file(directory / run.name, run.contents); !stored) {
            context.err << "muster: " << stored.error() << '\n';
            return false;
        }
    }
    return true;
}

} // namespace muster::cli
