#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::check_test(std::size_t index) {
    const ast::TestDecl& decl = *resolved_.test_decls[index];
    const std::size_t errors_before = diagnostics_.error_count();
    const auto role = find_role(decl.role, "a test runs one role");
    if (role) {
        const Scope scope(*this);
        TestInfo& test = typed_.tests[index];
        test.role = *role;
        Surroundings around;
        around.role = test.role;
        around.property = true;
        around.test = &test;
        const Surround surround(*this, around);
        show_me(*role);
        const auto stages = stages_of(index);
        declare_process(stages, test);
        for (const ast::TestDecl* stage : stages) {
            check_test_givens(*stage, test);
        }
        for (const ast::TestDecl* stage : stages) {
            check_test_lines(*stage, test);
        }
    }
    if (diagnostics_.error_count() > errors_before) {
        tests_with_errors_.insert(index);
    }
    earlier_tests_[decl.title].push_back(index);
}

void TypeChecker::check_test_givens(const ast::TestDecl& decl, TestInfo& test) {
    bool has_begun = false;
    for (const ast::TestLine& line : decl.lines) {
        const auto* given = std::get_if<ast::TestGiven>(&line.node);
        if (given == nullptr) {
            has_begun = true;
            continue;
        }
        if (has_begun) {
            not_allowed(line.span,
                        "values are given before anything happens",
                        "constants and functions never change during a run");
        }
        check_test_given(*given, test);
    }
}

void TypeChecker::check_test_lines(const ast::TestDecl& decl, TestInfo& test) {
    for (const ast::TestLine& line : decl.lines) {
        std::visit(
            overloaded{
                [&](const ast::TestEvent& event) { check_test_event(event, line.span, test); },
                [&](const ast::TestExpect& expectation) {
                    const ExprId condition = expect_boolean(expectation.condition);
                    test.steps.push_back({TestExpectation{condition}, line.span});
                },
                [](const ast::TestGiven&) {},
                [&](const ast::TestLost& lost) { check_test_lost(lost, line.span, test); },
                [&](const ast::TestExpectSends& sends) {
                    check_test_sends(sends, line.span, test);
                },
            },
            line.node);
    }
}

void TypeChecker::check_test_given(const ast::TestGiven& given, TestInfo& test) {
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
