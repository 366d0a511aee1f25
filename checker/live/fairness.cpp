#include "checker/live/fairness.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::checker::live {

using spec::Fairness::fair;
using spec::Fairness::unfair;

Fairness::Fairness(const TransitionSystem& system, const spec::LiveInfo& live)
    : system_(system)
    , spec_(*system.spec)
    , live_(live) {}

bool Fairness::lists(const spec::FaultInfo& fault) const {
    return std::any_of(live_.quiet.begin(), live_.quiet.end(), [&](const spec::QuietItem& item) {
        const auto* listed = std::get_if<spec::FaultInfo>(&item);
        return listed != nullptr && *listed == fault;
    });
}

bool Fairness::is_fair(const spec::FaultInfo& fault) const {
    const auto at = std::find(spec_.faults.begin(), spec_.faults.end(), fault);
    return at != spec_.faults.end() &&
           spec_.fault_fairness[static_cast<std::size_t>(at - spec_.faults.begin())] == fair;
}

bool Fairness::is_quiet(std::uint32_t number, const Event& event) const {
    const Step& step = system_.steps[number];
    const auto stops = [&](const spec::QuietItem& item) {
        return std::visit(
            spec::overloaded{
                [&](const spec::QuietAction& quiet) {
                    return step.kind == StepKind::act && step.role == quiet.role &&
                           step.index == quiet.action;
                },
                [&](const spec::FaultInfo& fault) {
                    switch (fault.kind) {
                    case spec::FaultKind::crash:
                        return step.kind == StepKind::crash && step.role == fault.role;
                    case spec::FaultKind::stop:
                        return step.kind == StepKind::stop && step.role == fault.role;
                    case spec::FaultKind::arbitrary:
                        return step.kind == StepKind::deliver && event.origin == Origin::made_up &&
                               spec_.message(event.message->message).from == fault.role;
                    }
                    return false;
                },
                [&](const spec::QuietTimer& quiet) {
                    return step.kind == StepKind::fire &&
                           spec_.role(step.role).timer_handlers[step.index].timer == quiet.timer;
                },
                [&](const spec::QuietLoss& quiet) {
                    return step.kind == StepKind::lose && step.message == quiet.message;
                },
                [&](const spec::QuietCut& quiet) {
                    return step.kind == StepKind::cut &&
                           (step.role == quiet.role || step.peer == quiet.role);
                },
            },
            item);
    };
    return std::any_of(live_.quiet.begin(), live_.quiet.end(), stops);
}

bool Fairness::is_due(spec::TimerId timer) const {
    const spec::TimerInfo& info = spec_.timer(timer);
    const auto& handlers = spec_.role(info.role).timer_handlers;
    const bool is_handled = std::any_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
        return handler.timer == timer;
    });
    const bool is_quiet =
        std::any_of(live_.quiet.begin(), live_.quiet.end(), [&](const spec::QuietItem& item) {
            const auto* quiet = std::get_if<spec::QuietTimer>(&item);
            return quiet != nullptr && quiet->timer == timer;
        });
    return is_handled && !is_quiet && info.fairness != unfair;
}

bool Fairness::is_due(spec::MessageId message) const {
    const spec::MessageInfo& info = spec_.message(message);
    return info.network != spec::NetworkKind::unreliable && info.fairness != unfair;
}

bool Fairness::recurs(spec::MessageId message) const {
    const spec::MessageInfo& info = spec_.message(message);
    return info.network == spec::NetworkKind::unreliable ? info.fairness != unfair
                                                         : info.fairness == fair;
}

bool Fairness::is_due(const Step& step) const {
    switch (step.kind) {
    case StepKind::act: {
        const bool is_quiet =
            std::any_of(live_.quiet.begin(), live_.quiet.end(), [&](const spec::QuietItem& item) {
                const auto* quiet = std::get_if<spec::QuietAction>(&item);
                return quiet != nullptr && quiet->role == step.role && quiet->action == step.index;
            });
        return spec_.role(step.role).actions[step.index].fairness == fair && !is_quiet;
    }
    case StepKind::crash:
    case StepKind::stop: {
        const spec::FaultInfo fault{step.kind == StepKind::crash ? spec::FaultKind::crash
                                                                 : spec::FaultKind::stop,
                                    step.role};
        return is_fair(fault) && !lists(fault);
    }
    case StepKind::deliver:
    case StepKind::fire:
    case StepKind::lose:
    case StepKind::cut:
        return false;
    }
    return false;
}

bool Fairness::is_due_made_up(spec::RoleId role) const {
    const spec::FaultInfo fault{spec::FaultKind::arbitrary, role};
    return system_.is_arbitrary(role) && is_fair(fault) && !lists(fault);
}

namespace {

/// Whether some statement of a block sends a message.
bool sends(const spec::TypedSpec& spec, spec::BlockId id) {
    if (!id.valid()) {
        return false;
    }
    for (const spec::typed::Statement& statement : spec.block(id).statements) {
        bool found = std::holds_alternative<spec::typed::Send>(statement.node) ||
                     std::holds_alternative<spec::typed::Reply>(statement.node);
        if (const auto* call = std::get_if<spec::typed::ProcedureCall>(&statement.node)) {
            found = sends(spec, spec.procedure(call->procedure).body);
        }
        spec::for_each_part(
            statement,
            [](spec::ExprId) {},
            [&](spec::BlockId block) { found = found || sends(spec, block); });
        if (found) {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<spec::RoleId> heard_roles(const TransitionSystem& system, const Fairness& fairness) {
    const spec::TypedSpec& spec = *system.spec;
    std::vector<spec::RoleId> heard;
    for (std::uint32_t id = 0; id < spec.roles.size(); ++id) {
        const spec::RoleId role_id{id};
        const spec::RoleInfo& role = spec.role(role_id);
        if (!system.is_arbitrary(role_id)) {
            continue;
        }
        const auto body_sends = [&](const auto& handler) {
            return sends(spec, handler.body);
        };
        bool is_heard =
            sends(spec, role.on_start) ||
            std::any_of(role.handlers.begin(), role.handlers.end(), body_sends) ||
            std::any_of(role.lost_handlers.begin(), role.lost_handlers.end(), body_sends) ||
            std::any_of(role.timer_handlers.begin(), role.timer_handlers.end(), body_sends);
        for (std::uint32_t i = 0; i < system.steps.size(); ++i) {
            const Step& step = system.steps[i];
            if (step.kind == StepKind::act && step.role == role_id) {
                const bool goes_on = fairness.stops_making_up(role_id) && !fairness.is_quiet(i, {});
                is_heard = is_heard || ((goes_on || fairness.is_due(step)) &&
                                        sends(spec, role.actions[step.index].body));
            }
        }
        if (is_heard) {
            heard.push_back(role_id);
        }
    }
    return heard;
}

} // namespace muster::checker::live
