#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_handler(const ast::HandlerDecl& decl,
                                RoleId role,
                                const ast::Member& member) {
    if (decl.event.text == "start") {
        check_on_start(decl, role);
        return;
    }
    const Symbol* symbol = Symbols::find(resolved_.symbols.roles[role.value], decl.event.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::timer) {
        check_timer_handler(decl, role, TimerId{symbol->index}, member.doc);
        return;
    }
    symbol = Symbols::find(resolved_.symbols.global, decl.event.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::message) {
        check_message_handler(decl, role, MessageId{symbol->index}, member.doc);
        return;
    }
    std::vector<std::string> known = {"start"};
    for (const TimerId timer : typed_.role(role).timers) {
        known.push_back(typed_.timer(timer).name);
    }
    for (const MessageInfo& message : typed_.messages) {
        known.push_back(message.name);
    }
    diagnostics_.report(
        {.code = Code::unknown_name,
         .message = fmt::format("there is no message or timer `{}`", decl.event.text),
         .primary = {decl.event.span, "a handler is for a message, a timer, or `start`"},
         .help = did_you_mean(decl.event.text, known),
         .cause = symbol == nullptr ? decl.event.text : ""});
}

std::vector<LocalId> TypeChecker::bind_fields(const ast::HandlerDecl& decl, MessageId message) {
    const std::size_t count = typed_.message(message).fields.size();
    std::vector<LocalId> fields(count);
    bool misspelt = false;
    for (const ast::HandlerParameter& parameter : decl.parameters) {
        const ast::Name& name = parameter.renamed.value_or(parameter.field);
        if (const auto index = find_message_field(message, parameter.field)) {
            fields[*index] = declare_local(name, typed_.message(message).fields[*index].type);
        } else {
            misspelt = true;
            declare_local(name, types_.error());
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!fields[i].valid()) { // reachable as `msg.f` only, so its name stays out of scope
            const FieldInfo& field = typed_.message(message).fields[i];
            fields[i] = LocalId{static_cast<std::uint32_t>(typed_.locals.size())};
            typed_.locals.push_back({field.name, field.type, decl.event.span});
            if (misspelt && !hidden_by(field.name)) { // it is probably the one that was meant
                locals_.push_back(fields[i]);
            }
        }
    }
    return fields;
}

void TypeChecker::bind_sender(const ast::HandlerDecl& decl, MessageHandler& handler) {
    const RoleId from = typed_.message(handler.message).from;
    const TypeId index = index_type(from);
    if (!index.valid()) {
        if (decl.sender) {
            not_allowed(decl.sender->span,
                        "the sender is always the same",
                        fmt::format("`{}` has one process and no index", typed_.role(from).name));
        }
        return;
    }
    if (decl.sender) {
        handler.sender = declare_local(*decl.sender, index);
    } else {
        handler.sender = LocalId{static_cast<std::uint32_t>(typed_.locals.size())};
        typed_.locals.push_back({"sender", index, decl.event.span});
    }
}

void TypeChecker::bind_request(const ast::HandlerDecl& decl, MessageHandler& handler) {
    if (!typed_.message(handler.message).is_request) {
        return;
    }
    const TypeId type = types_.request(handler.message);
    if (decl.request) {
        handler.request = declare_local(*decl.request, type);
    } else {
        handler.request = LocalId{static_cast<std::uint32_t>(typed_.locals.size())};
        typed_.locals.push_back({"request", type, decl.event.span});
    }
}

void TypeChecker::check_message_handler(const ast::HandlerDecl& decl,
                                        RoleId role,
                                        MessageId message,
                                        const std::string& doc) {
    if (typed_.message(message).to.valid() && typed_.message(message).to != role) {
        not_allowed(
            decl.event.span,
            fmt::format("`{}` never reaches this role", decl.event.text),
            fmt::format("it is declared to `{}`", typed_.role(typed_.message(message).to).name));
    }
    const Scope scope(*this);
    show_me(role);
    MessageHandler handler;
    handler.message = message;
    handler.span = decl.event.span;
    handler.doc = doc;
    handler.otherwise = decl.otherwise;
    handler.either = decl.either;
    if (decl.either && decl.otherwise) {
        not_allowed(decl.event.span,
                    "`otherwise` cannot be `either`",
                    "`otherwise` takes what the guards of all others leave, so it overlaps with "
                    "none");
    }
    Surroundings around;
    around.role = role;
    {
        const Surround in_role(*this, around); // so that a name that hides a variable is seen
        handler.fields = bind_fields(decl, message);
        bind_sender(decl, handler);
        bind_request(decl, handler);
    }
    around.request = handler.request;
    around.handler = &handler;
    const Surround surround(*this, around);
    if (decl.guard.valid()) {
        handler.guard = expect_boolean(decl.guard);
    }
    handler.body = check_block(decl.body);
    auto& first_otherwise = otherwise_handlers_[message.value];
    if (handler.otherwise && first_otherwise) {
        diagnostics_.report(
            {.code = Code::duplicate_name,
             .message = fmt::format("`{}` has two `otherwise` handlers", decl.event.text),
             .primary = {decl.event.span, "this one never runs"},
             .secondary = {{*first_otherwise, "the first one"}}});
    } else if (handler.otherwise) {
        first_otherwise = handler.span;
    }
    typed_.roles[role.value].handlers.push_back(std::move(handler));
}

void TypeChecker::check_timer_handler(const ast::HandlerDecl& decl,
                                      RoleId role,
                                      TimerId timer,
                                      const std::string& doc) {
    if (decl.sender || decl.request || decl.guard.valid() || decl.otherwise || decl.either) {
        not_allowed(decl.event.span,
                    "a timer has no sender, request or guard",
                    "write `on t(k) { … }` and decide inside");
    }
    const Scope scope(*this);
    show_me(role);
    Surroundings around;
    around.role = role;
    const Surround surround(*this, around);
    TimerHandler handler;
    handler.timer = timer;
    handler.span = decl.event.span;
    handler.doc = doc;
    const TypeId key = typed_.timer(timer).key_type;
    if (decl.parameters.size() != (key.valid() ? 1U : 0U)) {
        diagnostics_.report(
            {.code = Code::wrong_argument_count,
             .message =
                 fmt::format("timer `{}` has {} key", decl.event.text, key.valid() ? "a" : "no"),
             .primary = {decl.event.span, ""}});
    }
    if (key.valid()) {
        const ast::Name name = decl.parameters.empty()
                                   ? ast::Name{"key", decl.event.span}
                                   : decl.parameters[0].renamed.value_or(decl.parameters[0].field);
        handler.key = declare_local(name, key);
    }
    auto& first_handler = first_timer_handlers_[timer.value];
    if (first_handler) {
        diagnostics_.report({.code = Code::duplicate_name,
                             .message = fmt::format("timer `{}` has two handlers", decl.event.text),
                             .primary = {decl.event.span, ""},
                             .secondary = {{*first_handler, "the first one"}}});
    } else {
        first_handler = decl.event.span;
    }
    handler.body = check_block(decl.body);
    typed_.roles[role.value].timer_handlers.push_back(std::move(handler));
}

void TypeChecker::check_on_start(const ast::HandlerDecl& decl, RoleId role) {
    if (decl.either || decl.otherwise || decl.guard.valid() || decl.sender || decl.request) {
        not_allowed(decl.event.span,
                    "`on start` has no sender, request or guard",
                    "it runs once at the beginning and after every crash");
    }
    if (typed_.role(role).on_start.valid()) {
        diagnostics_.report({.code = Code::duplicate_name,
                             .message = "the role has two `on start` handlers",
                             .primary = {decl.event.span, ""},
                             .secondary = {{typed_.role(role).on_start_span, "the first one"}}});
        return;
    }
    const Scope scope(*this);
    show_me(role);
    Surroundings around;
    around.role = role;
    const Surround surround(*this, around);
    typed_.roles[role.value].on_start_span = decl.event.span;
    const BlockId body = check_block(decl.body);
    typed_.roles[role.value].on_start = body;
}

void TypeChecker::check_action(const ast::ActionDecl& decl, RoleId role, std::size_t index) {
    const Scope scope(*this);
    show_me(role);
    Surroundings around;
    around.role = role;
    const Surround surround(*this, around);
    for (const LocalId parameter : typed_.role(role).actions[index].parameters) {
        show_local(parameter);
    }
    const ExprId guard = decl.guard.valid() ? expect_boolean(decl.guard) : ExprId{};
    const BlockId body = check_block(decl.body);
    typed_.roles[role.value].actions[index].guard = guard;
    typed_.roles[role.value].actions[index].body = body;
}

} // namespace muster::spec
