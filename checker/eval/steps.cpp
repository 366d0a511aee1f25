#include "checker/eval/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

void Interpreter::begin(const State& base, ChoiceScript& script) {
    tick();
    workspace_.begin(base);
    script.rewind();
    script_ = &script;
    now_ = {&base, &workspace_};
    before_ = {&base, nullptr};
    formula_ = 0;
}

void Interpreter::enter(spec::RoleId role, std::int64_t process) {
    process_ = process;
    now_ = {&workspace_.base(), &workspace_};
    if (spec_.role(role).me.valid()) {
        bind(spec_.role(role).me, Value::scalar(process));
    }
}

void Interpreter::bind_message(const spec::MessageHandler& handler, const SentMessage& message) {
    for (std::size_t i = 0; i < handler.fields.size(); ++i) {
        bind(handler.fields[i], message.fields[i]);
    }
    if (handler.sender.valid()) {
        bind(handler.sender, Value::scalar(message.from));
    }
    if (handler.request.valid()) {
        bind(handler.request,
             Value::row({Value::scalar(message.from), Value::scalar(message.correlation)}));
    }
}

bool Interpreter::Dispatch::takes(std::uint32_t handler) const {
    return std::find(handlers.begin(), handlers.end(), handler) != handlers.end();
}

bool Interpreter::accepts(const spec::MessageHandler& handler, const SentMessage& message) {
    bind_message(handler, message);
    return !handler.guard.valid() || decision(handler.guard);
}

// Guards are evaluated in source order. One that is undefined is a failure of its own handler, even
// if a later one would hold.
Interpreter::Dispatch
Interpreter::dispatch(spec::RoleId role_id, std::int64_t process, const SentMessage& message) {
    enter(role_id, process);
    const spec::RoleInfo& role = spec_.role(role_id);
    const std::string& name = spec_.message(message.message).name;
    std::optional<std::uint32_t> first;
    std::optional<std::uint32_t> otherwise;
    Dispatch result;
    for (std::uint32_t i = 0; i < role.handlers.size(); ++i) {
        const spec::MessageHandler& handler = role.handlers[i];
        if (handler.message != message.message) {
            continue;
        }
        first = first.value_or(i);
        if (handler.otherwise) {
            otherwise = i;
            continue;
        }
        try {
            if (!accepts(handler, message)) {
                continue;
            }
        } catch (const Undefined& undefined) {
            return {{i}, undefined.failure};
        }
        if (!result.handlers.empty() &&
            !(handler.either && role.handlers[result.handlers.front()].either)) {
            return {{result.handlers.front()},
                    Failure{Failure::Kind::ambiguous,
                            fmt::format("two handlers of `{}` take `{}`, and their guards overlap",
                                        role.name,
                                        name),
                            handler.span}};
        }
        result.handlers.push_back(i);
    }
    if (result.handlers.empty() && otherwise) {
        result.handlers.push_back(*otherwise);
    }
    if (result.handlers.empty()) {
        result.handlers.push_back(first.value_or(0));
        result.failure = {Failure::Kind::unhandled,
                          fmt::format("no handler of `{}` takes `{}`", role.name, name),
                          first ? role.handlers[*first].span : role.span};
    }
    return result;
}

Flow Interpreter::deliver(spec::RoleId role,
                          std::int64_t process,
                          std::uint32_t index,
                          const SentMessage& message,
                          Origin origin) {
    enter(role, process);
    if (origin == Origin::network) {
        workspace_.deliver(message);
    }
    const spec::MessageInfo& info = spec_.message(message.message);
    for (std::size_t i = 0; i < message.fields.size(); ++i) {
        workspace_.mark_used(info.fields[i].type, message.fields[i]);
    }
    const spec::SortId sender_sort = spec_.role(info.from).index;
    if (sender_sort.valid()) {
        workspace_.mark_used(sender_sort, message.from);
    }
    const spec::MessageHandler& handler = spec_.role(role).handlers[index];
    bind_message(handler, message);
    return run(handler.body);
}

bool Interpreter::timing_allows(const ArmedTimer& timer) {
    now_ = {&workspace_.base(), &workspace_};
    return std::all_of(
        spec_.timing.begin(), spec_.timing.end(), [&](const spec::TimingAssumption& assumption) {
            if (assumption.timer != timer.timer) {
                return true;
            }
            if (assumption.process.valid()) {
                bind(assumption.process, Value::scalar(timer.process));
            }
            if (assumption.key.valid()) {
                bind(assumption.key, timer.key);
            }
            return decision(assumption.condition);
        });
}

Flow Interpreter::fire(spec::RoleId role,
                       std::int64_t process,
                       std::uint32_t index,
                       const std::optional<Value>& key) {
    enter(role, process);
    const spec::TimerHandler& handler = spec_.role(role).timer_handlers[index];
    const ArmedTimer timer{handler.timer, process, key.value_or(Value())};
    if (!workspace_.is_armed(timer)) {
        return Flow::disabled;
    }
    workspace_.disarm(timer);
    if (handler.key.valid()) {
        bind(handler.key, timer.key);
    }
    return run(handler.body);
}

Flow Interpreter::act(spec::RoleId role,
                      std::int64_t process,
                      std::uint32_t index,
                      const std::vector<Value>& arguments) {
    enter(role, process);
    const spec::ActionInfo& action = spec_.role(role).actions[index];
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        bind(action.parameters[i], arguments[i]);
    }
    if (action.guard.valid() && !decision(action.guard)) {
        return Flow::disabled;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        workspace_.mark_used(spec_.local(action.parameters[i]).type, arguments[i]);
    }
    return run(action.body);
}

Flow Interpreter::crash(spec::RoleId role_id, std::int64_t process) {
    const spec::RoleInfo& role = spec_.role(role_id);
    enter(role_id, process);
    for (const spec::VariableId variable : role.variables) {
        if (spec_.variable(variable).kind == spec::VariableKind::volatile_) {
            workspace_.write(
                variable, static_cast<std::size_t>(process), initial_value(variable, process));
        }
    }
    workspace_.crash_timers(role_id, process);
    return start(role_id, process);
}

Flow Interpreter::stop(const Process& process) {
    workspace_.stop(process);
    return Flow::next;
}

Flow Interpreter::lose(const SentMessage& message) {
    workspace_.lose(message);
    return Flow::next;
}

Flow Interpreter::cut(const Connection& connection, const std::vector<Process>& ends) {
    workspace_.cut(connection);
    for (const Process& end : ends) {
        const Process& peer = end == connection.one ? connection.other : connection.one;
        if (!is_stopped(workspace_.base(), end) && lost(end, peer) == Flow::dead) {
            return Flow::dead;
        }
    }
    return Flow::next;
}

Flow Interpreter::lost(const Process& process, const Process& peer) {
    const spec::LostHandler* handler = lost_handler(spec_, process.role, peer.role);
    if (handler == nullptr) {
        return Flow::next;
    }
    enter(process.role, process.index);
    if (handler->process.valid()) {
        workspace_.mark_used(spec_.role(peer.role).index, peer.index);
        bind(handler->process, Value::scalar(peer.index));
    }
    return run(handler->body);
}

Flow Interpreter::start(spec::RoleId role, std::int64_t process) {
    enter(role, process);
    const spec::BlockId block = spec_.role(role).on_start;
    return block.valid() ? run(block) : Flow::next;
}

} // namespace muster::checker
