#include "checker/bounded/symbolic_interpreter.hpp"

/// Crashes, stops, lost messages and connections that are cut.
namespace muster::checker::bounded {

SymbolicStep SymbolicInterpreter::crash(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::RoleInfo& role = spec_.role(step.role);
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    Path path{is_running(state, step.role, result.process), state};
    now_ = &path.state;
    for (const spec::VariableId variable : role.variables) {
        if (spec_.variable(variable).kind != spec::VariableKind::volatile_) {
            continue;
        }
        context_ = path.live;
        const Datum initial = eval(spec_.variable(variable).initial);
        settle(path);
        write(path.state.layer.variables[variable.value], [&](const Datum&) { return initial; });
    }
    for (const spec::TimerId timer : role.timers) {
        if (!spec_.timer(timer).durable) {
            write(path.state.layer.armed[timer.value],
                  [](const Datum&) { return Algebra::collection({}); });
        }
    }
    if (role.on_start.valid()) {
        run_whole(role.on_start, path);
    }
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::stop(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    Path path{is_running(state, step.role, result.process), state};
    for (const Alternative& alternative : result.process->alternatives) {
        Bit& stopped =
            path.state.stopped[step.role.value][static_cast<std::size_t>(alternative.atom.offset)];
        stopped = circuit_.disjunction(stopped, alternative.guard);
    }
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::lose(std::uint32_t index, const SymbolicState& state) {
    const spec::MessageId id = system_.steps[index].message;
    SymbolicStep result = begin(index, state);
    const std::vector<Slot>& slots = *state.loose[id.value];
    if (slots.empty()) {
        return result;
    }
    const Flags chosen = fresh_choice(slots.size());
    Flags taken;
    Path path{Bit(), state};
    for (std::size_t i = 0; i < slots.size(); ++i) {
        taken.push_back(circuit_.conjunction(chosen[i], slots[i].present));
        path.live = circuit_.disjunction(path.live, taken.back());
        result.message = result.message
                             ? std::make_shared<const SymbolicMessage>(
                                   choice(algebra_, chosen[i], *slots[i].message, *result.message))
                             : slots[i].message;
    }
    result.process = result.message->to;
    path.state.loose[id.value] = without(algebra_, path.state.loose[id.value], taken);
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::cut(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::TypeId scalar = spec_.types.integer();
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    result.peer = any_process(step.peer);
    const bool one_role = step.role == step.peer;
    Path path{one_role ? !algebra_.less(result.peer, result.process) : Bit::constant(true), state};
    Flags taken;
    for (const Slot& slot : *state.queued) {
        const SymbolicMessage& message = *slot.message;
        const spec::MessageInfo& info = spec_.message(message.message);
        const auto goes =
            [&](spec::RoleId from_role, const Datum& from, spec::RoleId to_role, const Datum& to) {
                return info.from == from_role && info.to == to_role
                           ? circuit_.conjunction(algebra_.equal(scalar, message.from, from),
                                                  algebra_.equal(scalar, message.to, to))
                           : Bit();
            };
        taken.push_back(
            circuit_.disjunction(goes(step.role, result.process, step.peer, result.peer),
                                 goes(step.peer, result.peer, step.role, result.process)));
    }
    path.state.queued = without(algebra_, path.state.queued, taken);
    const Bit yes = Bit::constant(true);
    if (slice_.keep_role[step.role.value]) {
        run_lost({step.role, result.process}, {step.peer, result.peer}, yes, state, path);
    }
    if (slice_.keep_role[step.peer.value]) {
        const Bit another = one_role ? !algebra_.equal(scalar, result.process, result.peer) : yes;
        run_lost({step.peer, result.peer}, {step.role, result.process}, another, state, path);
    }
    finish(result, std::move(path));
    return result;
}

void SymbolicInterpreter::run_lost(
    const End& end, const End& peer, Bit condition, const SymbolicState& state, Path& path) {
    const spec::LostHandler* handler = lost_handler(spec_, end.role, peer.role);
    if (handler == nullptr) {
        return;
    }
    const Bit runs = circuit_.conjunction(condition, is_running(state, end.role, end.process));
    Path skipped{circuit_.conjunction(path.live, !runs), path.state};
    path.live = circuit_.conjunction(path.live, runs);
    enter(end.role, end.process);
    if (handler->process.valid()) {
        mark_used(spec_.role(peer.role).index, peer.process, path.live, path.state);
        locals_[handler->process.value] = peer.process;
    }
    run_whole(handler->body, path);
    path = joined({std::move(path), std::move(skipped)});
}

} // namespace muster::checker::bounded
