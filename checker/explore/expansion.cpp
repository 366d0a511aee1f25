#include "checker/explore/expansion.hpp"

#include <algorithm>

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
        event.origin = Origin::made_up;
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

template <class VisitProcess>
Expansion::Next
Expansion::each_process(const State& state, spec::RoleId role, VisitProcess visit) const {
    const std::size_t count = interpreter_.layout().processes(role);
    for (std::size_t i = 0; i < count; ++i) {
        const auto process = static_cast<std::int64_t>(i);
        if (!is_stopped(state, {role, process}) && visit(process) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

// The handlers that take a message do not depend on the choices in them, so each is a step of its
// own with choices of its own.
Expansion::Next Expansion::expand_message(const State& state, Event& event, const Visit& visit) {
    const SentMessage& message = *event.message;
    const spec::RoleId role = system_.spec->message(message.message).to;
    if (is_stopped(state, {role, message.to})) {
        return Next::go_on;
    }
    const auto& steps = deliver_step_[role.value];
    script_.clear();
    interpreter_.begin(state, script_);
    const auto dispatch = interpreter_.dispatch(role, message.to, message);
    for (const std::uint32_t handler : dispatch.handlers) {
        event.step = steps.at(handler);
        const auto run = [&] {
            if (dispatch.failure) {
                throw Undefined{*dispatch.failure};
            }
            return interpreter_.deliver(role, message.to, handler, message, event.origin);
        };
        if (outcomes(state, event, visit, run) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand_sent(const State& state, const Visit& visit) {
    for (const SentMessage& message : state.sent) {
        if (!slice_.messages[message.message.value].deliverable ||
            interpreter_.layout().carrier(message.message) != Carrier::history ||
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

Expansion::Next Expansion::expand_in_flight(const State& state, const Visit& visit) {
    std::vector<SentMessage> next = state.in_flight.loose;
    next.erase(std::unique(next.begin(), next.end()), next.end());
    const std::vector<SentMessage> fronts = queue_fronts(*system_.spec, state.in_flight);
    next.insert(next.end(), fronts.begin(), fronts.end());
    for (const SentMessage& message : next) {
        // An unreliable message stays where it is, so that made up or not it is the same step.
        if (interpreter_.layout().carrier(message.message) == Carrier::set &&
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
        if (is_stopped(state, {timer.role, armed.process})) {
            continue;
        }
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
                return interpreter_.timing_allows(armed)
                           ? interpreter_.fire(timer.role, armed.process, i, event.timer_key)
                           : Flow::disabled;
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
        const auto act = [&](std::int64_t process) {
            for (const auto& arguments : inputs_.arguments(step.role, step.index)) {
                Event event;
                event.step = i;
                event.process = process;
                event.arguments = arguments;
                const auto run = [&] {
                    return interpreter_.act(step.role, process, step.index, arguments);
                };
                if (outcomes(state, event, visit, run) == Next::stop) {
                    return Next::stop;
                }
            }
            return Next::go_on;
        };
        if (each_process(state, step.role, act) == Next::stop) {
            return Next::stop;
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
        const auto befall = [&](std::int64_t process) {
            Event event;
            event.step = i;
            event.process = process;
            const auto run = [&] {
                return step.kind == StepKind::crash ? interpreter_.crash(step.role, process)
                                                    : interpreter_.stop({step.role, process});
            };
            return outcomes(state, event, visit, run);
        };
        if (each_process(state, step.role, befall) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Expansion::Next
Expansion::expand_losses(const State& state, std::uint32_t index, const Visit& visit) {
    const SentMessage* previous = nullptr;
    for (const SentMessage& message : state.in_flight.loose) {
        const bool repeated = previous != nullptr && *previous == message;
        previous = &message;
        if (repeated || message.message != system_.steps[index].message) {
            continue;
        }
        Event event;
        event.step = index;
        event.process = message.to;
        event.message = message;
        if (outcomes(state, event, visit, [&] { return interpreter_.lose(message); }) ==
            Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Expansion::Next
Expansion::expand_cuts(const State& state, std::uint32_t index, const Visit& visit) {
    const Step& step = system_.steps[index];
    const Layout& layout = interpreter_.layout();
    const auto count = [&](spec::RoleId role) {
        return static_cast<std::int64_t>(layout.processes(role));
    };
    for (std::int64_t one = 0; one < count(step.role); ++one) {
        for (std::int64_t other = step.peer == step.role ? one : 0; other < count(step.peer);
             ++other) {
            Event event;
            event.step = index;
            event.process = one;
            event.peer = other;
            const Connection connection{{step.role, one}, {step.peer, other}};
            std::vector<Process> ends;
            if (slice_.keep_role[step.role.value]) {
                ends.push_back(connection.one);
            }
            if (slice_.keep_role[step.peer.value] && connection.other != connection.one) {
                ends.push_back(connection.other);
            }
            const auto run = [&] {
                return interpreter_.cut(connection, ends);
            };
            if (outcomes(state, event, visit, run) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Expansion::Next Expansion::expand_network(const State& state, const Visit& visit) {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool stop =
            (step.kind == StepKind::lose && expand_losses(state, i, visit) == Next::stop) ||
            (step.kind == StepKind::cut && slice_.keeps_cut(step) &&
             expand_cuts(state, i, visit) == Next::stop);
        if (stop) {
            return Next::stop;
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
    if (expand_sent(state, visit) == Next::stop || expand_in_flight(state, visit) == Next::stop ||
        expand_timers(state, visit) == Next::stop || expand_actions(state, visit) == Next::stop ||
        expand_faults(state, visit) == Next::stop) {
        return Next::stop;
    }
    return expand_network(state, visit);
}

} // namespace muster::checker
