#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

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
            },
            line.node);
    }
}

void TypeChecker::check_test_event(const ast::TestEvent& event, Span span, TestInfo& test) {
    if (event.event.text == "crash") {
        test.steps.push_back({TestCrash{}, span});
        return;
    }
    const Symbol* symbol = find_in_role(event.event.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::timer) {
        const TypeId key = typed_.timer(TimerId{symbol->index}).key_type;
        TestTimer step{TimerId{symbol->index}, {}};
        if (key.valid() != (event.fields.size() == 1)) {
            diagnostics_.report({.code = Code::wrong_argument_count,
                                 .message = fmt::format("timer `{}` has {} key",
                                                        event.event.text,
                                                        key.valid() ? "a" : "no"),
                                 .primary = {event.event.span, ""}});
            return;
        }
        if (key.valid()) {
            step.key = expect(event.fields.front().value, key);
        }
        test.steps.push_back({step, span});
        return;
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::action) {
        const auto& parameters = typed_.role(test.role).actions[symbol->index].parameters;
        TestAction step{symbol->index, std::vector<ExprId>(parameters.size())};
        for (const ast::FieldInit& init : event.fields) {
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                if (typed_.local(parameters[i]).name == init.name.text) {
                    step.arguments[i] = expect(init.value, typed_.local(parameters[i]).type);
                }
            }
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
        return;
    }
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
    if (sort.valid()) {
        if (!event.from) {
            diagnostics_.report({.code = Code::missing_field,
                                 .message = "the message has no sender",
                                 .primary = {event.event.span, ""},
                                 .help = "write `from a`"});
            return;
        }
        const auto local = find_local(event.from->text);
        step.from = local ? local_ref(*local, event.from->span)
                          : unknown_name(*event.from, types_.sort(sort));
    }
    test.steps.push_back({std::move(step), span});
}

} // namespace muster::spec
