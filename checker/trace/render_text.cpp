#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace muster::checker {
namespace {

constexpr const char* kIndent = "       ";

class TextRenderer {
public:
    TextRenderer(const TransitionSystem& system, ElementNames& names)
        : system_(system)
        , spec_(*system.spec)
        , names_(names) {}

    [[nodiscard]] std::string event(const Event& event) const {
        const Step& step = system_.steps[event.step];
        const spec::RoleInfo& role = spec_.role(step.role);
        switch (step.kind) {
        case StepKind::deliver:
            return delivery(event);
        case StepKind::fire: {
            const spec::TimerInfo& timer = spec_.timer(role.timer_handlers[step.index].timer);
            return fmt::format("fire {}", timer_name(timer, event.process, event.timer_key));
        }
        case StepKind::act: {
            const spec::ActionInfo& action = role.actions[step.index];
            std::vector<std::string> parts;
            for (std::size_t i = 0; i < event.arguments.size(); ++i) {
                const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
                parts.push_back(fmt::format(
                    "{}: {}", parameter.name, value(parameter.type, event.arguments[i])));
            }
            return fmt::format("{}({}) by {}",
                               action.name,
                               fmt::join(parts, ", "),
                               process(step.role, event.process));
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

    void initial(const Trace& trace, spec::ExprId shown, std::string& text) const {
        const State& state = trace.initial;
        for (std::size_t c = 0; c < spec_.constants.size() && c < state.constants.size(); ++c) {
            text += fmt::format("{}{} = {}\n",
                                kIndent,
                                spec_.constants[c].name,
                                value(spec_.constants[c].type, state.constants[c]));
        }
        for (const std::string& line : render_functions(spec_, trace, shown, names_)) {
            text += fmt::format("{}{}\n", kIndent, line);
        }
        each_variable(state, [&](spec::VariableId variable, std::size_t index, const Value& now) {
            text += fmt::format("{}{} = {}\n",
                                kIndent,
                                variable_name(variable, index),
                                value(spec_.variable(variable).type, now));
        });
        State nothing;
        for (const SentMessage& message : state.sent) {
            if (is_kept_in_flight(message)) {
                nothing.sent.push_back(message);
                if (!contains(state.in_flight, message)) {
                    text += fmt::format("{}sent before: {}\n", kIndent, from_and_to(message));
                }
            }
        }
        nothing.in_flight = state.in_flight;
        for (const auto& messages : {state.in_flight.loose, state.in_flight.queued}) {
            for (const SentMessage& message : messages) {
                text += fmt::format("{}in flight: {}\n", kIndent, from_and_to(message));
            }
        }
        for (const Process& stopped : state.stopped) {
            text +=
                fmt::format("{}{} has stopped\n", kIndent, process(stopped.role, stopped.index));
        }
        sent_and_armed(nothing, state, text);
    }

    void
    changes(const State& before, const State& after, const Event& event, std::string& text) const {
        each_variable(after, [&](spec::VariableId variable, std::size_t index, const Value& now) {
            const Value& old = before.variables[variable.value][index];
            if (old == now) {
                return;
            }
            const spec::TypeId type = spec_.variable(variable).type;
            const std::string name = variable_name(variable, index);
            const std::string from = value(type, old);
            text += fmt::format("{}{} = {} -> {}\n", kIndent, name, from, value(type, now));
        });
        if (system_.steps[event.step].kind == StepKind::cut) {
            for (const SentMessage& lost :
                 missing(sorted(before.in_flight.queued), sorted(after.in_flight.queued))) {
                text += fmt::format("{}lost: {}\n", kIndent, from_and_to(lost));
            }
        }
        sent_and_armed(before, after, text);
    }

private:
    [[nodiscard]] std::string value(spec::TypeId type, const Value& value) const {
        return render_value(spec_, type, value, names_);
    }

    [[nodiscard]] std::string process(spec::RoleId id, std::int64_t index) const {
        return render_process(spec_, {id, index}, names_);
    }

    [[nodiscard]] std::string variable_name(spec::VariableId id, std::size_t index) const {
        const spec::VariableInfo& variable = spec_.variable(id);
        return fmt::format(
            "{}.{}", process(variable.role, static_cast<std::int64_t>(index)), variable.name);
    }

    [[nodiscard]] std::string timer_name(const spec::TimerInfo& timer,
                                         std::int64_t index,
                                         const std::optional<Value>& key) const {
        std::string name = spec_.role(timer.role).index.valid()
                               ? fmt::format("{}.{}", process(timer.role, index), timer.name)
                               : timer.name;
        if (timer.key_type.valid() && key) {
            name += fmt::format("[{}]", value(timer.key_type, *key));
        }
        return name;
    }

    [[nodiscard]] std::string message(const SentMessage& message) const {
        return render_payload(spec_, message, names_);
    }

    [[nodiscard]] std::string delivery(const Event& event) const {
        const SentMessage& delivered = *event.message;
        const spec::MessageInfo& info = spec_.message(delivered.message);
        std::string text = fmt::format(
            "deliver {} from {}", message(delivered), process(info.from, delivered.from));
        if (spec_.role(info.to).index.valid()) {
            text += fmt::format(" to {}", process(info.to, delivered.to));
        }
        const bool matters = info.network != spec::NetworkKind::unreliable;
        return event.origin == Origin::made_up && matters ? text + ", made up" : text;
    }

    [[nodiscard]] std::string from_and_to(const SentMessage& sent) const {
        return render_message(spec_, sent, names_);
    }

    // Whether the network can lose such a message, so that its being in flight is worth telling.
    [[nodiscard]] bool is_kept_in_flight(const SentMessage& sent) const {
        return spec_.message(sent.message).network != spec::NetworkKind::unreliable;
    }

    static bool contains(const InFlight& in_flight, const SentMessage& message) {
        return std::find(in_flight.loose.begin(), in_flight.loose.end(), message) !=
                   in_flight.loose.end() ||
               std::find(in_flight.queued.begin(), in_flight.queued.end(), message) !=
                   in_flight.queued.end();
    }

    static std::vector<SentMessage> sorted(std::vector<SentMessage> messages) {
        std::sort(messages.begin(), messages.end());
        return messages;
    }

    // What a step sent: what is new in flight, every copy of it, and what is new at all.
    static std::vector<SentMessage> sends(const State& before, const State& after) {
        std::vector<SentMessage> result = missing(after.in_flight.loose, before.in_flight.loose);
        const auto queued =
            missing(sorted(after.in_flight.queued), sorted(before.in_flight.queued));
        result.insert(result.end(), queued.begin(), queued.end());
        for (const SentMessage& message : missing(after.sent, before.sent)) {
            if (std::find(result.begin(), result.end(), message) == result.end()) {
                result.push_back(message);
            }
        }
        return sorted(std::move(result));
    }

    template <class Visit>
    void each_variable(const State& state, Visit visit) const {
        for (std::uint32_t variable = 0; variable < state.variables.size(); ++variable) {
            for (std::size_t index = 0; index < state.variables[variable].size(); ++index) {
                visit(spec::VariableId{variable}, index, state.variables[variable][index]);
            }
        }
    }

    template <class Item>
    static std::vector<Item> missing(const std::vector<Item>& from, const std::vector<Item>& in) {
        std::vector<Item> result;
        std::set_difference(
            from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(result));
        return result;
    }

    void sent_and_armed(const State& before, const State& after, std::string& text) const {
        for (const SentMessage& sent : sends(before, after)) {
            const spec::MessageInfo& info = spec_.message(sent.message);
            const std::string what = message(sent);
            text += fmt::format("{}send {} to {}\n", kIndent, what, process(info.to, sent.to));
        }
        const auto timers = [&](const char* verb, const std::vector<ArmedTimer>& changed) {
            for (const ArmedTimer& timer : changed) {
                text += fmt::format("{}{} {}\n",
                                    kIndent,
                                    verb,
                                    timer_name(spec_.timer(timer.timer), timer.process, timer.key));
            }
        };
        timers("start", missing(after.armed, before.armed));
        timers("stop", missing(before.armed, after.armed));
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    ElementNames& names_;
};

} // namespace

std::string render_event(const TransitionSystem& system, const Event& event, ElementNames& names) {
    return TextRenderer(system, names).event(event);
}

std::string
render_text(const TransitionSystem& system, const Trace& trace, const TextOptions& options) {
    ElementNames names(*system.spec, trace.universe.element_names);
    const TextRenderer renderer(system, names);
    std::string text = "  0  start\n";
    renderer.initial(trace, options.shown, text);
    const auto line = [&](std::size_t number, const Event& event) {
        const spec::Span span = system.steps[event.step].span;
        const std::string place =
            options.place && span != spec::Span{} ? options.place(span) : std::string();
        text += fmt::format(
            "{:>3}  {}{}{}\n", number, renderer.event(event), place.empty() ? "" : "   ", place);
    };
    const State* before = &trace.initial;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        line(i + 1, trace.steps[i].event);
        renderer.changes(*before, trace.steps[i].state, trace.steps[i].event, text);
        before = &trace.steps[i].state;
    }
    if (trace.ending) {
        if (!trace.initial.variables.empty()) {
            line(trace.steps.size() + 1, trace.ending->event);
        }
        text += fmt::format("{}{}\n", kIndent, trace.ending->failure.text);
    }
    if (!options.conclusion.empty()) {
        text += fmt::format("\n     {}\n", options.conclusion);
    }
    return text;
}

} // namespace muster::checker
