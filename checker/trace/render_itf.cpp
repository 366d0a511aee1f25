#include "checker/trace/render_itf.hpp"

#include "checker/eval/collections.hpp"
#include "checker/trace/element_names.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace muster::checker {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 1;

// A value without its type: a number or a row, which is what a replay needs.
Json raw(const Value& value) {
    if (value.is_scalar()) {
        return value.number();
    }
    Json row = Json::array();
    for (const Value& item : value.items()) {
        row.push_back(raw(item));
    }
    return row;
}

Json raw(const std::vector<Value>& values) {
    Json row = Json::array();
    for (const Value& value : values) {
        row.push_back(raw(value));
    }
    return row;
}

class ItfRenderer {
public:
    explicit ItfRenderer(const TransitionSystem& system)
        : system_(system)
        , spec_(*system.spec)
        , names_(spec_) {}

    std::string render(const Trace& trace) {
        names_ = ElementNames(spec_, trace.universe.element_names);
        loses_ = trace.universe.max_in_flight.has_value() ||
                 std::any_of(spec_.messages.begin(), spec_.messages.end(), [](const auto& message) {
                     return message.network != spec::NetworkKind::unreliable;
                 });
        Json states = Json::array();
        if (!trace.initial.variables.empty()) {
            states.push_back(state(trace.initial, 0));
            states.back()["#meta"]["choices"] = raw(trace.initial_choices);
        }
        for (std::size_t i = 0; i < trace.steps.size(); ++i) {
            states.push_back(state(trace.steps[i].state, i + 1));
            states.back()["#meta"]["event"] = event(trace.steps[i].event);
        }
        Json document;
        document["#meta"] = {{"format", "ITF"}, {"protocol", spec_.name}};
        if (trace.ending) {
            document["#meta"]["ends in"] = {{"event", event(trace.ending->event)},
                                            {"failure", trace.ending->failure.text}};
        }
        document["vars"] = variables();
        document["states"] = std::move(states);
        return document.dump(kIndent) + "\n";
    }

private:
    [[nodiscard]] std::string name(const spec::VariableInfo& variable) const {
        return fmt::format("{}.{}", spec_.role(variable.role).name, variable.name);
    }

    [[nodiscard]] Json variables() const {
        Json vars = Json::array();
        for (const spec::VariableInfo& variable : spec_.variables) {
            vars.push_back(name(variable));
        }
        vars.push_back("sent");
        vars.push_back("armed");
        if (loses_) {
            vars.push_back("in_flight");
            vars.push_back("queued");
        }
        if (stops()) {
            vars.push_back("stopped");
        }
        return vars;
    }

    Json state(const State& state, std::size_t index) {
        Json json;
        json["#meta"] = {{"index", index}};
        for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
            const spec::VariableInfo& variable = spec_.variables[v];
            const spec::RoleInfo& role = spec_.role(variable.role);
            if (!role.index.valid()) {
                json[name(variable)] = value(variable.type, state.variables[v][0]);
                continue;
            }
            Json processes = Json::array();
            for (std::size_t i = 0; i < state.variables[v].size(); ++i) {
                processes.push_back(
                    Json::array({names_.name(role.index, static_cast<std::int64_t>(i)),
                                 value(variable.type, state.variables[v][i])}));
            }
            json[name(variable)] = {{"#map", std::move(processes)}};
        }
        json["sent"] = {{"#set", messages(state.sent)}};
        Json armed = Json::array();
        for (const ArmedTimer& timer : state.armed) {
            armed.push_back(this->timer(timer));
        }
        json["armed"] = {{"#set", std::move(armed)}};
        if (loses_) {
            json["in_flight"] = messages(state.in_flight.loose);
            json["queued"] = messages(state.in_flight.queued);
        }
        if (stops()) {
            Json stopped = Json::array();
            for (const Process& one : state.stopped) {
                stopped.push_back(process(one.role, one.index));
            }
            json["stopped"] = {{"#set", std::move(stopped)}};
        }
        return json;
    }

    Json messages(const std::vector<SentMessage>& messages) {
        Json list = Json::array();
        for (const SentMessage& one : messages) {
            list.push_back(message(one));
        }
        return list;
    }

    [[nodiscard]] bool stops() const {
        return std::any_of(system_.faults.begin(), system_.faults.end(), [](const auto& fault) {
            return fault.kind == spec::FaultKind::stop;
        });
    }

    Json process(spec::RoleId id, std::int64_t index) {
        const spec::RoleInfo& role = spec_.role(id);
        return role.index.valid() ? names_.name(role.index, index) : role.name;
    }

    Json message(const SentMessage& message) {
        const spec::MessageInfo& info = spec_.message(message.message);
        Json fields = Json::object();
        for (std::size_t i = 0; i < info.fields.size(); ++i) {
            fields[info.fields[i].name] = value(info.fields[i].type, message.fields[i]);
        }
        return {{"message", info.name},
                {"from", process(info.from, message.from)},
                {"to", process(info.to, message.to)},
                {"fields", std::move(fields)}};
    }

    Json timer(const ArmedTimer& armed) {
        const spec::TimerInfo& info = spec_.timer(armed.timer);
        Json json = {{"timer", info.name}, {"process", process(info.role, armed.process)}};
        if (info.key_type.valid()) {
            json["key"] = value(info.key_type, armed.key);
        }
        return json;
    }

    [[nodiscard]] Json event(const Event& event) const {
        if (event.step >= system_.steps.size()) {
            return Json::object();
        }
        Json json = {{"step", event.step},
                     {"name", system_.steps[event.step].name},
                     {"process", event.process}};
        if (event.message) {
            json["message"] = {{"message", event.message->message.value},
                               {"from", event.message->from},
                               {"to", event.message->to},
                               {"correlation", event.message->correlation},
                               {"fields", raw(event.message->fields)}};
        }
        if (event.origin == Origin::made_up) {
            json["made up"] = true;
        }
        if (system_.steps[event.step].kind == StepKind::cut) {
            json["peer"] = event.peer;
        }
        if (event.timer_key) {
            json["key"] = raw(*event.timer_key);
        }
        json["arguments"] = raw(event.arguments);
        json["choices"] = raw(event.choices);
        return json;
    }

    Json list(spec::TypeId type, const Value& value) {
        Json items = Json::array();
        for (const Value& item : value.items()) {
            items.push_back(this->value(type, item));
        }
        return items;
    }

    Json value(spec::TypeId id, const Value& value) {
        const spec::Type& type = spec_.types[id];
        switch (type.kind) {
        case spec::TypeKind::error:
            return nullptr;
        case spec::TypeKind::boolean:
            return value.truth();
        case spec::TypeKind::integer:
            return {{"#bigint", std::to_string(value.number())}};
        case spec::TypeKind::sort:
        case spec::TypeKind::enumeration:
        case spec::TypeKind::request:
            return render_value(spec_, id, value, names_);
        case spec::TypeKind::record: {
            const auto& fields = spec_.records[type.declaration].fields;
            Json record = Json::object();
            for (std::size_t i = 0; i < fields.size(); ++i) {
                record[fields[i].name] = this->value(fields[i].type, value.items()[i]);
            }
            return record;
        }
        case spec::TypeKind::option:
            return value.items().empty()
                       ? Json{{"tag", "none"}}
                       : Json{{"tag", "some"},
                              {"value", this->value(type.first, value.items()[0])}};
        case spec::TypeKind::set:
            return {{"#set", list(type.first, value)}};
        case spec::TypeKind::map:
            return map(type, value);
        case spec::TypeKind::list:
        case spec::TypeKind::distinct_list:
            return list(type.first, value);
        }
        return nullptr;
    }

    Json map(const spec::Type& type, const Value& value) {
        Json entries = Json::array();
        for (std::size_t i = 0; i < map_size(value); ++i) {
            Json key = this->value(type.first, map_key(value, i));
            Json entry = Json::array();
            entry.push_back(std::move(key));
            entry.push_back(this->value(type.second, map_value(value, i)));
            entries.push_back(std::move(entry));
        }
        return {{"#map", std::move(entries)}};
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    ElementNames names_;
    bool loses_ = false; // whether messages are in flight for a while only
};

} // namespace

std::string render_itf(const TransitionSystem& system, const Trace& trace) {
    return ItfRenderer(system).render(trace);
}

} // namespace muster::checker
