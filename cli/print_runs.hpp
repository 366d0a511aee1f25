#pragma once

#include "checker/check/check.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_report.hpp"

#include <iosfwd>
#include <string>

namespace muster::cli {

/// The runs that verdicts rest on, step by step, and the counterexamples to induction, which are
/// told apart from runs.
void print_runs(const LoadedSpec& loaded,
                const checker::CheckReport& report,
                Runs runs,
                std::ostream& out);

/// What is wrong: as it happened in a run, or else as it may.
[[nodiscard]] std::string reason(const checker::ObligationReport& entry);

} // namespace muster::cli
