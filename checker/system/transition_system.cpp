#include "checker/system/transition_system.hpp"

#include "checker/system/is_selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

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

void add_losses(const spec::TypedSpec& spec, spec::NetworkKind kind, std::vector<Step>& steps) {
    for (std::uint32_t i = 0; i < spec.messages.size(); ++i) {
        const spec::MessageInfo& message = spec.messages[i];
        if (message.network == kind) {
            steps.push_back({StepKind::lose,
                             message.to,
                             0,
                             "lose " + message.name,
                             {},
                             spec::MessageId{i},
                             {}});
        }
    }
}

spec::Span cut_span(const spec::TypedSpec& spec, spec::RoleId low, spec::RoleId high) {
    if (const spec::LostHandler* handler = lost_handler(spec, low, high)) {
        return handler->span;
    }
    const spec::LostHandler* handler = lost_handler(spec, high, low);
    return handler != nullptr ? handler->span : spec.role(low).span;
}

void add_cuts(const spec::TypedSpec& spec, std::vector<Step>& steps) {
    std::set<std::pair<spec::RoleId, spec::RoleId>> pairs;
    for (const spec::MessageInfo& message : spec.messages) {
        if (message.network == spec::NetworkKind::fifo) {
            pairs.insert(std::minmax(message.from, message.to));
        }
    }
    for (const auto& [low, high] : pairs) {
        steps.push_back({StepKind::cut,
                         low,
                         0,
                         fmt::format("cut {} and {}", spec.role(low).name, spec.role(high).name),
                         cut_span(spec, low, high),
                         {},
                         high});
    }
}

} // namespace

bool leaves_out_all(const std::vector<spec::FaultInfo>& without,
                    const std::vector<spec::FaultInfo>& faults) {
    return std::all_of(faults.begin(), faults.end(), [&](const spec::FaultInfo& fault) {
        return std::find(without.begin(), without.end(), fault) != without.end();
    });
}

Vanishing vanishing_on(const spec::InstanceInfo& instance) {
    return instance.max_in_flight ? Vanishing::possible : Vanishing::never;
}

const spec::LostHandler*
lost_handler(const spec::TypedSpec& spec, spec::RoleId role, spec::RoleId peer) {
    const auto& handlers = spec.role(role).lost_handlers;
    const auto found = std::find_if(handlers.begin(), handlers.end(), [&](const auto& handler) {
        return handler.peer == peer;
    });
    return found == handlers.end() ? nullptr : &*found;
}

std::vector<spec::FaultInfo> TransitionSystem::faults_left_out() const {
    std::vector<spec::FaultInfo> result;
    for (const spec::FaultInfo& fault : spec->faults) {
        if (!has_fault(fault.kind, fault.role)) {
            result.push_back(fault);
        }
    }
    return result;
}

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

std::vector<PropertyGroup> groups_with_obligations(const spec::TypedSpec& spec) {
    std::vector<PropertyGroup> groups = group_properties(spec);
    if (groups.empty() || !groups.front().without.empty()) {
        groups.insert(groups.begin(), PropertyGroup{});
    }
    return groups;
}

std::vector<PropertyGroup> selected_groups(const spec::TypedSpec& spec,
                                           const std::vector<std::string>& properties) {
    if (properties.empty()) {
        return groups_with_obligations(spec);
    }
    std::vector<PropertyGroup> groups = group_properties(spec);
    std::erase_if(groups, [&](const PropertyGroup& group) {
        return std::none_of(
            group.properties.begin(), group.properties.end(), [&](std::size_t property) {
                return is_selected(properties, spec.properties[property].name);
            });
    });
    return groups;
}

TransitionSystem lower(const spec::TypedSpec& spec,
                       const std::vector<spec::FaultInfo>& without,
                       Vanishing vanishing) {
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
    add_losses(spec, spec::NetworkKind::once, system.steps);
    add_cuts(spec, system.steps);
    if (vanishing == Vanishing::possible) {
        add_losses(spec, spec::NetworkKind::unreliable, system.steps);
    }
    return system;
}

std::string_view word(StepKind kind) {
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

} // namespace muster::checker
