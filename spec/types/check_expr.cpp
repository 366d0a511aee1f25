#include "spec/ast/overloaded.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

ExprId TypeChecker::expect(ast::ExprId id, TypeId type) {
    const ExprId expr = infer(id, type);
    if (type_of(expr) != type) {
        mismatch(span_of(id), type, type_of(expr));
    }
    return expr;
}

bool TypeChecker::needs_hint(ast::ExprId id) const {
    return std::visit(
        overloaded{
            [](const ast::NoneLiteral&) { return true; },
            [&](const ast::SetLiteral& literal) { return all_need_hint(literal.elements); },
            [&](const ast::ListLiteral& literal) { return all_need_hint(literal.elements); },
            [&](const ast::SomeExpr& some) { return needs_hint(some.value); },
            [&](const ast::IfElse& choice) {
                return needs_hint(choice.then_value) && needs_hint(choice.else_value);
            },
            [&](const ast::NameRef& ref) {
                return !find_local(ref.name.text) && find_in_role(ref.name.text) == nullptr &&
                       Symbols::find(resolved_.symbols.global, ref.name.text) == nullptr;
            },
            [](const auto&) { return false; },
        },
        file_.expr(id).node);
}

bool TypeChecker::all_need_hint(const std::vector<ast::ExprId>& ids) const {
    return std::all_of(ids.begin(), ids.end(), [&](ast::ExprId id) { return needs_hint(id); });
}

ExprId TypeChecker::infer(ast::ExprId id, TypeId hint) {
    const ast::Expr& expr = file_.expr(id);
    const Span span = expr.span;
    return std::visit(
        overloaded{
            [&](const ast::BoolLiteral& literal) {
                return make(typed::BoolLiteral{literal.value}, types_.boolean(), span);
            },
            [&](const ast::IntLiteral& literal) {
                return make(typed::IntLiteral{literal.value}, types_.integer(), span);
            },
            [&](const ast::NoneLiteral&) { return infer_none(span, hint); },
            [&](const ast::NameRef& ref) { return infer_name(ref.name, hint); },
            [&](const ast::SomeExpr& some) { return infer_some(some, span, hint); },
            [&](const ast::Unary& unary) { return infer_unary(unary, span); },
            [&](const ast::Binary& binary) { return infer_binary(binary, span, hint); },
            [&](const ast::IfElse& choice) { return infer_if(choice, span, hint); },
            [&](const ast::FieldAccess& access) { return infer_field(access, span); },
            [&](const ast::Index& index) { return infer_index(index, span); },
            [&](const ast::IsOption& is) { return infer_is_option(is, span); },
            [&](const ast::Call& call) { return infer_call(call, span, hint); },
            [&](const ast::SetLiteral& literal) { return infer_set_literal(literal, span, hint); },
            [&](const ast::ListLiteral& literal) {
                return infer_list_literal(literal, span, hint);
            },
            [&](const ast::MapLiteral& literal) { return infer_map_literal(literal, span, hint); },
            [&](const ast::Comprehension& comprehension) {
                return infer_comprehension(comprehension, span, hint);
            },
            [&](const ast::First& first) { return infer_first(first, span); },
            [&](const ast::Quantifier& quantifier) { return infer_quantifier(quantifier, span); },
            [&](const ast::RecordLiteral& literal) { return infer_record_literal(literal, span); },
            [&](const ast::RecordUpdate& update) { return infer_record_update(update, span); },
            [&](const ast::Old& old) { return infer_old(old, span, hint); },
            [&](const ast::Armed& armed) { return infer_armed(armed, span); },
            [&](const ast::MessagePattern& pattern) { return infer_pattern(pattern, span); },
            [&](const ast::AllOf& all) { return infer_all(all, span); },
        },
        expr.node);
}

ExprId TypeChecker::infer_none(Span span, TypeId hint) {
    if (hint.valid() && types_[hint].kind == TypeKind::option) {
        return make(typed::NoneLiteral{}, hint, span);
    }
    if (hint.valid()) {
        mismatch(span, hint, types_.option(types_.error()));
    } else {
        diagnostics_.report({.code = Code::cannot_infer_type,
                             .message = "the type of this `none` cannot be told",
                             .primary = {span, ""}});
    }
    return error(span);
}

ExprId TypeChecker::infer_some(const ast::SomeExpr& some, Span span, TypeId hint) {
    const bool option = hint.valid() && types_[hint].kind == TypeKind::option;
    const ExprId value = infer(some.value, hint_of_part(hint, option));
    const bool fits = check_flat(type_of(value), span_of(some.value), "an option holds");
    const TypeId type = fits ? types_.option(type_of(value)) : types_.error();
    return make(typed::SomeExpr{value}, type, span);
}

ExprId TypeChecker::infer_is_option(const ast::IsOption& is, Span span) {
    const ExprId value = infer(is.value);
    if (kind_of(value).kind != TypeKind::option) {
        needs(span_of(is.value), "an option", type_of(value));
    }
    return make(typed::IsOption{value, is.some}, types_.boolean(), span);
}

ExprId TypeChecker::infer_old(const ast::Old& old, Span span, TypeId hint) {
    if (!around_.two_states) {
        not_allowed(span,
                    "`old` has no meaning here",
                    "`old(e)` is the value before a step; only `step` properties compare two "
                    "states");
    }
    const ExprId value = infer(old.value, hint);
    return make(typed::Old{value}, type_of(value), span);
}

ExprId TypeChecker::infer_all(const ast::AllOf& all, Span span) {
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, all.role.text);
    if (symbol == nullptr) {
        find_role(all.role, "`all R` takes a role");
        return error(span);
    }
    if (symbol->kind != SymbolKind::role || !index_type(RoleId{symbol->index}).valid()) {
        not_allowed(span,
                    fmt::format("`{}` is not a role with many processes", all.role.text),
                    "`all R` is the set of the processes of an indexed role");
        return error(span);
    }
    const RoleId role{symbol->index};
    const TypeId index = index_type(role);
    return is_error(index) ? error(span) : make(typed::AllOf{role}, types_.set(index), span);
}

ExprId TypeChecker::infer_if(const ast::IfElse& choice, Span span, TypeId hint) {
    const ExprId condition = expect_boolean(choice.condition);
    ExprId then_value;
    ExprId else_value;
    if (!hint.valid() && needs_hint(choice.then_value)) {
        else_value = infer(choice.else_value);
        then_value = infer(choice.then_value, type_of(else_value));
    } else {
        then_value = infer(choice.then_value, hint);
        else_value = infer(choice.else_value, hint.valid() ? hint : type_of(then_value));
    }
    if (type_of(then_value) != type_of(else_value)) {
        mismatch(span_of(choice.else_value), type_of(then_value), type_of(else_value));
        return error(span);
    }
    return make(typed::IfElse{condition, then_value, else_value}, type_of(then_value), span);
}

ExprId TypeChecker::infer_call(const ast::Call& call, Span span, TypeId) {
    if (call.name.text == "size" || call.name.text == "keys") {
        return infer_size_or_keys(call, span);
    }
    if (call.name.text == "majority") {
        return infer_majority(call, span);
    }
    const Symbol* symbol = find_in_role(call.name.text);
    if (symbol == nullptr) {
        symbol = Symbols::find(resolved_.symbols.global, call.name.text);
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::def) {
        const DefId def{symbol->index};
        const auto arguments =
            check_arguments(call.arguments, typed_.def(def).parameters, call.name);
        const ExprId process = typed_.def(def).role.valid() ? own_process(span) : ExprId{};
        if (!check_def(def, call.name.span) || !check_looks(def, call.name)) {
            return error(span);
        }
        return make(typed::DefCall{def, process, arguments}, type_of(typed_.def(def).body), span);
    }
    if (symbol != nullptr && symbol->kind == SymbolKind::function) {
        const FunctionId function{symbol->index};
        const auto& info = typed_.functions[function.value];
        auto arguments = check_arguments(call.arguments, info.parameters, call.name);
        return make(typed::FunctionCall{function, std::move(arguments)}, info.result, span);
    }
    if (symbol != nullptr) {
        diagnostics_.report({.code = Code::wrong_kind_of_name,
                             .message = fmt::format("`{}` is {} and cannot be called here",
                                                    call.name.text,
                                                    describe(symbol->kind)),
                             .primary = {call.name.span, ""},
                             .secondary = {{symbol->span, "declared here"}}});
        return error(span);
    }
    const bool is_local = find_local(call.name.text).has_value();
    diagnostics_.report({.code = Code::unknown_name,
                         .message = fmt::format("there is no def or function `{}`", call.name.text),
                         .primary = {call.name.span, is_local ? "this is a value" : "not declared"},
                         .help = help_for_unknown(call.name.text),
                         .cause = call.name.text});
    return error(span);
}

std::vector<ExprId> TypeChecker::check_arguments(const std::vector<ast::ExprId>& arguments,
                                                 const std::vector<LocalId>& parameters,
                                                 const ast::Name& callee) {
    if (arguments.size() != parameters.size()) {
        diagnostics_.report({.code = Code::wrong_argument_count,
                             .message = fmt::format("`{}` takes {} argument{}, not {}",
                                                    callee.text,
                                                    parameters.size(),
                                                    parameters.size() == 1 ? "" : "s",
                                                    arguments.size()),
                             .primary = {callee.span, ""}});
    }
    std::vector<ExprId> result;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        result.push_back(i < parameters.size()
                             ? expect(arguments[i], typed_.local(parameters[i]).type)
                             : infer(arguments[i]));
    }
    return result;
}

} // namespace muster::spec
