#pragma once

#include "checker/certify/replay_itf.hpp"
#include "checker/chart/chart.hpp"
#include "checker/check/check.hpp"
#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

namespace muster::cli {

/// Where charts of runs are written to, by their form; not at all where a path is empty. For a
/// check these are directories, for one run files.
struct ChartOutputs {
    std::filesystem::path html;
    std::filesystem::path svg;
    std::filesystem::path mermaid;

    [[nodiscard]] bool any() const { return !html.empty() || !svg.empty() || !mermaid.empty(); }
};

/// Adds `--html DIR`, `--svg DIR` and `--mermaid DIR` to a verb with many runs.
void add_chart_directories(CLI::App& verb, ChartOutputs& outputs);

/// Adds `--html FILE`, `--svg FILE` and `--mermaid FILE` to a verb with one run.
void add_chart_files(CLI::App& verb, ChartOutputs& outputs);

/// A run that is to be drawn, and what its file is called without its ending.
struct NamedChart {
    std::string name;
    checker::Chart chart;
};

/// One for every property and every built-in obligation that a run violates or shows, in the order
/// of the report, named as `runs_of` names them; and one, `NAME.step`, for every step by which
/// something is not inductive.
std::vector<NamedChart> charts_of(const LoadedSpec& loaded, const checker::CheckReport& report);

/// Of a run that was confirmed.
checker::Chart chart_of(const LoadedSpec& loaded, const checker::ItfReplay& replay);

/// Writes them into directories, each file as a whole, and says on `context.out` which. Says on
/// `context.err` what cannot be written, and then returns false.
[[nodiscard]] bool write_charts(const std::vector<NamedChart>& charts,
                                const ChartOutputs& directories,
                                const Context& context);

/// The same of one chart and files.
[[nodiscard]] bool
write_chart(const checker::Chart& chart, const ChartOutputs& files, const Context& context);

} // namespace muster::cli
