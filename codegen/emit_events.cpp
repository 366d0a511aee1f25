#include "codegen/emit_role.hpp"
#include "codegen/emit_statement.hpp"
#include "codegen/model/cpp_type.hpp"

#include <algorithm>
#include <optional>

/// The methods that take events. A method whose code contains arithmetic, procedures and defs
/// included, runs on a machine::Transaction, so that an overflow leaves no trace.
namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;
using spec::LocalId;
using spec::MessageHandler;

namespace {

constexpr const char* kHandled = "return Outcome::handled;";
/// The local that says which of several `either` handlers runs.
constexpr const char* kEither = "chosen";

/// One alternative of an event: a guard (or none) and what it leads to.
struct Alternative {
    ExprId guard;
    spec::BlockId body; // invalid: nothing to do
    std::vector<std::pair<LocalId, std::string>> names;
    /// For one of several `either` handlers: its number in the role.
    std::optional<std::size_t> either;
};

struct Parameter {
    std::string type;
    std::string name;
    bool used = false;
};

struct Event {
    std::string name;
    std::string doc;
    std::vector<Parameter> parameters; // without `out`
    std::vector<Alternative> alternatives;
};

/// Whether the body is `ignore` and nothing else.
bool just_ignores(const RoleContext& context, spec::BlockId body) {
    const auto& statements = context.spec.block(body).statements;
    return statements.size() == 1 && std::holds_alternative<Ignore>(statements.front().node);
}

Usage usage_of(const RoleContext& context, const Event& event) {
    Usage usage;
    for (const Alternative& alternative : event.alternatives) {
        if (alternative.guard.valid()) {
            context.analysis.use(alternative.guard, usage);
        }
        if (alternative.body.valid()) {
            context.analysis.use(alternative.body, usage);
        }
    }
    return usage;
}

/// Whether any code that is emitted for the event mentions `out`.
bool uses_out(const Usage& usage) {
    return !usage.writes.empty() || !usage.sends.empty() || !usage.timers.empty() ||
           !usage.procedures.empty();
}

StatementEmitter emitter_for(const RoleContext& context,
                             const Event& event,
                             const Alternative& alternative,
                             Writer& writer) {
    StatementEmitter statements(context, writer, kHandled);
    statements.exprs().alias(context.role.me, "me_");
    for (const auto& [local, text] : alternative.names) {
        statements.exprs().alias(local, text);
    }
    for (const Parameter& parameter : event.parameters) {
        statements.exprs().reserve(parameter.name);
    }
    statements.exprs().reserve(kEither);
    return statements;
}

/// Which of the `either` handlers runs. All their guards are looked at before.
void emit_choice(const RoleContext& context, const Event& event, Writer& writer) {
    std::vector<Doc> handlers;
    for (const Alternative& alternative : event.alternatives) {
        if (alternative.either.has_value()) {
            StatementEmitter statements = emitter_for(context, event, alternative, writer);
            const Doc guard = alternative.guard.valid()
                                  ? statements.exprs().condition(alternative.guard)
                                  : Doc("true");
            handlers.push_back(call("{", {Doc(std::to_string(*alternative.either)), guard}, "}"));
        }
    }
    if (!handlers.empty()) {
        writer.line(
            call("const auto " + std::string(kEither) + " = machine::choose_handler(*hooks_, {",
                 handlers,
                 "});"));
    }
}

void emit_alternatives(const RoleContext& context, const Event& event, Writer& writer) {
    emit_choice(context, event, writer);
    bool open_end = true; // whether an event can get past the alternatives
    for (const Alternative& alternative : event.alternatives) {
        StatementEmitter statements = emitter_for(context, event, alternative, writer);
        const bool guarded = alternative.guard.valid() || alternative.either.has_value();
        if (alternative.either.has_value()) {
            writer.open("if (" + std::string(kEither) + " == std::size_t{" +
                        std::to_string(*alternative.either) + "}) {");
        } else if (guarded) {
            const Doc guard = statements.exprs().condition(alternative.guard);
            writer.open(group(Doc("if (") + nest(guard) + Doc(") {")));
        }
        if (alternative.body.valid() && just_ignores(context, alternative.body)) {
            writer.line("return Outcome::ignored;");
        } else if (!alternative.body.valid() || !statements.block(alternative.body)) {
            writer.line(kHandled);
        }
        if (!guarded) {
            open_end = false;
            break;
        }
        writer.close();
    }
    if (open_end) {
        writer.line("return Outcome::not_enabled;");
    }
}

void emit_event(const RoleContext& context, const Event& event, Writer& writer) {
    const Usage usage = usage_of(context, event);
    std::vector<Doc> parameters;
    for (const Parameter& parameter : event.parameters) {
        parameters.emplace_back(parameter.type + (parameter.used ? ' ' + parameter.name : ""));
    }
    const std::string out = usage.arithmetic ? " host" : uses_out(usage) ? " out" : "";
    parameters.emplace_back("Out&" + out);
    writer.gap();
    writer.doc_comment(event.doc);
    writer.line("template <class Out>");
    writer.open(call("[[nodiscard]] Outcome " + event.name + '(', parameters, ") {"));
    if (usage.arithmetic) {
        writer.open(std::string("return machine::atomically(host, [&](auto&") +
                    (uses_out(usage) ? " out" : "") + ") {");
        emit_alternatives(context, event, writer);
        writer.close("});");
    } else {
        emit_alternatives(context, event, writer);
    }
    writer.close();
}

void mark_used(const RoleContext& context, Event& event) {
    const Usage usage = usage_of(context, event);
    for (const Alternative& alternative : event.alternatives) {
        for (const auto& [local, text] : alternative.names) {
            if (usage.locals.count(local) == 0) {
                continue;
            }
            const std::string name = text.substr(0, text.find('.'));
            for (Parameter& parameter : event.parameters) {
                parameter.used = parameter.used || parameter.name == name;
            }
        }
    }
}

Event message_event(const RoleContext& context, spec::MessageId id) {
    const auto& message = context.spec.message(id);
    Event event{"handle", "", {{"const " + type_identifier(message.name) + '&', "message"}}, {}};
    std::optional<Alternative> otherwise;
    const auto& handlers = context.role.handlers;
    const bool several = std::count_if(handlers.begin(), handlers.end(), [&](const auto& handler) {
                             return handler.message == id && handler.either;
                         }) > 1;
    for (std::size_t number = 0; number < handlers.size(); ++number) {
        const MessageHandler& handler = handlers[number];
        if (handler.message != id) {
            continue;
        }
        if (!handler.doc.empty()) {
            event.doc += (event.doc.empty() ? "" : "\n") + handler.doc;
        }
        Alternative alternative{handler.guard, handler.body, {}, {}};
        if (handler.either && several) {
            alternative.either = number;
        }
        for (std::size_t i = 0; i < handler.fields.size(); ++i) {
            alternative.names.emplace_back(
                handler.fields[i],
                "message." + field_identifier(context.spec, message.fields[i].name));
        }
        if (handler.sender.valid()) {
            alternative.names.emplace_back(handler.sender, "from");
        }
        if (handler.request.valid()) {
            alternative.names.emplace_back(handler.request, "request");
        }
        if (handler.otherwise) {
            otherwise = alternative;
        } else {
            event.alternatives.push_back(alternative);
        }
    }
    if (otherwise.has_value()) {
        event.alternatives.push_back(*otherwise);
    }
    if (message.from.valid() && context.spec.role(message.from).index.valid()) {
        event.parameters.push_back(
            {"const " + sort_name(context.spec, context.spec.role(message.from).index) + '&',
             "from"});
    }
    if (message.is_request) {
        event.parameters.push_back({"const Request&", "request"});
    }
    mark_used(context, event);
    return event;
}

Event timer_event(const RoleContext& context, const spec::TimerHandler& handler) {
    Alternative alternative{{}, handler.body, {}, {}};
    if (handler.key.valid()) {
        alternative.names.emplace_back(handler.key, "timer.key");
    }
    Event event{"fire",
                handler.doc,
                {{"const " + context.timer_type(handler.timer) + '&', "timer"}},
                {alternative}};
    mark_used(context, event);
    return event;
}

Event lost_event(const RoleContext& context, const spec::LostHandler& handler) {
    Alternative alternative{{}, handler.body, {}, {}};
    if (handler.process.valid()) {
        alternative.names.emplace_back(handler.process, "peer.process");
    }
    Event event{"lost",
                handler.doc.empty() ? "The connection was cut; nothing that was on its way arrives."
                                    : handler.doc,
                {{"const " + context.peer_type(handler.peer) + '&', "peer"}},
                {alternative}};
    mark_used(context, event);
    return event;
}

Event action_event(const RoleContext& context, std::size_t index) {
    const auto& action = context.role.actions[index];
    Event event{context.actions[index], action.doc, {}, {}};
    Alternative alternative{action.guard, action.body, {}, {}};
    NameScope names = context.local_names;
    for (const LocalId parameter : action.parameters) {
        const auto& local = context.spec.local(parameter);
        const std::string name = names.claim(local.name);
        alternative.names.emplace_back(parameter, name);
        event.parameters.push_back(
            {cpp_parameter(context.spec, local.type, Where::in_class), name});
    }
    event.alternatives.push_back(std::move(alternative));
    mark_used(context, event);
    return event;
}

std::vector<Doc> parameters_of(const RoleContext& context,
                               ExprEmitter& exprs,
                               const std::vector<LocalId>& locals,
                               const std::set<LocalId>& used) {
    std::vector<Doc> docs;
    for (const LocalId local : locals) {
        const std::string name = exprs.declare(local);
        docs.emplace_back(
            cpp_parameter(context.spec, context.spec.local(local).type, Where::in_class) +
            (used.count(local) > 0 ? ' ' + name : ""));
    }
    return docs;
}

} // namespace

void emit_events(const RoleContext& context, Writer& writer) {
    emit_event(context,
               {"start",
                "Runs once after construction, and after every crash.",
                {},
                {{{}, context.role.on_start, {}, {}}}},
               writer);
    std::vector<spec::MessageId> handled;
    for (const MessageHandler& handler : context.role.handlers) {
        if (std::find(handled.begin(), handled.end(), handler.message) == handled.end()) {
            handled.push_back(handler.message);
        }
    }
    for (const spec::MessageId message : handled) {
        emit_event(context, message_event(context, message), writer);
    }
    for (const spec::TimerHandler& handler : context.role.timer_handlers) {
        emit_event(context, timer_event(context, handler), writer);
    }
    for (const spec::LostHandler& handler : context.role.lost_handlers) {
        emit_event(context, lost_event(context, handler), writer);
    }
    for (std::size_t i = 0; i < context.role.actions.size(); ++i) {
        emit_event(context, action_event(context, i), writer);
    }
}

void emit_procedures(const RoleContext& context, Writer& writer) {
    for (const auto& [id, name] : context.defs) {
        const auto& def = context.spec.def(id);
        writer.gap();
        writer.doc_comment(def.doc);
        ExprEmitter exprs(context);
        exprs.alias(context.role.me, "me_");
        if (def.me.valid()) {
            exprs.alias(def.me, "me_");
        }
        const Usage usage = context.analysis.of(def.body);
        const std::vector<Doc> parameters =
            parameters_of(context, exprs, def.parameters, usage.locals);
        const std::string type =
            cpp_type(context.spec, context.spec.expr(def.body).type, Where::in_class);
        const bool ghost = context.analysis.is_ghost(def.body, {});
        const std::string end = ghost ? ") const" : ") const {";
        const std::string open = "[[nodiscard]] " + type + ' ' + name + '(';
        const Doc head = call(open, parameters, end);
        if (ghost) {
            writer.line(head);
            writer.line("    requires Ghosts");
            writer.open("{");
        } else {
            writer.open(head);
        }
        writer.line(group(Doc("return ") + exprs.into(def.body) + Doc(";")));
        writer.close();
    }
    for (const auto& [id, name] : context.procedures) {
        const auto& procedure = context.spec.procedure(id);
        writer.gap();
        writer.doc_comment(procedure.doc);
        StatementEmitter statements(context, writer, "return;");
        statements.exprs().alias(context.role.me, "me_");
        const Usage usage = context.analysis.of(procedure.body);
        std::vector<Doc> parameters =
            parameters_of(context, statements.exprs(), procedure.parameters, usage.locals);
        parameters.emplace_back(uses_out(usage) ? "Out& out" : "Out&");
        writer.line("template <class Out>");
        writer.open(call("void " + name + '(', parameters, ") {"));
        statements.block(procedure.body);
        writer.close();
    }
}

} // namespace muster::codegen
