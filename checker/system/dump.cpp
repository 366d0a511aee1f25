#include "checker/system/dump.hpp"

#include "spec/ast/words.hpp"

#include <fmt/format.h>

namespace muster::checker {

std::string dump(const TransitionSystem& system) {
    const spec::TypedSpec& spec = *system.spec;
    std::string out = fmt::format("system {}\n", spec.name);
    for (const spec::FaultInfo& fault : system.faults) {
        out += fmt::format("fault {} {}\n", spec::word(fault.kind), spec.role(fault.role).name);
    }
    for (const Step& step : system.steps) {
        out +=
            fmt::format("step {} {} {}\n", word(step.kind), spec.role(step.role).name, step.name);
    }
    return out;
}

} // namespace muster::checker
