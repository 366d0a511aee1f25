#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_test_event(const ast::TestEvent& event, Span span, TestInfo& test) {
    const std::size_t lines = test.steps.size();
    const Symbol* symbol = find_in_role(event.event.text);
    if (event.event.text == "crash" && event.refused) {
        not_allowed(span,
                    "a process can always crash",
                    "`refuse` stands in front of an action, a timer or a message");
    } else if (event.event.text == "crash") {
        test.steps.push_back({TestCrash{}, span});
    } else if (symbol != nullptr && symbol->kind == SymbolKind::timer) {
        check_test_timer(event, TimerId{symbol->index}, span, test);
    } else if (symbol != nullptr && symbol->kind == SymbolKind::action) {
        check_test_action(event, symbol->index, span, test);
    } else if (const Symbol* global = Symbols::find(resolved_.symbols.global, event.event.text);
               global != nullptr && global->kind == SymbolKind::message) {
        check_test_message(event, MessageId{global->index}, span, test);
    } else {
        report_no_event(event.event, test.role);
    }
    if (test.steps.size() > lines) { // otherwise it is a mistake
        test.steps.back().refused = event.refused;
    }
}

void TypeChecker::report_no_event(const ast::Name& name, RoleId role) {
    std::vector<std::string> known = {"crash"};
    for (const auto& [text, symbol] : resolved_.symbols.roles[role.value]) {
        if (symbol.kind == SymbolKind::timer || symbol.kind == SymbolKind::action) {
            known.push_back(text);
        }
    }
    for (const MessageInfo& message : typed_.messages) {
        if (!message.to.valid() || message.to == role) {
            known.push_back(message.name);
        }
    }
    const bool is_known = find_in_role(name.text) != nullptr ||
                          Symbols::find(resolved_.symbols.global, name.text) != nullptr;
    diagnostics_.report(
        {.code = Code::unknown_name,
         .message = fmt::format("there is no message, timer or action `{}`", name.text),
         .primary = {name.span,
                     fmt::format("an event of role `{}` is needed here", typed_.role(role).name)},
         .help = did_you_mean(name.text, known),
         .cause = is_known ? "" : name.text});
}

void TypeChecker::check_test_timer(const ast::TestEvent& event,
                                   TimerId timer,
                                   Span span,
                                   TestInfo& test) {
    const TypeId key = typed_.timer(timer).key_type;
    TestTimer step{timer, {}};
    if (key.valid() != (event.fields.size() == 1)) {
        diagnostics_.report(
            {.code = Code::wrong_argument_count,
             .message =
                 fmt::format("timer `{}` has {} key", event.event.text, key.valid() ? "a" : "no"),
             .primary = {event.event.span, ""}});
        return;
    }
    if (key.valid()) {
        step.key = expect(event.fields.front().value, key);
    }
    test.steps.push_back({step, span});
}

std::optional<std::size_t> TypeChecker::find_argument(const ast::TestEvent& event,
                                                      std::size_t position,
                                                      const std::vector<LocalId>& parameters) {
    const ast::FieldInit& init = event.fields[position];
    if (init.name.text.empty()) { // `action(1)`: by position
        if (position < parameters.size()) {
            return position;
        }
        diagnostics_.report({.code = Code::wrong_argument_count,
                             .message = fmt::format("action `{}` takes {} argument{}, not {}",
                                                    event.event.text,
                                                    parameters.size(),
                                                    parameters.size() == 1 ? "" : "s",
                                                    event.fields.size()),
                             .primary = {event.event.span, ""}});
        return std::nullopt;
    }
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](LocalId local) {
        return typed_.local(local).name == init.name.text;
    });
    if (found != parameters.end()) {
        return static_cast<std::size_t>(found - parameters.begin());
    }
    std::vector<std::string> known;
    known.reserve(parameters.size());
    for (const LocalId parameter : parameters) {
        known.push_back(typed_.local(parameter).name);
    }
    diagnostics_.report({.code = Code::unknown_field,
                         .message = fmt::format(
                             "action `{}` has no argument `{}`", event.event.text, init.name.text),
                         .primary = {init.name.span, ""},
                         .help = did_you_mean(init.name.text, known),
                         .cause = init.name.text});
    return std::nullopt;
}

void TypeChecker::check_test_action(const ast::TestEvent& event,
                                    std::uint32_t action,
                                    Span span,
                                    TestInfo& test) {
    const auto parameters = typed_.role(test.role).actions[action].parameters;
    TestAction step{action, std::vector<ExprId>(parameters.size())};
    for (std::size_t position = 0; position < event.fields.size(); ++position) {
        const auto parameter = find_argument(event, position, parameters);
        if (!parameter) {
            return;
        }
        if (step.arguments[*parameter].valid()) {
            report_given_twice(
                {typed_.local(parameters[*parameter]).name, span_of(event.fields[position].value)});
        }
        step.arguments[*parameter] =
            expect(event.fields[position].value, typed_.local(parameters[*parameter]).type);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!step.arguments[i].valid()) {
            diagnostics_.report({.code = Code::missing_field,
                                 .message = fmt::format("argument `{}` of `{}` has no value",
                                                        typed_.local(parameters[i]).name,
                                                        event.event.text),
                                 .primary = {event.event.span, ""}});
            return;
        }
    }
    test.steps.push_back({std::move(step), span});
}

void TypeChecker::check_test_message(const ast::TestEvent& event,
                                     MessageId message,
                                     Span span,
                                     TestInfo& test) {
    const RoleId to = typed_.message(message).to;
    if (to.valid() && to != test.role) {
        not_allowed(
            event.event.span,
            fmt::format("`{}` never reaches `{}`", event.event.text, typed_.role(test.role).name),
            "the events of a test are those of its role");
        return;
    }
    TestMessage step{message, check_message_fields(message, event.fields, span), {}};
    const RoleId from = typed_.message(message).from;
    const TypeId index = index_type(from);
    if (index.valid() && !is_error(index) && !event.from) {
        diagnostics_.report({.code = Code::missing_field,
                             .message = "the message has no sender",
                             .primary = {event.event.span, ""},
                             .help = "write `from a`"});
        return;
    }
    const Symbol* sender =
        event.from ? Symbols::find(resolved_.symbols.global, event.from->text) : nullptr;
    if (!from.valid() && sender != nullptr && sender->kind == SymbolKind::role) {
        step.from = error(event.from->span); // it may have one process
    } else if (index.valid() && event.from) {
        step.from = expect_name(*event.from, index);
    } else if (event.from && event.from->text != typed_.role(from).name) {
        diagnostics_.report(
            {.code = Code::wrong_kind_of_name,
             .message =
                 fmt::format("`{}` comes from `{}`", event.event.text, typed_.role(from).name),
             .primary = {event.from->span, "the sender has one process and no index"}});
    }
    test.steps.push_back({std::move(step), span});
}

} // namespace muster::spec
