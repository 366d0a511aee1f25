#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"
#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

void TypeChecker::report_given_twice(const ast::Name& name) {
    diagnostics_.report({.code = Code::duplicate_name,
                         .message = fmt::format("`{}` is given twice", name.text),
                         .primary = {name.span, "given again here"}});
}

void TypeChecker::require_written_out(ExprId id) {
    if (is_error(id)) {
        return;
    }
    const typed::Expr& expr = typed_.expr(id);
    const bool written =
        std::visit(overloaded{
                       [](const typed::BoolLiteral&) { return true; },
                       [](const typed::IntLiteral&) { return true; },
                       [](const typed::EnumLiteral&) { return true; },
                       [](const typed::NoneLiteral&) { return true; },
                       [](const typed::SomeExpr&) { return true; },
                       [](const typed::LocalRef&) { return true; }, // an element
                       [](const typed::Unary& unary) { return unary.op == UnaryOp::negate; },
                       [](const typed::SetLiteral&) { return true; },
                       [](const typed::MapLiteral&) { return true; },
                       [](const typed::ListLiteral&) { return true; },
                       [](const typed::RecordLiteral&) { return true; },
                       [](const auto&) { return false; },
                   },
                   expr.node);
    if (!written) {
        not_allowed(expr.span,
                    "a given value is written out",
                    "it is made of literals, enumerators, elements of sorts, sets, maps, lists "
                    "and records of these");
        return;
    }
    for_each_part(expr, [&](ExprId part) { require_written_out(part); });
}

void TypeChecker::check_const_value(const ast::Name& name,
                                    ConstId constant,
                                    ast::ExprId value,
                                    std::vector<ConstValue>& given) {
    const bool twice = std::any_of(given.begin(), given.end(), [&](const ConstValue& other) {
        return other.constant == constant;
    });
    if (twice) {
        report_given_twice(name);
    }
    const ExprId typed = expect(value, typed_.constants[constant.value].type);
    require_written_out(typed);
    given.push_back({constant, typed});
}

void TypeChecker::check_function_value(const ast::Name& name,
                                       FunctionId function,
                                       ast::ExprId value,
                                       std::vector<FunctionValue>& given) {
    const bool twice = std::any_of(given.begin(), given.end(), [&](const FunctionValue& other) {
        return other.function == function;
    });
    if (twice) {
        report_given_twice(name);
    }
    FunctionValue result;
    result.function = function;
    if (std::holds_alternative<ast::NameRef>(file_.expr(value).node)) {
        check_function_def(result, name, value);
    } else {
        check_function_map(result, name, value);
    }
    if (result.def.valid() || result.map.valid()) {
        given.push_back(result);
    }
}

void TypeChecker::check_function_map(FunctionValue& result,
                                     const ast::Name& name,
                                     ast::ExprId value) {
    const FunctionInfo& function = typed_.functions[result.function.value];
    if (!std::holds_alternative<ast::MapLiteral>(file_.expr(value).node)) {
        not_allowed(span_of(value),
                    "this is no value for a function",
                    "a function gets the name of a def, or `{ a -> b, … }`");
        return;
    }
    if (function.parameters.size() != 1 ||
        !is_flat(resolved_, typed_.local(function.parameters.front()).type)) {
        diagnostics_.report(
            {.code = Code::not_allowed_here,
             .message = fmt::format("the values of `{}` cannot be listed", name.text),
             .primary = {span_of(value), ""},
             .notes = {"that needs one parameter, a scalar or a record of scalars"},
             .help = "write a global `def` with the same parameters, and give its name"});
        return;
    }
    const TypeId key = typed_.local(function.parameters.front()).type;
    const bool known = !is_error(key) && !is_error(function.result);
    result.map = expect(value, known ? types_.map(key, function.result) : types_.error());
    require_written_out(result.map);
}

void TypeChecker::check_function_def(FunctionValue& result,
                                     const ast::Name& name,
                                     ast::ExprId value) {
    const ast::Name& def_name = std::get<ast::NameRef>(file_.expr(value).node).name;
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, def_name.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::def) {
        std::vector<std::string> known;
        for (const auto& [text, other] : resolved_.symbols.global) {
            if (other.kind == SymbolKind::def) {
                known.push_back(text);
            }
        }
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = fmt::format("there is no global def `{}`", def_name.text),
             .primary = {def_name.span, fmt::format("a value for `{}` is needed", name.text)},
             .help = did_you_mean(def_name.text, known),
             .cause = symbol == nullptr ? def_name.text : ""});
        return;
    }
    const DefId def{symbol->index};
    const FunctionInfo& function = typed_.functions[result.function.value];
    const auto& parameters = typed_.def(def).parameters;
    const auto alike = [&](TypeId a, TypeId b) {
        return a == b || is_error(a) || is_error(b);
    };
    const bool same = std::equal(
        parameters.begin(),
        parameters.end(),
        function.parameters.begin(),
        function.parameters.end(),
        [&](LocalId a, LocalId b) { return alike(typed_.local(a).type, typed_.local(b).type); });
    const ExprId body = typed_.def(def).body;
    if (!body.valid() || is_error(body)) {
        return;
    }
    const Surround nothing(*this, {}); // a function is the same in every state
    if (!check_looks(def, def_name)) {
        return;
    }
    if (!same || !alike(type_of(body), function.result)) {
        diagnostics_.report(
            {.code = Code::type_mismatch,
             .message = fmt::format("`{}` does not fit `{}`", def_name.text, name.text),
             .primary = {def_name.span, fmt::format("it gives `{}`", name_of(type_of(body)))},
             .secondary = {{symbol->span, "declared here"}},
             .notes = {fmt::format("`{}` has {} parameter{} and gives `{}`",
                                   name.text,
                                   function.parameters.size(),
                                   function.parameters.size() == 1 ? "" : "s",
                                   name_of(function.result)),
                       "parameters and result must have the same types"}});
        return;
    }
    result.def = def;
}

} // namespace muster::spec
