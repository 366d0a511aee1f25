#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

/// Tests that go on from other tests: each has their lines in front of its own.
namespace muster::spec {

namespace {

/// Of all tests of a spec together, so that a short spec is never a huge one.
constexpr std::size_t kMaxInheritedLines = 100'000;

} // namespace

std::vector<const ast::TestDecl*> TypeChecker::stages_of(std::size_t index) {
    const ast::TestDecl& decl = *resolved_.test_decls[index];
    test_before_[index] = decl.after ? find_earlier_test(decl) : std::nullopt;
    std::vector<const ast::TestDecl*> stages{&decl};
    for (auto at = test_before_[index]; at; at = test_before_[*at]) {
        stages.push_back(resolved_.test_decls[*at]);
        inherited_test_lines_ += stages.back()->lines.size() + 1;
        if (inherited_test_lines_ > kMaxInheritedLines) {
            diagnostics_.report(
                {.code = Code::expansion_too_large,
                 .message = fmt::format("tests go on from more than {} lines of other tests",
                                        kMaxInheritedLines),
                 .primary = {decl.after->span, "here the limit is passed"},
                 .notes = {"a test has all lines of the one that it goes on from, and of all that "
                           "this one goes on from"},
                 .help = "let fewer tests go on from long ones"});
            return {&decl};
        }
    }
    std::reverse(stages.begin(), stages.end());
    return stages;
}

std::optional<std::size_t> TypeChecker::find_earlier_test(const ast::TestDecl& decl) {
    const ast::Name& title = *decl.after;
    const auto found = earlier_tests_.find(title.text);
    if (found == earlier_tests_.end()) {
        std::vector<std::string> known;
        for (const auto& [text, tests] : earlier_tests_) {
            known.push_back(text);
        }
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = fmt::format("no test above has the title \"{}\"", title.text),
             .primary = {title.span, "nothing to go on from"},
             .notes = {"a test goes on from one that stands above it"},
             .help = did_you_mean(title.text, known)});
        return std::nullopt;
    }
    const std::size_t earlier = found->second.front();
    if (found->second.size() > 1) {
        diagnostics_.report(
            {.code = Code::duplicate_name,
             .message = fmt::format("several tests above have the title \"{}\"", title.text),
             .primary = {title.span, "it cannot be told which of them is meant"},
             .secondary = {{typed_.tests[earlier].span, "one of them"}},
             .help = "give them different titles"});
        return std::nullopt;
    }
    // Its mistakes are reported where they are, and not again here.
    if (tests_with_errors_.contains(earlier)) {
        return std::nullopt;
    }
    if (const RoleId role = typed_.tests[earlier].role; decl.role.text != typed_.role(role).name) {
        diagnostics_.report(
            {.code = Code::wrong_kind_of_name,
             .message = fmt::format("\"{}\" is a test of `{}`", title.text, typed_.role(role).name),
             .primary = {decl.role.span, "this is a test of another role"},
             .secondary = {{typed_.tests[earlier].span, "the test that it goes on from"}},
             .help = "a test goes on from one of the same role"});
        return std::nullopt;
    }
    return earlier;
}

// All stages are about one process, whichever of them names it.
void TypeChecker::declare_process(const std::vector<const ast::TestDecl*>& stages, TestInfo& test) {
    const TypeId sort = index_type(test.role);
    for (const ast::TestDecl* stage : stages) {
        if (!stage->process) {
            continue;
        }
        const ast::Name& process = *stage->process;
        if (!sort.valid()) {
            not_allowed(process.span,
                        fmt::format("role `{}` has one process and no index", stage->role.text),
                        "only a role declared as `role R[me: S]` has an index");
        } else if (!test.process.valid()) {
            report_known(process);
            test.process = declare_element(process, sort);
        } else if (const std::string& name = typed_.local(test.process).name;
                   name != process.text) {
            not_allowed(process.span,
                        fmt::format("the test that it goes on from calls the process `{}`", name),
                        "both are about one process: give it one name, or leave it out here");
        }
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

} // namespace muster::spec
