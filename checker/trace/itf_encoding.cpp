#include "checker/trace/itf_encoding.hpp"

#include "checker/eval/collections.hpp"
#include "checker/trace/element_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace muster::checker::itf {

namespace {

constexpr const char* kUnitType = "<<>>";

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

Json big(std::int64_t number) {
    return {{"#bigint", std::to_string(number)}};
}

// The states of a failed induction step may speak of elements that the universe does not have.
Json element(const spec::TypedSpec& spec, const Names& names, spec::SortId sort, std::int64_t i) {
    const auto& known = names[sort.value];
    if (i < 0 || static_cast<std::size_t>(i) >= known.size()) {
        return fmt::format("{} #{}", spec.sorts[sort.value].name, i);
    }
    return known[static_cast<std::size_t>(i)];
}

Json unit() {
    return {{"#tup", Json::array()}};
}

std::string timer_tag(const spec::TypedSpec& spec, const spec::TimerInfo& timer) {
    return fmt::format("{}_{}", spec.role(timer.role).name, timer.name);
}

bool has_correlation(const spec::MessageInfo& message) {
    return message.is_request || message.is_reply;
}

} // namespace

Names element_names(const spec::TypedSpec& spec, const Universe& universe) {
    ElementNames given(spec, universe.element_names);
    Names names;
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        std::set<std::string> taken;
        names.emplace_back();
        for (std::int64_t element = 0; element < universe.sort_sizes[sort]; ++element) {
            std::string name = given.name(spec::SortId{sort}, element);
            while (!taken.insert(name).second) {
                name += '_'; // an instance may call its own elements so
            }
            names.back().push_back(std::move(name));
        }
    }
    return names;
}

std::size_t ordinal(const TransitionSystem& system, std::uint32_t step) {
    const Step& wanted = system.steps[step];
    return static_cast<std::size_t>(
        std::count_if(system.steps.begin(), system.steps.begin() + step, [&](const Step& other) {
            return other.kind == wanted.kind && other.role == wanted.role &&
                   other.name == wanted.name;
        }));
}

std::string title(const Step& step) {
    const bool named = step.kind == StepKind::deliver || step.kind == StepKind::fire;
    return named ? fmt::format("{} {}", word(step.kind), step.name) : step.name;
}

std::string title(const spec::TypedSpec& spec, const spec::FaultInfo& fault) {
    static constexpr const char* kNames[] = {"crash", "stop", "arbitrary"};
    return fmt::format(
        "{} {}", kNames[static_cast<std::size_t>(fault.kind)], spec.role(fault.role).name);
}

std::string variable_name(const spec::TypedSpec& spec, const spec::VariableInfo& variable) {
    return fmt::format("{}.{}", spec.role(variable.role).name, variable.name);
}

Encoder::Encoder(const TransitionSystem& system, const Universe& universe)
    : system_(system)
    , spec_(*system.spec)
    , names_(element_names(spec_, universe))
    , loses_(universe.max_in_flight.has_value() ||
             std::any_of(spec_.messages.begin(), spec_.messages.end(), [](const auto& message) {
                 return message.network != spec::NetworkKind::unreliable;
             })) {}

std::vector<std::pair<std::string, std::string>> Encoder::variables() const {
    std::vector<std::pair<std::string, std::string>> result;
    for (const spec::VariableInfo& variable : spec_.variables) {
        const bool indexed = spec_.role(variable.role).index.valid();
        result.emplace_back(variable_name(spec_, variable),
                            (indexed ? "Str -> " : "") + type(variable.type));
    }
    result.emplace_back("sent", fmt::format("Set({})", message_type()));
    result.emplace_back("armed", fmt::format("Set({})", timer_type()));
    if (loses_) {
        result.emplace_back("in_flight", fmt::format("Seq({})", message_type()));
        result.emplace_back("queued", fmt::format("Seq({})", message_type()));
    }
    if (stops()) {
        result.emplace_back("stopped", "Set(Str)");
    }
    return result;
}

Json Encoder::state(const State& state) const {
    Json json = Json::object();
    for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
        const spec::VariableInfo& variable = spec_.variables[v];
        const spec::RoleInfo& role = spec_.role(variable.role);
        const std::string name = variable_name(spec_, variable);
        if (!role.index.valid()) {
            json[name] = value(variable.type, state.variables[v][0]);
            continue;
        }
        Json processes = Json::array();
        for (std::size_t i = 0; i < state.variables[v].size(); ++i) {
            processes.push_back(Json::array({process(variable.role, static_cast<std::int64_t>(i)),
                                             value(variable.type, state.variables[v][i])}));
        }
        json[name] = {{"#map", std::move(processes)}};
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

Json Encoder::event(const Event& event) const {
    const Step& step = system_.steps[event.step];
    Json json = {{"kind", word(step.kind)},
                 {"step", step.name},
                 {"which", ordinal(system_, event.step)},
                 {"role", spec_.role(step.role).name},
                 {"process", process(step.role, event.process)}};
    if (event.message) {
        json["message"] = message(*event.message);
        json["made up"] = event.origin == Origin::made_up;
    }
    if (step.kind == StepKind::cut) {
        json["peer"] = process(step.peer, event.peer);
    }
    if (const spec::TypeId type = key_type(step); type.valid() && event.timer_key) {
        json["key"] = value(type, *event.timer_key);
    }
    if (step.kind == StepKind::act) {
        const spec::ActionInfo& action = spec_.role(step.role).actions[step.index];
        Json arguments = Json::object();
        for (std::size_t i = 0; i < action.parameters.size(); ++i) {
            const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
            arguments[parameter.name] = value(parameter.type, event.arguments.at(i));
        }
        json["arguments"] = std::move(arguments);
    }
    json["choices"] = raw(event.choices);
    return json;
}

std::vector<Encoder::Pick> Encoder::picks(const Event& event) const {
    const Step& step = system_.steps[event.step];
    std::vector<Pick> picks{{"process", "Str", process(step.role, event.process)}};
    if (event.message) {
        picks.push_back({"message", message_type(), message(*event.message)});
    }
    if (step.kind == StepKind::cut) {
        picks.push_back({"peer", "Str", process(step.peer, event.peer)});
    }
    if (const spec::TypeId key = key_type(step); key.valid() && event.timer_key) {
        picks.push_back({fmt::format("{}_{}_key", spec_.role(step.role).name, step.name),
                         type(key),
                         value(key, *event.timer_key)});
    }
    if (step.kind == StepKind::act) {
        const spec::ActionInfo& action = spec_.role(step.role).actions[step.index];
        for (std::size_t i = 0; i < action.parameters.size(); ++i) {
            const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
            picks.push_back(
                {fmt::format("{}_{}_{}", spec_.role(step.role).name, action.name, parameter.name),
                 type(parameter.type),
                 value(parameter.type, event.arguments.at(i))});
        }
    }
    return picks;
}

spec::TypeId Encoder::key_type(const Step& step) const {
    if (step.kind != StepKind::fire) {
        return {};
    }
    return spec_.timer(spec_.role(step.role).timer_handlers[step.index].timer).key_type;
}

Json Encoder::process(spec::RoleId id, std::int64_t index) const {
    const spec::RoleInfo& role = spec_.role(id);
    return role.index.valid() ? element(spec_, names_, role.index, index) : Json(role.name);
}

Json Encoder::message(const SentMessage& message) const {
    const spec::MessageInfo& info = spec_.message(message.message);
    Json fields = Json::object();
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
        fields[info.fields[i].name] = value(info.fields[i].type, message.fields[i]);
    }
    Json content = {{"from", process(info.from, message.from)},
                    {"to", process(info.to, message.to)}};
    if (has_correlation(info)) {
        content["correlation"] = big(message.correlation);
    }
    content["fields"] = std::move(fields);
    return {{"tag", info.name}, {"value", std::move(content)}};
}

Json Encoder::messages(const std::vector<SentMessage>& messages) const {
    Json list = Json::array();
    for (const SentMessage& one : messages) {
        list.push_back(message(one));
    }
    return list;
}

Json Encoder::timer(const ArmedTimer& armed) const {
    const spec::TimerInfo& info = spec_.timer(armed.timer);
    Json content = {{"process", process(info.role, armed.process)}};
    if (info.key_type.valid()) {
        content["key"] = value(info.key_type, armed.key);
    }
    return {{"tag", timer_tag(spec_, info)}, {"value", std::move(content)}};
}

Json Encoder::list(spec::TypeId type, const Value& value) const {
    Json items = Json::array();
    for (const Value& item : value.items()) {
        items.push_back(this->value(type, item));
    }
    return items;
}

Json Encoder::map(const spec::Type& type, const Value& value) const {
    Json entries = Json::array();
    for (std::size_t i = 0; i < map_size(value); ++i) {
        Json entry = Json::array();
        entry.push_back(this->value(type.first, map_key(value, i)));
        entry.push_back(this->value(type.second, map_value(value, i)));
        entries.push_back(std::move(entry));
    }
    return {{"#map", std::move(entries)}};
}

Json Encoder::value(spec::TypeId id, const Value& value) const {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case spec::TypeKind::error:
        return nullptr;
    case spec::TypeKind::boolean:
        return value.truth();
    case spec::TypeKind::integer:
        return big(value.number());
    case spec::TypeKind::sort:
        return element(spec_, names_, spec::SortId{type.declaration}, value.number());
    case spec::TypeKind::enumeration:
        return spec_.enums[type.declaration].enumerators[static_cast<std::size_t>(value.number())];
    case spec::TypeKind::request:
        return {{"from", process(spec_.messages[type.declaration].from, value.items()[0].number())},
                {"correlation", big(value.items()[1].number())}};
    case spec::TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        Json record = Json::object();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            record[fields[i].name] = this->value(fields[i].type, value.items()[i]);
        }
        return record;
    }
    case spec::TypeKind::option:
        return value.items().empty() ? none() : some(this->value(type.first, value.items()[0]));
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

std::string Encoder::type(spec::TypeId id) const {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case spec::TypeKind::boolean:
        return "Bool";
    case spec::TypeKind::integer:
        return "Int";
    case spec::TypeKind::error:
    case spec::TypeKind::sort:
    case spec::TypeKind::enumeration:
        return "Str";
    case spec::TypeKind::request:
        return "{ from: Str, correlation: Int }";
    case spec::TypeKind::record: {
        std::vector<std::string> fields;
        for (const spec::FieldInfo& field : spec_.records[type.declaration].fields) {
            fields.push_back(fmt::format("{}: {}", field.name, this->type(field.type)));
        }
        return fmt::format("{{ {} }}", fmt::join(fields, ", "));
    }
    case spec::TypeKind::option:
        return fmt::format("None({}) | Some({})", kUnitType, this->type(type.first));
    case spec::TypeKind::set:
        return fmt::format("Set({})", this->type(type.first));
    case spec::TypeKind::map:
        return fmt::format("({} -> {})", this->type(type.first), this->type(type.second));
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        return fmt::format("Seq({})", this->type(type.first));
    }
    return "Str";
}

std::string Encoder::message_type() const {
    std::vector<std::string> variants;
    for (const spec::MessageInfo& message : spec_.messages) {
        std::vector<std::string> fields;
        for (const spec::FieldInfo& field : message.fields) {
            fields.push_back(fmt::format("{}: {}", field.name, type(field.type)));
        }
        variants.push_back(fmt::format("{}({{ from: Str, to: Str, {}fields: {{ {} }} }})",
                                       message.name,
                                       has_correlation(message) ? "correlation: Int, " : "",
                                       fmt::join(fields, ", ")));
    }
    return variants.empty() ? kUnitType : fmt::format("{}", fmt::join(variants, " | "));
}

std::string Encoder::timer_type() const {
    std::vector<std::string> variants;
    for (const spec::TimerInfo& timer : spec_.timers) {
        variants.push_back(
            fmt::format("{}({{ process: Str{} }})",
                        timer_tag(spec_, timer),
                        timer.key_type.valid() ? ", key: " + type(timer.key_type) : ""));
    }
    return variants.empty() ? kUnitType : fmt::format("{}", fmt::join(variants, " | "));
}

bool Encoder::stops() const {
    return std::any_of(system_.faults.begin(), system_.faults.end(), [](const auto& fault) {
        return fault.kind == spec::FaultKind::stop;
    });
}

Json some(Json value) {
    return {{"tag", "Some"}, {"value", std::move(value)}};
}

Json none() {
    return {{"tag", "None"}, {"value", unit()}};
}

Json raw(const std::vector<Value>& values) {
    Json row = Json::array();
    for (const Value& value : values) {
        row.push_back(raw(value));
    }
    return row;
}

} // namespace muster::checker::itf
