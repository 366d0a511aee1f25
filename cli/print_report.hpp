#pragma once

#include "checker/check/check.hpp"
#include "cli/load_spec.hpp"

#include <iosfwd>

namespace muster::cli {

/// Which runs are printed in full.
enum class Runs { of_violations, all };

/// One line for each property with its verdict, its strength and the time it took; then the runs
/// and counterexamples; then a summary. Times are the only part that differs from run to run.
void print_report(const LoadedSpec& loaded,
                  const checker::CheckReport& report,
                  Runs runs,
                  std::ostream& out);

} // namespace muster::cli
