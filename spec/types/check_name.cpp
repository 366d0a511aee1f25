#include "spec/diagnostics/foreign_words.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

/// No name is looked for once there are so many mistakes: each search goes through all names, and
/// nobody reads that far.
constexpr std::size_t kMaxSuggestions = 200;

/// Whether a name of this kind can stand in an expression.
bool has_value(SymbolKind kind) {
    return kind == SymbolKind::variable || kind == SymbolKind::def ||
           kind == SymbolKind::constant || kind == SymbolKind::function;
}

} // namespace

ExprId TypeChecker::infer_name(const ast::Name& name, TypeId hint) {
    if (const auto local = find_local(name.text)) {
        if (*local == around_.unindexed_peer) {
            diagnostics_.report(
                {.code = Code::wrong_kind_of_name,
                 .message = fmt::format("`{}` has no value", name.text),
                 .primary = {name.span, "the peer has one process and no index"},
                 .secondary = {{typed_.local(*local).span, "it stands for the peer"}}});
            return error(name.span);
        }
        return local_ref(*local, name.span);
    }
    const Symbol* symbol = find_in_role(name.text);
    if (symbol != nullptr &&
        (symbol->kind == SymbolKind::variable || symbol->kind == SymbolKind::def)) {
        return role_member(around_.role, own_process(name.span), name, name.span);
    }
    if (symbol == nullptr) {
        symbol = Symbols::find(resolved_.symbols.global, name.text);
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::constant) {
        const ConstId constant{symbol->index};
        return make(typed::ConstRef{constant}, typed_.constants[symbol->index].type, name.span);
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::def) {
        return infer_call(ast::Call{name, {}}, name.span, hint);
    }
    if (resolved_.symbols.enumerators.contains(name.text)) {
        return infer_enumerator(name, hint);
    }
    if (symbol != nullptr) {
        diagnostics_.report(
            {.code = Code::wrong_kind_of_name,
             .message = fmt::format("`{}` is {}, not a value", name.text, describe(symbol->kind)),
             .primary = {name.span, "a value is needed here"},
             .secondary = {{symbol->span, "declared here"}},
             .cause = name.text});
        return error(name.span);
    }
    return unknown_name(name, hint);
}

ExprId TypeChecker::infer_enumerator(const ast::Name& name, TypeId hint) {
    const auto& candidates = resolved_.symbols.enumerators.find(name.text)->second;
    for (const EnumeratorSymbol& candidate : candidates) {
        const TypeId type = types_.intern({TypeKind::enumeration, candidate.enumeration, {}, {}});
        if (candidates.size() == 1 || type == hint) {
            return make(typed::EnumLiteral{candidate.enumerator}, type, name.span);
        }
    }
    std::vector<std::string> notes;
    notes.reserve(candidates.size());
    for (const EnumeratorSymbol& candidate : candidates) {
        notes.push_back(fmt::format(
            "`{}` is an enumerator of `{}`", name.text, typed_.enums[candidate.enumeration].name));
    }
    diagnostics_.report(
        {.code = Code::cannot_infer_type,
         .message = fmt::format("it cannot be told which `{}` is meant here", name.text),
         .primary = {name.span, ""},
         .notes = std::move(notes)});
    return error(name.span);
}

std::vector<std::string> TypeChecker::visible_names() const {
    std::vector<std::string> names;
    if (diagnostics_.error_count() > kMaxSuggestions) {
        return names;
    }
    names.reserve(locals_.size());
    for (const LocalId local : locals_) {
        names.push_back(typed_.local(local).name);
    }
    if (around_.role.valid()) {
        for (const auto& [text, symbol] : resolved_.symbols.roles[around_.role.value]) {
            if (has_value(symbol.kind)) {
                names.push_back(text);
            }
        }
    }
    for (const auto& [text, symbol] : resolved_.symbols.global) {
        if (has_value(symbol.kind) || (around_.property && symbol.kind == SymbolKind::role)) {
            names.push_back(text);
        }
    }
    for (const auto& [text, symbols] : resolved_.symbols.enumerators) {
        names.push_back(text);
    }
    return names;
}

ExprId TypeChecker::unknown_name(const ast::Name& name, TypeId hint) {
    if (around_.test != nullptr && hint.valid() &&
        (types_[hint].kind == TypeKind::sort || is_error(hint))) {
        return local_ref(declare_element(name, hint), name.span);
    }
    diagnostics_.report({.code = Code::unknown_name,
                         .message = fmt::format("there is no `{}` here", name.text),
                         .primary = {name.span, "not declared"},
                         .help = help_for_unknown(name.text),
                         .cause = name.text});
    return error(name.span);
}

std::string TypeChecker::help_for_unknown(const std::string& name) const {
    std::string help = help_for_foreign_value(name);
    return help.empty() ? did_you_mean(name, visible_names()) : help;
}

LocalId TypeChecker::declare_element(const ast::Name& name, TypeId sort) {
    const LocalId element{static_cast<std::uint32_t>(typed_.locals.size())};
    typed_.locals.push_back({name.text, sort, name.span});
    around_.test->elements.push_back(element);
    return element;
}

ExprId TypeChecker::expect_name(const ast::Name& name, TypeId type) {
    const ExprId expr = infer_name(name, type);
    if (type_of(expr) != type) {
        mismatch(name.span, type, type_of(expr));
    }
    return expr;
}

ExprId TypeChecker::check_process(RoleId role, ast::ExprId index, Span span) {
    const TypeId type = index_type(role);
    if (!type.valid()) {
        const auto* name =
            index.valid() ? std::get_if<ast::NameRef>(&file_.expr(index).node) : nullptr;
        if (name != nullptr && name->name.text == typed_.role(role).name) {
            diagnostics_.report(
                {.code = Code::wrong_kind_of_name,
                 .message = fmt::format("role `{}` has one process and no index", name->name.text),
                 .primary = {span, "an index would stand here"},
                 .help = fmt::format("leave out `{}` and the word before it", name->name.text)});
        } else if (index.valid()) {
            not_allowed(
                span,
                fmt::format("role `{}` has one process and no index", typed_.role(role).name),
                "only a role declared as `role R[me: S]` has an index");
        }
        return ExprId{};
    }
    if (is_error(type)) {
        return index.valid() ? infer(index, type) : error(span);
    }
    if (!index.valid()) {
        not_allowed(span,
                    fmt::format("role `{}` has many processes", typed_.role(role).name),
                    fmt::format("write `{}[i]` for the process `i`", typed_.role(role).name));
        return error(span);
    }
    const auto* name = std::get_if<ast::NameRef>(&file_.expr(index).node);
    if (name != nullptr && name->name.text == typed_.role(role).name &&
        !find_local(name->name.text) && find_in_role(name->name.text) == nullptr) {
        report_missing_index(role, span_of(index));
        return error(span);
    }
    if (const auto inner = written_index(role, index)) {
        diagnostics_.report(
            {.code = Code::wrong_kind_of_name,
             .message = "a process is named by its index alone here",
             .primary = {span_of(index),
                         fmt::format("an index of role `{}` is needed", typed_.role(role).name)},
             .help = inner->empty() ? "leave out the name of the role and the brackets"
                                    : fmt::format("write `{}`", *inner)});
        return error(span);
    }
    return expect(index, type);
}

void TypeChecker::report_missing_index(RoleId role, Span span) {
    const std::string& name = typed_.role(role).name;
    diagnostics_.report(
        {.code = Code::wrong_kind_of_name,
         .message = fmt::format("role `{}` has many processes", name),
         .primary = {span, "which one?"},
         .help =
             around_.property
                 ? fmt::format("name one by its index, a `{}`, or leave out `{}` and the word "
                               "before it: that means any of them",
                               name_of(index_type(role)),
                               name)
                 : fmt::format("name one by its index, a `{}`, as in `on M() from c {{ send N() "
                               "to c }}`; or send to all: `for c in all {} {{ send N() to c }}`",
                               name_of(index_type(role)),
                               name)});
}

TypeId TypeChecker::index_type(RoleId role) const {
    if (!role.valid()) {
        return types_.error();
    }
    const LocalId me = typed_.role(role).me;
    return me.valid() ? typed_.local(me).type : TypeId{};
}

std::optional<std::string> TypeChecker::written_index(RoleId role, ast::ExprId process) const {
    const auto* index = std::get_if<ast::Index>(&file_.expr(process).node);
    if (index == nullptr) {
        return std::nullopt;
    }
    const auto* name = std::get_if<ast::NameRef>(&file_.expr(index->object).node);
    if (name == nullptr || name->name.text != typed_.role(role).name ||
        find_local(name->name.text) || find_in_role(name->name.text) != nullptr) {
        return std::nullopt;
    }
    const auto* key = std::get_if<ast::NameRef>(&file_.expr(index->key).node);
    return key == nullptr ? std::string() : key->name.text;
}

ExprId TypeChecker::role_member(RoleId role, ExprId process, const ast::Name& name, Span span) {
    const Symbol* symbol = Symbols::find(resolved_.symbols.roles[role.value], name.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::variable) {
        const VariableId variable{symbol->index};
        return make(typed::VariableRef{variable, process}, typed_.variable(variable).type, span);
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::def) {
        const DefId def{symbol->index};
        if (!typed_.def(def).parameters.empty()) {
            check_arguments({}, typed_.def(def).parameters, name);
            return error(span);
        }
        if (!check_def(def, name.span)) {
            return error(span);
        }
        return make(typed::DefCall{def, process, {}}, type_of(typed_.def(def).body), span);
    }
    std::vector<std::string> known;
    for (const auto& [text, other] : resolved_.symbols.roles[role.value]) {
        if (other.kind == SymbolKind::variable || other.kind == SymbolKind::def) {
            known.push_back(text);
        }
    }
    diagnostics_.report({.code = Code::unknown_name,
                         .message = fmt::format(
                             "role `{}` has no variable `{}`", typed_.role(role).name, name.text),
                         .primary = {name.span, "not declared"},
                         .help = did_you_mean(name.text, known),
                         .cause = name.text});
    return error(span);
}

std::optional<ExprId> TypeChecker::infer_role_member(const ast::FieldAccess& access, Span span) {
    const ast::Expr& object = file_.expr(access.object);
    const ast::NameRef* name = std::get_if<ast::NameRef>(&object.node);
    ast::ExprId process;
    if (const auto* index = std::get_if<ast::Index>(&object.node)) {
        name = std::get_if<ast::NameRef>(&file_.expr(index->object).node);
        process = index->key;
    }
    if (name == nullptr || find_local(name->name.text) ||
        find_in_role(name->name.text) != nullptr) {
        return std::nullopt;
    }
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, name->name.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::role) {
        return std::nullopt;
    }
    if (!around_.property) {
        not_allowed(span,
                    "a process cannot look into another one",
                    "what a role knows of others reaches it in messages; `role.x` is for "
                    "properties");
        return error(span);
    }
    looks_ = true;
    const RoleId role{symbol->index};
    return role_member(role, check_process(role, process, object.span), access.field, span);
}

} // namespace muster::spec
