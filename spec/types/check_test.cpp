#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_test(std::size_t index) {
    const ast::TestDecl& decl = *resolved_.test_decls[index];
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, decl.role.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::role) {
        diagnostics_.report({.code = Code::unknown_name,
                             .message = fmt::format("there is no role `{}`", decl.role.text),
                             .primary = {decl.role.span, "a test runs one role"}});
        return;
    }
    const Scope scope(*this);
    TestInfo& test = typed_.tests[index];
    test.role = RoleId{symbol->index};
    Surroundings around;
    around.role = test.role;
    around.property = true;
    around.test = &test;
    const Surround surround(*this, around);
    for (const ast::TestLine& line : decl.lines) {
        std::visit(
            overloaded{
                [&](const ast::TestEvent& event) { check_test_event(event, line.span, test); },
                [&](const ast::TestExpect& expectation) {
                    const ExprId condition = expect_boolean(expectation.condition);
                    test.steps.push_back({TestExpectation{condition}, line.span});
                },
                [&](const auto&) { not_allowed(line.span, "this line is not supported yet", ""); },
            },
            line.node);
    }
}

void TypeChecker::check_test_event(const ast::TestEvent& event, Span span, TestInfo& test) {
    const Symbol* symbol = find_in_role(event.event.text);
    if (event.event.text == "crash") {
        test.steps.push_back({TestCrash{}, span});
    } else if (symbol != nullptr && symbol->kind == SymbolKind::timer) {
        check_test_timer(event, TimerId{symbol->index}, span, test);
    } else if (symbol != nullptr && symbol->kind == SymbolKind::action) {
        check_test_action(event, symbol->index, span, test);
    } else {
        check_test_message(event, span, test);
    }
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

void TypeChecker::check_test_action(const ast::TestEvent& event,
                                    std::uint32_t action,
                                    Span span,
                                    TestInfo& test) {
    const auto parameters = typed_.role(test.role).actions[action].parameters;
    TestAction step{action, std::vector<ExprId>(parameters.size())};
    for (const ast::FieldInit& init : event.fields) {
        const auto parameter =
            std::find_if(parameters.begin(), parameters.end(), [&](LocalId local) {
                return typed_.local(local).name == init.name.text;
            });
        if (parameter == parameters.end()) {
            diagnostics_.report({.code = Code::unknown_field,
                                 .message = fmt::format("action `{}` has no argument `{}`",
                                                        event.event.text,
                                                        init.name.text),
                                 .primary = {init.name.span, "arguments are named here"}});
            return;
        }
        step.arguments[static_cast<std::size_t>(parameter - parameters.begin())] =
            expect(init.value, typed_.local(*parameter).type);
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

void TypeChecker::check_test_message(const ast::TestEvent& event, Span span, TestInfo& test) {
    const auto message = find_message(event.event);
    if (!message) {
        return;
    }
    if (typed_.message(*message).to != test.role) {
        not_allowed(
            event.event.span,
            fmt::format("`{}` never reaches `{}`", event.event.text, typed_.role(test.role).name),
            "the events of a test are those of its role");
        return;
    }
    TestMessage step{*message, check_message_fields(*message, event.fields, span), {}};
    const RoleId from = typed_.message(*message).from;
    const SortId sort = from.valid() ? typed_.role(from).index : SortId{};
    if (sort.valid() && !event.from) {
        diagnostics_.report({.code = Code::missing_field,
                             .message = "the message has no sender",
                             .primary = {event.event.span, ""},
                             .help = "write `from a`"});
        return;
    }
    if (sort.valid()) {
        const auto local = find_local(event.from->text);
        step.from = local ? local_ref(*local, event.from->span)
                          : unknown_name(*event.from, types_.sort(sort));
    }
    test.steps.push_back({std::move(step), span});
}

} // namespace muster::spec
