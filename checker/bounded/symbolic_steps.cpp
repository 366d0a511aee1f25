#include "checker/bounded/symbolic_interpreter.hpp"

#include <fmt/format.h>

/// One step of each kind, for every process and with all parameters at once.
namespace muster::checker::bounded {

SymbolicStep SymbolicInterpreter::begin(std::uint32_t step, const SymbolicState& state) {
    reuse_choices();
    choices_.clear();
    mishaps_ = {};
    unsettled_ = Bit();
    context_ = Bit::constant(true);
    admissible_ = Bit::constant(true);
    now_ = &state;
    before_ = &state;
    SymbolicStep result;
    result.step = step;
    return result;
}

void SymbolicInterpreter::finish(SymbolicStep& step, Path path) {
    step.possible = path.live;
    step.after = std::move(path.state);
    step.failures.insert(step.failures.end(), mishaps_.failures.begin(), mishaps_.failures.end());
    step.choices = choices_;
}

void SymbolicInterpreter::enter(spec::RoleId role, const Datum& process) {
    process_ = process;
    if (const spec::LocalId me = spec_.role(role).me; me.valid()) {
        locals_[me.value] = process;
    }
}

Bit SymbolicInterpreter::is_running(const SymbolicState& state,
                                    spec::RoleId role,
                                    const Datum& process) {
    Bit stopped;
    for (const Alternative& alternative : process->alternatives) {
        const Bit here =
            state.stopped[role.value].at(static_cast<std::size_t>(alternative.atom.offset));
        stopped = circuit_.disjunction(stopped, circuit_.conjunction(alternative.guard, here));
    }
    return !stopped;
}

std::vector<SymbolicStep> SymbolicInterpreter::steps(const SymbolicState& state) {
    forget_choices();
    std::vector<SymbolicStep> result;
    for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
        const spec::MessageInfo& message = spec_.messages[i];
        if (slice_.keep_role[message.to.value] &&
            (slice_.messages[i].deliverable || system_.is_arbitrary(message.from))) {
            deliveries(spec::MessageId{i}, state, result);
        }
    }
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        switch (step.kind) {
        case StepKind::deliver:
            break;
        case StepKind::lose:
            result.push_back(lose(i, state));
            break;
        case StepKind::cut:
            if (slice_.keeps_cut(step)) {
                result.push_back(cut(i, state));
            }
            break;
        case StepKind::fire:
        case StepKind::act:
        case StepKind::crash:
        case StepKind::stop:
            if (slice_.keep_role[step.role.value]) {
                result.push_back(step.kind == StepKind::fire    ? fire(i, state)
                                 : step.kind == StepKind::act   ? act(i, state)
                                 : step.kind == StepKind::crash ? crash(i, state)
                                                                : stop(i, state));
            }
            break;
        }
    }
    std::erase_if(result, [](const SymbolicStep& step) {
        return step.possible.is_false() && step.failures.empty();
    });
    forget_choices(); // which of them a run takes is a choice of its own
    return result;
}

SymbolicStep SymbolicInterpreter::fire(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::TimerHandler& handler = spec_.role(step.role).timer_handlers[step.index];
    const spec::TypeId key_type = spec_.timer(handler.timer).key_type;
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    Path path{is_running(state, step.role, result.process), state};
    const Datum armed = of_process(state.layer.armed[handler.timer.value], result.process);
    if (key_type.valid()) {
        std::vector<Member> keys;
        for (const Entry& entry : armed->entries) {
            keys.push_back({entry.present, algebra_.of_key(key_type, entry.key)});
        }
        if (keys.empty()) {
            return result;
        }
        result.timer_key = choose_among(keys, key_type, path);
        choices_.clear(); // it is a part of the event
    } else {
        path.live = circuit_.conjunction(path.live, algebra_.contains(armed->entries, Key{}));
    }
    for (const spec::TimingAssumption& assumption : spec_.timing) {
        if (assumption.timer != handler.timer) {
            continue;
        }
        if (assumption.process.valid()) {
            locals_[assumption.process.value] = result.process;
        }
        if (assumption.key.valid()) {
            locals_[assumption.key.value] = result.timer_key;
        }
        context_ = path.live;
        const Bit allows = truth(assumption.condition);
        settle(path);
        path.live = circuit_.conjunction(path.live, allows);
    }
    write(path.state.layer.armed[handler.timer.value], [&](const Datum& old) {
        std::vector<Entry> entries = old->entries;
        if (!key_type.valid()) {
            return Algebra::collection({});
        }
        for (const auto& [key, guard] : algebra_.keys(key_type, result.timer_key)) {
            algebra_.remove(entries, key, guard);
        }
        return Algebra::collection(std::move(entries));
    });
    if (handler.key.valid()) {
        locals_[handler.key.value] = result.timer_key;
    }
    run_whole(handler.body, path);
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::act(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::RoleInfo& role = spec_.role(step.role);
    const spec::ActionInfo& action = role.actions[step.index];
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    for (std::uint32_t i = 0; i < action.parameters.size(); ++i) {
        const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
        Opening place{fmt::format("{}.{}.{}", role.name, action.name, parameter.name), {}};
        for (const spec::ArgumentBound& bound : instance_.arguments) {
            if (bound.role == step.role && bound.action == step.index && bound.parameter == i) {
                place.range = bound.range;
            }
        }
        result.arguments.push_back(any_value(parameter.type, place));
        locals_[action.parameters[i].value] = result.arguments.back();
    }
    Path path{circuit_.conjunction(admissible_, is_running(state, step.role, result.process)),
              state};
    if (action.guard.valid()) {
        context_ = path.live;
        const Bit guard = truth(action.guard);
        settle(path);
        path.live = circuit_.conjunction(path.live, guard);
    }
    for (std::size_t i = 0; i < result.arguments.size(); ++i) {
        mark_used(
            spec_.local(action.parameters[i]).type, result.arguments[i], path.live, path.state);
    }
    run_whole(action.body, path);
    finish(result, std::move(path));
    return result;
}

} // namespace muster::checker::bounded
