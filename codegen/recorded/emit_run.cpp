#include "codegen/recorded/emit_run.hpp"

#include "codegen/emit_role.hpp"
#include "codegen/model/cpp_type.hpp"
#include "codegen/model/string_literal.hpp"

#include <algorithm>

/// The processes of a recorded run and its events, as calls of runtime/machine/test/recorded_run.
namespace muster::codegen {

namespace {

Doc braces(const std::vector<Doc>& parts) {
    return call("{", parts, "}");
}

Doc lambda(const std::string& call_text) {
    return group(Doc("[&](auto& subject, auto& out) {") +
                 nest(line() + Doc("return " + call_text + ';')) + line() + Doc("}"));
}

Doc set_of(const std::set<std::string>& texts) {
    std::vector<Doc> parts;
    parts.reserve(texts.size());
    for (const std::string& text : texts) {
        parts.emplace_back(string_literal(text));
    }
    return braces(parts);
}

} // namespace

RunEmitter::RunEmitter(const std::vector<std::unique_ptr<RoleContext>>& roles,
                       const Json& run,
                       Writer& writer)
    : roles_(roles)
    , spec_(roles.front()->spec)
    , run_(run)
    , meta_(member(member(run, "#meta"), "muster"))
    , writer_(writer)
    , reader_(spec_)
    , processes_(processes()) {}

void RunEmitter::emit() {
    emit_hooks();
    writer_.line("Hooks hooks;");
    writer_.line("machine::RecordedRun run(hooks);");
    for (const Process& process : processes_) {
        emit_process(process);
    }
    emit_start();
    const Json& states = array_of(member(run_, "states"));
    for (std::size_t i = 1; i < states.size(); ++i) {
        emit_event(i, member(member(states[i], "#meta"), "event"), states[i - 1], states[i]);
    }
    emit_end();
}

// ---- processes ----

std::vector<RunEmitter::Process> RunEmitter::processes() {
    std::vector<Process> all;
    NameScope names;
    for (const char* taken : {"Hooks", "hooks", "run"}) {
        names.reserve(taken);
    }
    for (std::size_t i = 0; i < roles_.size(); ++i) {
        const spec::RoleInfo& role = roles_[i]->role;
        if (!role.index.valid()) {
            all.push_back({i, "", names.claim(role.name), role.name});
            continue;
        }
        const Json& sorts = member(member(meta_, "universe"), "sorts");
        for (const Json& element : array_of(member(sorts, spec_.sorts[role.index.value].name))) {
            const std::string& name = text_of(element);
            all.push_back(
                {i, name, names.claim(role.name + '_' + name), role.name + '[' + name + ']'});
        }
    }
    return all;
}

const RunEmitter::Process& RunEmitter::process_of(const std::string& role, const Json& name) const {
    const auto found =
        std::find_if(processes_.begin(), processes_.end(), [&](const Process& process) {
            const RoleContext& context = *roles_[process.role];
            return context.role.name == role &&
                   (process.element.empty() ? role : process.element) == text_of(name);
        });
    if (found == processes_.end()) {
        throw UnreadableRun("the spec has no process `" + text_of(name) + "` of a role `" + role +
                            '`');
    }
    return *found;
}

void RunEmitter::emit_process(const Process& process) {
    const RoleContext& role = context(process);
    std::vector<Doc> arguments;
    if (role.role.index.valid()) {
        arguments.emplace_back(sort_name(spec_, role.role.index) + '(' +
                               string_literal(process.element) + ')');
    }
    if (!role.usage.constants.empty()) {
        std::vector<Doc> fields;
        for (const spec::ConstId id : role.usage.constants) {
            const auto& info = spec_.constants[id.value];
            const Json& value = member(member(meta_, "constants"), info.name);
            fields.emplace_back('.' + field_identifier(spec_, info.name) + " = " +
                                reader_.code(info.type, value));
        }
        arguments.push_back(call(constants_type(role) + '{', fields, "}"));
    }
    for (const spec::RoleId other : role.usage.all_of) {
        const spec::SortId sort = spec_.role(other).index;
        const Json& sorts = member(member(meta_, "universe"), "sorts");
        std::set<std::string> elements;
        for (const Json& element : array_of(member(sorts, spec_.sorts[sort.value].name))) {
            elements.insert(text_of(element));
        }
        arguments.push_back(Doc("Set<" + sort_name(spec_, sort) + '>') + set_of(elements));
    }
    arguments.emplace_back("hooks");
    const std::string type = "::" + role.scope + "::" + role.class_name + "<Types, Hooks, true>";
    writer_.line(call("machine::RecordedProcess<" + type + "> " + process.variable + "{",
                      {call(type + '(', arguments, ")"), "{}", "{}"},
                      "};"));
}

// ---- states ----

RunEmitter::Words RunEmitter::state_of(const Process& process, const Json& state) {
    Words words;
    const spec::RoleInfo& role = context(process).role;
    for (const spec::VariableId id : role.variables) {
        const auto& variable = spec_.variable(id);
        const Json& value = member(state, role.name + '.' + variable.name);
        if (process.element.empty()) {
            words[variable.name] = reader_.words(variable.type, value);
            continue;
        }
        for (const Json& entry : tagged(value, "#map")) {
            if (array_of(entry).size() == 2 && text_of(entry[0]) == process.element) {
                words[variable.name] = reader_.words(variable.type, entry[1]);
            }
        }
    }
    return words;
}

std::set<std::string> RunEmitter::armed_of(const Process& process, const Json& state) {
    std::set<std::string> armed;
    const spec::RoleInfo& role = context(process).role;
    const std::string& name = process.element.empty() ? role.name : process.element;
    for (const Json& timer : tagged(member(state, "armed"), "#set")) {
        const Json& value = member(timer, "value");
        for (const spec::TimerId id : role.timers) {
            const auto& info = spec_.timer(id);
            if (text_of(member(timer, "tag")) == role.name + '_' + info.name &&
                text_of(member(value, "process")) == name) {
                armed.insert(info.key_type.valid()
                                 ? info.name + '(' +
                                       reader_.words(info.key_type, member(value, "key")) + ')'
                                 : info.name);
            }
        }
    }
    return armed;
}

RunEmitter::Words
RunEmitter::changes_of(const Process& process, const Json& before, const Json& after) {
    Words changes = state_of(process, after);
    for (const auto& [name, value] : state_of(process, before)) {
        if (changes[name] == value) {
            changes.erase(name);
        }
    }
    const std::set<std::string> armed_before = armed_of(process, before);
    const std::set<std::string> armed_after = armed_of(process, after);
    for (const std::string& timer : armed_before) {
        if (armed_after.count(timer) == 0) {
            changes["timer " + timer] = "off";
        }
    }
    for (const std::string& timer : armed_after) {
        if (armed_before.count(timer) == 0) {
            changes["timer " + timer] = "armed";
        }
    }
    return changes;
}

std::set<std::string>
RunEmitter::sent_by(const Process& process, const Json& before, const Json& after) {
    std::set<std::string> sent;
    const spec::RoleInfo& role = context(process).role;
    const Json& known = tagged(member(before, "sent"), "#set");
    for (const Json& message : tagged(member(after, "sent"), "#set")) {
        if (std::find(known.begin(), known.end(), message) != known.end()) {
            continue;
        }
        for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
            const auto& info = spec_.messages[i];
            const Json& value = member(message, "value");
            const std::string& name = process.element.empty() ? role.name : process.element;
            if (info.name != text_of(member(message, "tag")) || !info.from.valid() ||
                &spec_.role(info.from) != &role || text_of(member(value, "from")) != name) {
                continue;
            }
            const bool addressed = info.to.valid() && spec_.role(info.to).index.valid();
            sent.insert(reader_.message_words(spec::MessageId{i}, member(value, "fields")) +
                        (addressed ? " to " + text_of(member(value, "to")) : ""));
        }
    }
    return sent;
}

// ---- events ----

void RunEmitter::emit_step(const Event& event,
                           const Words& changes,
                           const std::set<std::string>& sent) {
    std::vector<Doc> state;
    for (const auto& [name, value] : changes) {
        state.push_back(braces({string_literal(name), string_literal(value)}));
    }
    writer_.line(call("run.step(",
                      {string_literal(event.title),
                       event.process.variable,
                       lambda(event.call),
                       braces({braces(state), set_of(sent)})},
                      ");"));
}

void RunEmitter::emit_start() {
    const Json& states = array_of(member(run_, "states"));
    if (states.empty()) {
        throw UnreadableRun("the run has no states");
    }
    const Json nothing = {{"sent", {{"#set", Json::array()}}}};
    for (const Process& process : processes_) {
        Words state = state_of(process, states[0]);
        for (const std::string& timer : armed_of(process, states[0])) {
            state["timer " + timer] = "armed";
        }
        emit_step({process, "start " + process.title, "subject.start(out)"},
                  state,
                  sent_by(process, nothing, states[0]));
    }
}

RunEmitter::Event RunEmitter::delivery(const Process& process, const Json& event) {
    const Json& message = member(event, "message");
    const Json& value = member(message, "value");
    for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
        const spec::MessageId id{i};
        const auto& info = spec_.message(id);
        const auto& handlers = context(process).role.handlers;
        if (info.name != text_of(member(message, "tag")) ||
            std::none_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
                return handler.message == id;
            })) {
            continue;
        }
        const std::string& from = text_of(member(value, "from"));
        const bool indexed = info.from.valid() && spec_.role(info.from).index.valid();
        std::string arguments = reader_.message_code(id, member(value, "fields"));
        if (indexed) {
            arguments += ", " + sort_name(spec_, spec_.role(info.from).index) + '(' +
                         string_literal(from) + ')';
        }
        if (info.is_request) {
            const std::string number = std::to_string(
                reader_.request(from, ItfReader::number(member(value, "correlation"))));
            writer_.line("run.asks(" + number + ", " + string_literal(indexed ? from : "") + ");");
            arguments += ", Request{" + number + '}';
        }
        return {process,
                "deliver " + reader_.message_words(id, member(value, "fields")) + " from " + from +
                    " to " + process.title,
                "subject.handle(" + arguments + ", out)"};
    }
    throw UnreadableRun("the role `" + context(process).role.name + "` takes no message `" +
                        text_of(member(message, "tag")) + '`');
}

RunEmitter::Event RunEmitter::firing(const Process& process, const Json& event) {
    const std::string& name = text_of(member(event, "step"));
    for (const spec::TimerId id : context(process).role.timers) {
        const auto& timer = spec_.timer(id);
        if (timer.name != name) {
            continue;
        }
        std::string key;
        std::string words = name;
        if (timer.key_type.valid()) {
            key = reader_.code(timer.key_type, member(event, "key"));
            words += '(' + reader_.words(timer.key_type, member(event, "key")) + ')';
        }
        writer_.line("run.expire(" + process.variable + ", " + string_literal(words) + ");");
        return {process,
                words + " of " + process.title,
                "subject.fire(" + context(process).timer_type(id) + '{' + key + "}, out)"};
    }
    throw UnreadableRun("the role `" + context(process).role.name + "` has no timer `" + name +
                        '`');
}

RunEmitter::Event RunEmitter::action(const Process& process, const Json& event) {
    const RoleContext& role = context(process);
    const std::string& name = text_of(member(event, "step"));
    for (std::size_t i = 0; i < role.role.actions.size(); ++i) {
        const auto& action = role.role.actions[i];
        if (action.name != name) {
            continue;
        }
        std::string code;
        std::string words;
        for (const spec::LocalId parameter : action.parameters) {
            const auto& local = spec_.local(parameter);
            const Json& value = member(member(event, "arguments"), local.name);
            code += reader_.code(local.type, value) + ", ";
            words += (words.empty() ? "" : ", ") + reader_.words(local.type, value);
        }
        return {process,
                name + '(' + words + ") by " + process.title,
                "subject." + role.actions[i] + '(' + code + "out)"};
    }
    throw UnreadableRun("the role `" + role.role.name + "` has no action `" + name + '`');
}

void RunEmitter::emit_crash(const Process& process, const Json& before) {
    std::set<std::string> durable;
    for (const std::string& timer : armed_of(process, before)) {
        for (const spec::TimerId id : context(process).role.timers) {
            const auto& info = spec_.timer(id);
            if (info.durable && (timer == info.name || timer.starts_with(info.name + '('))) {
                durable.insert(timer);
            }
        }
    }
    writer_.line(call("run.crash(", {process.variable, set_of(durable)}, ");"));
}

// Both ends may have something to do.
void RunEmitter::emit_cut(const Json& event,
                          const Json& before,
                          const Json& after,
                          const std::string& number) {
    const std::string& role = text_of(member(event, "role"));
    for (const Process& process : processes_) {
        const RoleContext& own = context(process);
        const std::string& name = process.element.empty() ? own.role.name : process.element;
        for (const auto& handler : own.role.lost_handlers) {
            const spec::RoleInfo& peer = spec_.role(handler.peer);
            const bool first = own.role.name == role && name == text_of(member(event, "process"));
            const bool second = peer.name == role && name == text_of(member(event, "peer"));
            if (!first && !second) {
                continue;
            }
            const std::string& other = text_of(member(event, first ? "peer" : "process"));
            const std::string code = peer.index.valid() ? sort_name(spec_, peer.index) + '(' +
                                                              string_literal(other) + ')'
                                                        : "";
            emit_step({process,
                       number + "connection of " + process.title + " with " + other + " is cut",
                       "subject.lost(" + own.peer_type(handler.peer) + '{' + code + "}, out)"},
                      changes_of(process, before, after),
                      sent_by(process, before, after));
        }
    }
}

void RunEmitter::emit_event(std::size_t number,
                            const Json& event,
                            const Json& before,
                            const Json& after) {
    const std::string& kind = text_of(member(event, "kind"));
    const std::string step = std::to_string(number) + "  ";
    if (kind == "cut") {
        emit_cut(event, before, after, step);
        return;
    }
    if (kind == "lose" || kind == "stop") {
        writer_.comment("Step " + std::to_string(number) + ", " + kind + ' ' +
                        text_of(member(event, "step")) + ", is nothing that a machine does.");
        return;
    }
    const Process& process = process_of(text_of(member(event, "role")), member(event, "process"));
    Words changes = changes_of(process, before, after);
    if (kind == "crash") {
        emit_crash(process, before);
        emit_step({process, step + "crash " + process.title, "subject.start(out)"},
                  changes,
                  sent_by(process, before, after));
        return;
    }
    Event what = kind == "deliver" ? delivery(process, event)
                 : kind == "fire"  ? firing(process, event)
                                   : action(process, event);
    if (kind == "fire") {
        const std::string timer = what.title.substr(0, what.title.find(" of "));
        changes["timer " + timer] = armed_of(process, after).count(timer) > 0 ? "armed" : "off";
    }
    what.title = step + what.title;
    emit_step(what, changes, sent_by(process, before, after));
}

// A run about no property ends in an event that goes wrong.
void RunEmitter::emit_end() {
    if (text_of(member(meta_, "claim")) != "goes wrong") {
        return;
    }
    const Json& event = member(member(meta_, "end"), "event");
    const std::string& kind = text_of(member(event, "kind"));
    const Process& process = process_of(text_of(member(event, "role")), member(event, "process"));
    if (kind != "deliver" && kind != "fire" && kind != "act") {
        throw UnreadableRun("it ends in a `" + kind + "` that goes wrong, which is not followed");
    }
    const Event what = kind == "deliver" ? delivery(process, event)
                       : kind == "fire"  ? firing(process, event)
                                         : action(process, event);
    writer_.line(call("run.goes_wrong(",
                      {string_literal(what.title), what.process.variable, lambda(what.call)},
                      ");"));
}

} // namespace muster::codegen
