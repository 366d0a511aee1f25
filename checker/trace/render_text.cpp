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
            return delivery(*event.message);
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
        }
        return "";
    }

    void initial(const State& state, std::string& text) const {
        for (std::size_t c = 0; c < spec_.constants.size() && c < state.constants.size(); ++c) {
            text += fmt::format("{}{} = {}\n",
                                kIndent,
                                spec_.constants[c].name,
                                value(spec_.constants[c].type, state.constants[c]));
        }
        each_variable(state, [&](spec::VariableId variable, std::size_t index, const Value& now) {
            text += fmt::format("{}{} = {}\n",
                                kIndent,
                                variable_name(variable, index),
                                value(spec_.variable(variable).type, now));
        });
        sent_and_armed(State{}, state, text);
    }

    void changes(const State& before, const State& after, std::string& text) const {
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
        sent_and_armed(before, after, text);
    }

private:
    [[nodiscard]] std::string value(spec::TypeId type, const Value& value) const {
        return render_value(spec_, type, value, names_);
    }

    [[nodiscard]] std::string process(spec::RoleId id, std::int64_t index) const {
        const spec::RoleInfo& role = spec_.role(id);
        return role.index.valid() ? fmt::format("{}[{}]", role.name, names_.name(role.index, index))
                                  : role.name;
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

    /// Whether a field has the value that the spec would give it anyway; such a field is left out.
    /// Only defaults that are plain literals are recognised.
    [[nodiscard]] bool is_default(spec::ExprId literal, const Value& value) const {
        if (!literal.valid()) {
            return false;
        }
        const auto& node = spec_.expr(literal).node;
        if (const auto* number = std::get_if<spec::typed::IntLiteral>(&node)) {
            return value == Value::scalar(number->value);
        }
        if (const auto* enumerator = std::get_if<spec::typed::EnumLiteral>(&node)) {
            return value == Value::scalar(enumerator->enumerator);
        }
        if (const auto* truth = std::get_if<spec::typed::BoolLiteral>(&node)) {
            return value == Value::scalar(truth->value ? 1 : 0);
        }
        if (const auto* unary = std::get_if<spec::typed::Unary>(&node)) {
            return unary->op == spec::UnaryOp::negate && value.is_scalar() &&
                   is_default(unary->operand, Value::scalar(-value.number()));
        }
        const auto* set = std::get_if<spec::typed::SetLiteral>(&node);
        const bool empty = std::holds_alternative<spec::typed::NoneLiteral>(node) ||
                           std::holds_alternative<spec::typed::MapLiteral>(node) ||
                           std::holds_alternative<spec::typed::ListLiteral>(node) ||
                           (set != nullptr && set->elements.empty());
        return empty && !value.is_scalar() && value.items().empty();
    }

    [[nodiscard]] std::string message(const SentMessage& message) const {
        const spec::MessageInfo& info = spec_.message(message.message);
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < info.fields.size(); ++i) {
            if (!is_default(info.fields[i].default_value, message.fields[i])) {
                parts.push_back(fmt::format(
                    "{}: {}", info.fields[i].name, value(info.fields[i].type, message.fields[i])));
            }
        }
        return fmt::format("{}({})", info.name, fmt::join(parts, ", "));
    }

    [[nodiscard]] std::string delivery(const SentMessage& delivered) const {
        const spec::MessageInfo& info = spec_.message(delivered.message);
        std::string text = fmt::format(
            "deliver {} from {}", message(delivered), process(info.from, delivered.from));
        if (spec_.role(info.to).index.valid()) {
            text += fmt::format(" to {}", process(info.to, delivered.to));
        }
        return text;
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
        for (const SentMessage& sent : missing(after.sent, before.sent)) {
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
    ElementNames names(*system.spec);
    const TextRenderer renderer(system, names);
    std::string text = "  0  start\n";
    renderer.initial(trace.initial, text);
    const auto line = [&](std::size_t number, const Event& event) {
        const std::string place =
            options.place ? options.place(system.steps[event.step].span) : std::string();
        text += fmt::format(
            "{:>3}  {}{}{}\n", number, renderer.event(event), place.empty() ? "" : "   ", place);
    };
    const State* before = &trace.initial;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        line(i + 1, trace.steps[i].event);
        renderer.changes(*before, trace.steps[i].state, text);
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
