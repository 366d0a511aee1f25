#pragma once

#include "checker/check/check.hpp"
#include "cli/chart_outputs.hpp"
#include "cli/context.hpp"
#include "cli/exit_code.hpp"
#include "cli/load_spec.hpp"

#include <filesystem>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

namespace muster::cli {

enum class ReportFormat { text, json };

/// What `muster check` leaves behind.
struct CheckOutputs {
    ReportFormat format = ReportFormat::text;
    bool traces = false;                 // in a text, the runs of covers as well
    std::filesystem::path runs;          // directory of the runs; none if empty
    ChartOutputs charts{};               // directories of its charts
    std::filesystem::path certificate{}; // directory of the certificate; none if empty
};

/// Adds `--format`, `--traces`, `--itf`, those for charts and `--certificate` to a verb.
void add_output_options(CLI::App& verb, CheckOutputs& outputs);

/// Makes the directories and tries whether they can be written to, so that a long check does not
/// end with nowhere to write to. Says on `context.err` what is wrong with them.
[[nodiscard]] bool outputs_are_possible(const CheckOutputs& outputs, const Context& context);

/// Prints and writes everything. The exit status is that of the report, or says that something
/// could not be written.
ExitCode put_out(const LoadedSpec& loaded,
                 const checker::CheckReport& report,
                 const CheckOutputs& outputs,
                 const Context& context);

} // namespace muster::cli
