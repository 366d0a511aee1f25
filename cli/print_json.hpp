#pragma once

#include "checker/check/check.hpp"
#include "cli/exit_code.hpp"
#include "cli/load_spec.hpp"

#include <iosfwd>

namespace muster::cli {

/// The version of the report's form; it changes when a field is taken away or means another thing.
inline constexpr int kReportFormat = 1;

/// Prints a report for machines: one JSON object, with its keys in the order of
/// docs/machine-readable.md, the same for the same report.
void print_json(const LoadedSpec& loaded,
                const checker::CheckReport& report,
                ExitCode exit_code,
                std::ostream& out);

} // namespace muster::cli
