#pragma once

#include "checker/check/explore_instances.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_report.hpp"

#include <iosfwd>
#include <vector>

namespace muster::cli {

/// What was seen of each instance, and then the runs.
void print_explorations(const LoadedSpec& loaded,
                        const std::vector<checker::Exploration>& explorations,
                        Runs runs,
                        std::ostream& out);

} // namespace muster::cli
