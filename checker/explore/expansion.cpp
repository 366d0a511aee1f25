#include "checker/explore/expansion.hpp"

namespace muster::checker {

Expansion::Expansion(const TransitionSystem& system,
                     const Slice& slice,
                     const Inputs& inputs,
                     Interpreter& interpreter)
    : system_(system)
    , slice_(slice)
    , inputs_(inputs)
    , interpreter_(interpreter) {
    for (const spec::RoleInfo& role : system.spec->roles) {
        deliver_step_.emplace_back(role.handlers.size());
        fire_step_.emplace_back(role.timer_handlers.size());
    }
    for (std::uint32_t i = 0; i < system.steps.size(); ++i) {
        const Step& step = system.steps[i];
        if (step.kind == StepKind::deliver) {
            deliver_step_[step.role.value][step.index] = i;
        } else if (step.kind == StepKind::fire) {
            fire_step_[step.role.value][step.index] = i;
        }
    }
    for (const SentMessage& message : inputs.arbitrary()) {
        Event event;
        event.process = message.to;
        event.message = message;
        arbitrary_.push_back(std::move(event));
    }
}

Event Expansion::complete(const Outcome& outcome) {
    Event event = outcome.event;
    event.choices = outcome.script.chosen();
    return event;
}

template <class Run>
Expansion::Next Expansion::outcomes(const State& state, Event& event, const Visit& visit, Run run) {
    script_.clear();
    do {
        interpreter_.begin(state, script_);
        try {
            const Flow flow = run();
            if (flow == Flow::disabled || flow == Flow::dead) {
                continue;
            }
        } catch (const Undefined& undefined) {
            if (visit({event, script_, &undefined.failure}) == Next::stop) {
                return Next::stop;
            }
            continue;
        }
        if (visit({event, script_, nullptr}) == Next::stop) {
            return Next::stop;
        }
    } while (script_.advance());
    return Next::go_on;
}

Expansion::Next Expansion::expand_message(const State& state, Event& event, const Visit& visit) {
    const SentMessage& message = *event.message;
    const spec::RoleId role = system_.spec->message(message.message).to;
    const auto& steps = deliver_step_[role.value];
    return outcomes(state, event, visit, [&] {
        const auto dispatch = interpreter_.dispatch(role, message.to, message);
        event.step = steps.at(dispatch.handler);
        if (dispatch.failure) {
            throw Undefined{*dispatch.failure};
        }
        return interpreter_.deliver(role, message.to, dispatch.handler, message);
    });
}

Expansion::Next Expansion::expand_sent(const State& state, const Visit& visit) {
    for (const SentMessage& message : state.sent) {
        if (!slice_.messages[message.message.value].deliverable ||
            deliver_step_[system_.spec->message(message.message).to.value].empty() ||
            inputs_.arrives_anyway(message)) {
            continue;
        }
        Event event;
        event.process = message.to;
        event.message = message;
        if (expand_message(state, event, visit) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand_timers(const State& state, const Visit& visit) {
    for (const ArmedTimer& armed : state.armed) {
        const spec::TimerInfo& timer = system_.spec->timer(armed.timer);
        const auto& handlers = system_.spec->role(timer.role).timer_handlers;
        for (std::uint32_t i = 0; i < handlers.size(); ++i) {
            if (handlers[i].timer != armed.timer) {
                continue;
            }
            Event event;
            event.step = fire_step_[timer.role.value][i];
            event.process = armed.process;
            if (timer.key_type.valid()) {
                event.timer_key = armed.key;
            }
            const auto run = [&] {
                return interpreter_.fire(timer.role, armed.process, i, event.timer_key);
            };
            if (outcomes(state, event, visit, run) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand_actions(const State& state, const Visit& visit) {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        if (step.kind != StepKind::act || !slice_.keep_role[step.role.value]) {
            continue;
        }
        for (std::size_t process = 0; process < interpreter_.layout().processes(step.role);
             ++process) {
            for (const auto& arguments : inputs_.arguments(step.role, step.index)) {
                Event event;
                event.step = i;
                event.process = static_cast<std::int64_t>(process);
                event.arguments = arguments;
                const auto run = [&] {
                    return interpreter_.act(step.role, event.process, step.index, arguments);
                };
                if (outcomes(state, event, visit, run) == Next::stop) {
                    return Next::stop;
                }
            }
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand_faults(const State& state, const Visit& visit) {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool is_fault = step.kind == StepKind::crash || step.kind == StepKind::stop;
        if (!is_fault || !slice_.keep_role[step.role.value]) {
            continue;
        }
        for (std::size_t process = 0; process < interpreter_.layout().processes(step.role);
             ++process) {
            Event event;
            event.step = i;
            event.process = static_cast<std::int64_t>(process);
            const auto run = [&] {
                return step.kind == StepKind::crash ? interpreter_.crash(step.role, event.process)
                                                    : Flow::next;
            };
            if (outcomes(state, event, visit, run) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand(const State& state, const Visit& visit) {
    for (Event& event : arbitrary_) {
        if (expand_message(state, event, visit) == Next::stop) {
            return Next::stop;
        }
    }
    if (expand_sent(state, visit) == Next::stop || expand_timers(state, visit) == Next::stop ||
        expand_actions(state, visit) == Next::stop) {
        return Next::stop;
    }
    return expand_faults(state, visit);
}

} // namespace muster::checker
