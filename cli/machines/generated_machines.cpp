#include "cli/machines/generated_machines.hpp"

#include "cli/machines/generated_steps.hpp"

namespace muster::cli {

std::unique_ptr<checker::product::GeneratedSource>
GeneratedMachines::make(const checker::product::SourceSetting& setting) const {
    return std::make_unique<GeneratedSteps>(step_, comparison_, setting);
}

} // namespace muster::cli
