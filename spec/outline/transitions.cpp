#include "spec/outline/transitions.hpp"

#include "spec/outline/spec_text.hpp"

namespace muster::spec {

namespace {

Transition transition(const TypedSpec& spec, std::string event, ExprId guard, BlockId body) {
    const auto& statements = spec.block(body).statements;
    return {.event = std::move(event),
            .guard = guard,
            .other_guards = {},
            .body = body,
            .is_ignored = statements.size() == 1 &&
                          std::holds_alternative<typed::Ignore>(statements.front().node),
            .effects = effects_of(spec, body)};
}

std::vector<ExprId> guards_of_others(const RoleInfo& role, const MessageHandler& handler) {
    std::vector<ExprId> guards;
    for (const MessageHandler& other : role.handlers) {
        if (other.message == handler.message && !other.otherwise && other.guard.valid()) {
            guards.push_back(other.guard);
        }
    }
    return guards;
}

} // namespace

std::vector<Transition> transitions_of(const TypedSpec& spec, RoleId id) {
    const RoleInfo& role = spec.role(id);
    std::vector<Transition> all;
    if (role.on_start.valid()) {
        all.push_back(transition(spec, "start", {}, role.on_start));
        all.back().is_start = true;
    }
    for (const MessageHandler& handler : role.handlers) {
        all.push_back(
            transition(spec,
                       (handler.either ? "either " : "") + spec.message(handler.message).name,
                       handler.guard,
                       handler.body));
        if (handler.otherwise) {
            all.back().otherwise = true;
            all.back().other_guards = guards_of_others(role, handler);
        }
    }
    for (const TimerHandler& handler : role.timer_handlers) {
        all.push_back(
            transition(spec, "timer " + spec.timer(handler.timer).name, {}, handler.body));
    }
    for (const LostHandler& handler : role.lost_handlers) {
        all.push_back(transition(spec, "lost " + spec.role(handler.peer).name, {}, handler.body));
    }
    for (const ActionInfo& action : role.actions) {
        all.push_back(transition(spec, "action " + action.name, action.guard, action.body));
    }
    return all;
}

std::string guard_text(const TypedSpec& spec, const Transition& transition) {
    if (transition.otherwise) {
        return "otherwise";
    }
    return transition.guard.valid() ? spec_text(spec, transition.guard) : std::string();
}

std::string effects_text(const Transition& transition) {
    return transition.is_ignored ? "ignored" : transition.effects.text();
}

} // namespace muster::spec
