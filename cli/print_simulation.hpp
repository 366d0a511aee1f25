#pragma once

#include "checker/simulate/simulate.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_report.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace muster::cli {

/// What was asked for, as far as a report says it again.
struct SimulationRequest {
    std::string file;
    const checker::SimulationOptions& options;
};

/// What was seen in the runs of each instance, and then those that violate something, each with the
/// command that repeats it.
void print_simulations(const LoadedSpec& loaded,
                       const std::vector<checker::Simulation>& simulations,
                       const SimulationRequest& request,
                       Runs runs,
                       std::ostream& out);

} // namespace muster::cli
