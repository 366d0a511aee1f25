#include "checker/system/transition_system.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {
namespace {

void add_role_steps(const spec::TypedSpec& spec, spec::RoleId id, std::vector<Step>& steps) {
    const spec::RoleInfo& role = spec.role(id);
    const auto at = [](std::size_t index) {
        return static_cast<std::uint32_t>(index);
    };
    for (std::size_t i = 0; i < role.handlers.size(); ++i) {
        const spec::MessageHandler& handler = role.handlers[i];
        steps.push_back(
            {StepKind::deliver,
             id,
             at(i),
             spec.message(handler.message).name + (handler.otherwise ? " otherwise" : ""),
             handler.span});
    }
    for (std::size_t i = 0; i < role.timer_handlers.size(); ++i) {
        const spec::TimerHandler& handler = role.timer_handlers[i];
        steps.push_back({StepKind::fire, id, at(i), spec.timer(handler.timer).name, handler.span});
    }
    for (std::size_t i = 0; i < role.actions.size(); ++i) {
        steps.push_back({StepKind::act, id, at(i), role.actions[i].name, role.actions[i].span});
    }
    // Source order within the role, whatever the kind.
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return a.role < b.role || (a.role == b.role && a.span.begin < b.span.begin);
    });
}

} // namespace

bool TransitionSystem::has_fault(spec::FaultKind kind, spec::RoleId role) const {
    return std::find(faults.begin(), faults.end(), spec::FaultInfo{kind, role}) != faults.end();
}

std::vector<PropertyGroup> group_properties(const spec::TypedSpec& spec) {
    const auto key = [](std::vector<spec::FaultInfo> faults) {
        std::sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) {
            return std::pair(a.kind, a.role) < std::pair(b.kind, b.role);
        });
        return faults;
    };
    std::vector<PropertyGroup> groups;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        const spec::PropertyInfo& property = spec.properties[i];
        if (property.kind == spec::PropertyKind::axiom) {
            continue;
        }
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return key(group.without) == key(property.without);
        });
        if (same == groups.end()) {
            groups.push_back({property.without, {i}});
        } else {
            same->properties.push_back(i);
        }
    }
    std::stable_partition(groups.begin(), groups.end(), [](const PropertyGroup& group) {
        return group.without.empty();
    });
    return groups;
}

TransitionSystem lower(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& without) {
    TransitionSystem system;
    system.spec = &spec;
    for (const spec::FaultInfo& fault : spec.faults) {
        if (std::find(without.begin(), without.end(), fault) == without.end()) {
            system.faults.push_back(fault);
        }
    }
    for (std::uint32_t role = 0; role < spec.roles.size(); ++role) {
        add_role_steps(spec, spec::RoleId{role}, system.steps);
    }
    for (const spec::FaultInfo& fault : system.faults) {
        // An arbitrary role shows in the deliveries that are possible, not as a step of its own.
        if (fault.kind == spec::FaultKind::arbitrary) {
            continue;
        }
        const bool crash = fault.kind == spec::FaultKind::crash;
        system.steps.push_back(
            {crash ? StepKind::crash : StepKind::stop,
             fault.role,
             0,
             fmt::format("{} {}", crash ? "crash" : "stop", spec.role(fault.role).name),
             spec.role(fault.role).span});
    }
    return system;
}

} // namespace muster::checker
