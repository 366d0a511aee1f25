#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_test(std::size_t index) {
    const ast::TestDecl& decl = *resolved_.test_decls[index];
    const auto role = find_role(decl.role, "a test runs one role");
    if (!role) {
        return;
    }
    const Scope scope(*this);
    TestInfo& test = typed_.tests[index];
    test.role = *role;
    Surroundings around;
    around.role = test.role;
    around.property = true;
    around.test = &test;
    const Surround surround(*this, around);
    show_me(*role);
    const TypeId process = index_type(*role);
    if (decl.process && process.valid()) {
        report_known(*decl.process);
        test.process = declare_element(*decl.process, process);
    } else if (decl.process) {
        not_allowed(decl.process->span,
                    fmt::format("role `{}` has one process and no index", decl.role.text),
                    "only a role declared as `role R[me: S]` has an index");
    }
    for (const ast::TestLine& line : decl.lines) {
        std::visit(
            overloaded{
                [&](const ast::TestEvent& event) { check_test_event(event, line.span, test); },
                [&](const ast::TestExpect& expectation) {
                    const ExprId condition = expect_boolean(expectation.condition);
                    test.steps.push_back({TestExpectation{condition}, line.span});
                },
                [&](const ast::TestGiven& given) { check_test_given(given, line.span, test); },
                [&](const ast::TestLost& lost) { check_test_lost(lost, line.span, test); },
                [&](const ast::TestExpectSends& sends) {
                    check_test_sends(sends, line.span, test);
                },
            },
            line.node);
    }
}

// A name that stands for something else is no element, and the tested process is one.
void TypeChecker::report_known(const ast::Name& process) {
    const Symbol* symbol = find_in_role(process.text);
    if (symbol == nullptr) {
        symbol = Symbols::find(resolved_.symbols.global, process.text);
    }
    if (symbol == nullptr && !resolved_.symbols.enumerators.contains(process.text)) {
        return;
    }
    Diagnostic diagnostic{.code = Code::duplicate_name,
                          .message = fmt::format("`{}` is declared twice", process.text),
                          .primary = {process.span, "declared again here, as an element"},
                          .help = "choose another name for the process"};
    if (symbol != nullptr) {
        diagnostic.secondary.push_back(
            {symbol->span, fmt::format("first declared here, as {}", describe(symbol->kind))});
    } else {
        diagnostic.notes.emplace_back("it is an enumerator already");
    }
    diagnostics_.report(std::move(diagnostic));
}

void TypeChecker::check_test_given(const ast::TestGiven& given, Span span, TestInfo& test) {
    if (!test.steps.empty()) {
        not_allowed(span,
                    "values are given before anything happens",
                    "constants and functions never change during a run");
    }
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, given.name.text);
    Surroundings around;
    around.test = &test;
    const Surround surround(*this, around); // the state of the role is no part of a value
    if (symbol != nullptr && symbol->kind == SymbolKind::constant) {
        check_const_value(given.name, ConstId{symbol->index}, given.value, test.constants);
    } else if (symbol != nullptr && symbol->kind == SymbolKind::function) {
        check_function_value(given.name, FunctionId{symbol->index}, given.value, test.functions);
    } else {
        std::vector<std::string> known;
        for (const auto& [text, other] : resolved_.symbols.global) {
            if (other.kind == SymbolKind::constant || other.kind == SymbolKind::function) {
                known.push_back(text);
            }
        }
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = fmt::format("there is no constant or function `{}`", given.name.text),
             .primary = {given.name.span, "nothing that could be given"},
             .help = did_you_mean(given.name.text, known),
             .cause = symbol == nullptr ? given.name.text : ""});
    }
}

void TypeChecker::check_test_lost(const ast::TestLost& lost, Span span, TestInfo& test) {
    const auto peer = find_peer(test.role, lost.role, span);
    if (!peer) {
        return;
    }
    const auto& handlers = typed_.role(test.role).lost_handlers;
    const auto found = std::find_if(
        handlers.begin(), handlers.end(), [&](const LostHandler& h) { return h.peer == *peer; });
    const std::string& peer_name = typed_.role(*peer).name;
    if (found == handlers.end()) {
        diagnostics_.report({.code = Code::no_handler,
                             .message = fmt::format("role `{}` has no `on lost` for `{}`",
                                                    typed_.role(test.role).name,
                                                    peer_name),
                             .primary = {span, "nothing would happen"}});
        return;
    }
    TestLost step{static_cast<std::uint32_t>(found - handlers.begin()), {}};
    if (const TypeId index = index_type(*peer); index.valid()) {
        step.process = expect_name(lost.peer, index);
    } else if (lost.peer.text != peer_name) {
        diagnostics_.report({.code = Code::wrong_kind_of_name,
                             .message = fmt::format("the peer is `{}`", peer_name),
                             .primary = {lost.peer.span, "it has one process and no index"},
                             .help = fmt::format("write `lost {}`", peer_name)});
    }
    test.steps.push_back({step, span});
}

void TypeChecker::check_test_sends(const ast::TestExpectSends& sends, Span span, TestInfo& test) {
    TestSends step;
    if (sends.message) {
        const auto message = find_message(*sends.message);
        if (!message) {
            return;
        }
        const RoleId from = typed_.message(*message).from;
        if (from.valid() && from != test.role) {
            not_allowed(sends.message->span,
                        fmt::format("`{}` is not sent by `{}`",
                                    sends.message->text,
                                    typed_.role(test.role).name),
                        "a test sees what its own role sends");
            return;
        }
        step.message = *message;
        step.fields = check_named_fields(*message, sends.fields);
        if (sends.to.valid() && typed_.message(*message).to.valid()) {
            step.to = check_addressee(*message, sends.to);
        }
    }
    test.steps.push_back({std::move(step), span});
}

} // namespace muster::spec
