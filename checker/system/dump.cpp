#include "checker/system/dump.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

std::string_view kind_name(StepKind kind) {
    switch (kind) {
    case StepKind::deliver:
        return "deliver";
    case StepKind::fire:
        return "fire";
    case StepKind::act:
        return "act";
    case StepKind::crash:
        return "crash";
    case StepKind::stop:
        return "stop";
    case StepKind::lose:
        return "lose";
    case StepKind::cut:
        return "cut";
    }
    return {};
}

std::string_view fault_name(spec::FaultKind kind) {
    switch (kind) {
    case spec::FaultKind::crash:
        return "crash";
    case spec::FaultKind::stop:
        return "stop";
    case spec::FaultKind::arbitrary:
        return "arbitrary";
    }
    return {};
}

} // namespace

std::string dump(const TransitionSystem& system) {
    const spec::TypedSpec& spec = *system.spec;
    std::string out = fmt::format("system {}\n", spec.name);
    for (const spec::FaultInfo& fault : system.faults) {
        out += fmt::format("fault {} {}\n", fault_name(fault.kind), spec.role(fault.role).name);
    }
    for (const Step& step : system.steps) {
        out += fmt::format(
            "step {} {} {}\n", kind_name(step.kind), spec.role(step.role).name, step.name);
    }
    return out;
}

} // namespace muster::checker
