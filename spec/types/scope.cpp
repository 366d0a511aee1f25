#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

std::optional<TypeChecker::Hidden> TypeChecker::hidden_by(std::string_view name) const {
    if (const auto local = find_local(name)) {
        return Hidden{"a local name", typed_.local(*local).span};
    }
    const Symbol* symbol = find_in_role(name);
    if (symbol != nullptr && symbol->kind == SymbolKind::variable) {
        return Hidden{"a variable", symbol->span};
    }
    return std::nullopt;
}

void TypeChecker::report_hiding(std::string_view name, Span span) {
    const auto hidden = hidden_by(name);
    if (!hidden) {
        return;
    }
    diagnostics_.report(
        {.code = Code::duplicate_name,
         .message = fmt::format("`{}` hides {} of the same name", name, hidden->what),
         .primary = {span, "declared again here"},
         .secondary = {{hidden->span, "this would be hidden"}},
         .help = "choose another name; a parameter `f` can be renamed with "
                 "`f: other`"});
}

LocalId TypeChecker::declare_local(const ast::Name& name, TypeId type) {
    report_hiding(name.text, name.span);
    const LocalId id{static_cast<std::uint32_t>(typed_.locals.size())};
    typed_.locals.push_back({name.text, type, name.span});
    locals_.push_back(id);
    return id;
}

void TypeChecker::show_local(LocalId local) {
    report_hiding(typed_.local(local).name, typed_.local(local).span);
    locals_.push_back(local);
}

void TypeChecker::show_me(RoleId role) {
    if (role.valid() && typed_.role(role).me.valid()) {
        locals_.push_back(typed_.role(role).me);
    }
}

std::optional<LocalId> TypeChecker::find_local(std::string_view name) const {
    const auto found = std::find_if(locals_.rbegin(), locals_.rend(), [&](LocalId id) {
        return typed_.local(id).name == name;
    });
    if (found != locals_.rend()) {
        return *found;
    }
    if (around_.test == nullptr) {
        return std::nullopt;
    }
    // An element that a test named stays known to the end of the test.
    const auto& elements = around_.test->elements;
    const auto element = std::find_if(elements.begin(), elements.end(), [&](LocalId id) {
        return typed_.local(id).name == name;
    });
    return element == elements.end() ? std::nullopt : std::optional(*element);
}

const Symbol* TypeChecker::find_in_role(std::string_view name) const {
    return around_.role.valid() ? Symbols::find(resolved_.symbols.roles[around_.role.value], name)
                                : nullptr;
}

ExprId TypeChecker::make(decltype(typed::Expr::node) node, TypeId type, Span span) {
    const ExprId id{static_cast<std::uint32_t>(typed_.exprs.size())};
    typed_.exprs.push_back({std::move(node), type, span});
    return id;
}

ExprId TypeChecker::local_ref(LocalId local, Span span) {
    return make(typed::LocalRef{local}, typed_.local(local).type, span);
}

ExprId TypeChecker::own_process(Span span) {
    const LocalId me = typed_.role(around_.role).me;
    return me.valid() ? local_ref(me, span) : ExprId{};
}

void TypeChecker::mismatch(Span span, TypeId expected, TypeId found) {
    if (is_error(expected) || is_error(found)) {
        return;
    }
    diagnostics_.report({.code = Code::type_mismatch,
                         .message = "this has the wrong type",
                         .primary = {span, fmt::format("found `{}`", name_of(found))},
                         .notes = {fmt::format("expected `{}`", name_of(expected)),
                                   fmt::format("   found `{}`", name_of(found))}});
}

void TypeChecker::needs(Span span, std::string_view what, TypeId found) {
    if (is_error(found)) {
        return;
    }
    diagnostics_.report({.code = Code::type_mismatch,
                         .message = fmt::format("{} is needed here", what),
                         .primary = {span, fmt::format("this is `{}`", name_of(found))}});
}

void TypeChecker::not_allowed(Span span, std::string message, std::string note) {
    diagnostics_.report({.code = Code::not_allowed_here,
                         .message = std::move(message),
                         .primary = {span, ""},
                         .notes = {std::move(note)}});
}

} // namespace muster::spec
