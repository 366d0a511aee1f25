#include "checker/trace/state_lines.hpp"

#include "checker/eval/value_space.hpp"
#include "checker/trace/network_changes.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace muster::checker {
namespace {

bool contains(const InFlight& in_flight, const SentMessage& message) {
    return std::find(in_flight.loose.begin(), in_flight.loose.end(), message) !=
               in_flight.loose.end() ||
           std::find(in_flight.queued.begin(), in_flight.queued.end(), message) !=
               in_flight.queued.end();
}

template <class Visit>
void each_variable(const State& state, Visit visit) {
    for (std::uint32_t variable = 0; variable < state.variables.size(); ++variable) {
        for (std::size_t index = 0; index < state.variables[variable].size(); ++index) {
            visit(spec::VariableId{variable}, index, state.variables[variable][index]);
        }
    }
}

} // namespace

std::string StateLines::event(const Event& event) const {
    const Step& step = system_.steps[event.step];
    const spec::RoleInfo& role = spec_.role(step.role);
    switch (step.kind) {
    case StepKind::deliver:
        return delivery(event);
    case StepKind::fire: {
        const spec::TimerId timer = role.timer_handlers[step.index].timer;
        return "fire " + render_timer(spec_,
                                      {timer, event.process, event.timer_key.value_or(Value{})},
                                      names_);
    }
    case StepKind::act: {
        const spec::ActionInfo& action = role.actions[step.index];
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < event.arguments.size(); ++i) {
            const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
            parts.push_back(
                fmt::format("{}: {}", parameter.name, value(parameter.type, event.arguments[i])));
        }
        return fmt::format(
            "{}({}) by {}", action.name, fmt::join(parts, ", "), process(step.role, event.process));
    }
    case StepKind::crash:
        return "crash " + process(step.role, event.process);
    case StepKind::stop:
        return "stop " + process(step.role, event.process);
    case StepKind::lose:
        return "the network loses " + from_and_to(*event.message);
    case StepKind::cut: {
        const std::string one = process(step.role, event.process);
        return fmt::format(
            "the connection between {} and {} is cut", one, process(step.peer, event.peer));
    }
    }
    return "";
}

std::string StateLines::value(spec::TypeId type, const Value& value) const {
    return render_value(spec_, type, value, names_);
}

std::string StateLines::process(spec::RoleId id, std::int64_t index) const {
    return render_process(spec_, {id, index}, names_);
}

std::string StateLines::variable_name(spec::VariableId id, std::size_t index) const {
    const spec::VariableInfo& variable = spec_.variable(id);
    return fmt::format(
        "{}.{}", process(variable.role, static_cast<std::int64_t>(index)), variable.name);
}

std::string StateLines::message(const SentMessage& message) const {
    return render_payload(spec_, message, names_);
}

std::string StateLines::delivery(const Event& event) const {
    const SentMessage& delivered = *event.message;
    const spec::MessageInfo& info = spec_.message(delivered.message);
    std::string text =
        fmt::format("deliver {} from {}", message(delivered), process(info.from, delivered.from));
    if (spec_.role(info.to).index.valid()) {
        text += fmt::format(" to {}", process(info.to, delivered.to));
    }
    const bool matters = info.network != spec::NetworkKind::unreliable;
    return event.origin == Origin::made_up && matters ? text + ", made up" : text;
}

std::string StateLines::from_and_to(const SentMessage& sent) const {
    return render_message(spec_, sent, names_);
}

// Whether the network can lose such a message, so that its being in flight is worth telling.
bool StateLines::is_kept_in_flight(const SentMessage& sent) const {
    return spec_.message(sent.message).network != spec::NetworkKind::unreliable;
}

std::vector<std::string> StateLines::initial(const Trace& trace, spec::ExprId shown) const {
    const State& state = trace.initial;
    Lines lines;
    for (std::size_t c = 0; c < spec_.constants.size() && c < state.constants.size(); ++c) {
        lines.push_back(fmt::format("{} = {}",
                                    spec_.constants[c].name,
                                    value(spec_.constants[c].type, state.constants[c])));
    }
    for (std::string& line : render_functions(spec_, trace, shown, names_)) {
        lines.push_back(std::move(line));
    }
    each_variable(state, [&](spec::VariableId variable, std::size_t index, const Value& now) {
        const std::string name = variable_name(variable, index);
        lines.push_back(fmt::format("{} = {}", name, value(spec_.variable(variable).type, now)));
    });
    in_flight(state, lines);
    State nothing;
    std::copy_if(state.sent.begin(),
                 state.sent.end(),
                 std::back_inserter(nothing.sent),
                 [this](const SentMessage& message) { return is_kept_in_flight(message); });
    nothing.in_flight = state.in_flight;
    sent_and_armed(nothing, state, lines);
    return lines;
}

std::vector<std::string>
StateLines::not_initial(const Trace& trace,
                        const std::set<spec::FunctionId>& functions,
                        const std::vector<std::vector<std::optional<Value>>>& initial_values,
                        const Event& event) const {
    State state = trace.initial;
    Lines lines;
    for (std::size_t c = 0; c < spec_.constants.size() && c < state.constants.size(); ++c) {
        const spec::ConstInfo& constant = spec_.constants[c];
        if (state.constants[c] != default_value(spec_, constant.type)) {
            lines.push_back(
                fmt::format("{} = {}", constant.name, value(constant.type, state.constants[c])));
        }
    }
    for (std::string& line : render_tables(spec_, trace, functions, names_)) {
        lines.push_back(std::move(line));
    }
    each_variable(state, [&](spec::VariableId variable, std::size_t index, const Value& now) {
        if (initial_values[variable.value][index] != now) {
            const std::string name = variable_name(variable, index);
            lines.push_back(
                fmt::format("{} = {}", name, value(spec_.variable(variable).type, now)));
        }
    });
    if (event.message && event.origin == Origin::network) {
        for (auto* messages : {&state.sent, &state.in_flight.loose, &state.in_flight.queued}) {
            const auto place = std::find(messages->begin(), messages->end(), *event.message);
            if (place != messages->end()) {
                messages->erase(place);
            }
        }
    }
    in_flight(state, lines);
    for (const SentMessage& message : state.sent) {
        if (!is_kept_in_flight(message)) {
            lines.push_back(fmt::format("sent: {}", from_and_to(message)));
        }
    }
    for (const ArmedTimer& timer : state.armed) {
        lines.push_back("armed: " + render_timer(spec_, timer, names_));
    }
    return lines;
}

std::vector<std::string>
StateLines::changes(const State& before, const State& after, const Event& event) const {
    Lines lines;
    each_variable(after, [&](spec::VariableId variable, std::size_t index, const Value& now) {
        const Value& old = before.variables[variable.value][index];
        if (old == now) {
            return;
        }
        const spec::TypeId type = spec_.variable(variable).type;
        const std::string name = variable_name(variable, index);
        const std::string from = value(type, old);
        lines.push_back(fmt::format("{} = {} -> {}", name, from, value(type, now)));
    });
    if (system_.steps[event.step].kind == StepKind::cut) {
        for (const SentMessage& lost : no_longer_queued(before, after)) {
            lines.push_back(fmt::format("lost: {}", from_and_to(lost)));
        }
    }
    sent_and_armed(before, after, lines);
    return lines;
}

/// What a network that can lose messages has, and who has stopped.
void StateLines::in_flight(const State& state, Lines& lines) const {
    for (const SentMessage& message : state.sent) {
        if (is_kept_in_flight(message) && !contains(state.in_flight, message)) {
            lines.push_back(fmt::format("sent before: {}", from_and_to(message)));
        }
    }
    for (const auto& messages : {state.in_flight.loose, state.in_flight.queued}) {
        for (const SentMessage& message : messages) {
            lines.push_back(fmt::format("in flight: {}", from_and_to(message)));
        }
    }
    for (const Process& stopped : state.stopped) {
        lines.push_back(fmt::format("{} has stopped", process(stopped.role, stopped.index)));
    }
}

void StateLines::sent_and_armed(const State& before, const State& after, Lines& lines) const {
    for (const SentMessage& sent : sent_by_step(before, after)) {
        const spec::MessageInfo& info = spec_.message(sent.message);
        const std::string what = message(sent);
        lines.push_back(fmt::format("send {} to {}", what, process(info.to, sent.to)));
    }
    const auto timers = [&](const char* verb, const std::vector<ArmedTimer>& changed) {
        for (const ArmedTimer& timer : changed) {
            lines.push_back(fmt::format("{} {}", verb, render_timer(spec_, timer, names_)));
        }
    };
    timers("start", newly_armed(before, after));
    timers("stop", newly_armed(after, before));
}

} // namespace muster::checker
