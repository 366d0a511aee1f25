#include "spec/ast/overloaded.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

namespace muster::spec {

ExprId TypeChecker::infer_size_or_keys(const ast::Call& call, Span span) {
    if (call.arguments.size() != 1) {
        diagnostics_.report({.code = Code::wrong_argument_count,
                             .message = fmt::format("`{}` takes one argument", call.name.text),
                             .primary = {span, ""}});
        return error(span);
    }
    const ExprId container = infer(call.arguments[0]);
    const Type type = kind_of(container);
    if (call.name.text == "size") {
        if (!types_.is_container(type_of(container))) {
            needs(span_of(call.arguments[0]), "a set, map or list", type_of(container));
        }
        return make(typed::Size{container}, types_.integer(), span);
    }
    if (type.kind != TypeKind::map) {
        needs(span_of(call.arguments[0]), "a map", type_of(container));
        return error(span);
    }
    return make(typed::Keys{container}, types_.set(type.first), span);
}

ExprId TypeChecker::infer_majority(const ast::Call& call, Span span) {
    if (call.arguments.size() != 2) {
        diagnostics_.report({.code = Code::wrong_argument_count,
                             .message = "`majority` takes a set and `all R`",
                             .primary = {span, ""}});
        return error(span);
    }
    const auto* all = std::get_if<ast::AllOf>(&file_.expr(call.arguments[1]).node);
    if (all == nullptr) {
        not_allowed(span_of(call.arguments[1]),
                    "a majority is one of the processes of a role",
                    "write `majority(A, all R)`");
        infer(call.arguments[0]);
        return error(span);
    }
    const ExprId processes = infer(call.arguments[1]);
    if (is_error(processes)) {
        infer(call.arguments[0]);
        return error(span);
    }
    const RoleId role = std::get<typed::AllOf>(typed_.expr(processes).node).role;
    const ExprId set = expect(call.arguments[0], type_of(processes));
    return make(typed::Majority{set, role}, types_.boolean(), span);
}

typed::Binder TypeChecker::bind(const ast::Binder& binder) {
    if (binder.type.valid()) {
        const TypeId type = resolve_type(resolved_, binder.type, diagnostics_);
        return {declare_local(binder.name, type), ExprId{}};
    }
    const ExprId domain = infer(binder.domain);
    TypeId element = types_.error();
    if (kind_of(domain).kind == TypeKind::set || types_.is_list(type_of(domain))) {
        element = kind_of(domain).first;
    } else if (!is_error(domain)) {
        diagnostics_.report({.code = Code::type_mismatch,
                             .message = "only a set or a list can be ranged over",
                             .primary = {span_of(binder.domain),
                                         fmt::format("this is `{}`", name_of(type_of(domain)))},
                             .help = kind_of(domain).kind == TypeKind::map
                                         ? "range over `keys(…)` of the map"
                                         : ""});
    }
    return {declare_local(binder.name, element), domain};
}

void TypeChecker::bind_clauses(const ast::Comprehension& expr, typed::Comprehension& result) {
    const std::size_t outer = locals_.size();
    const auto bound_here = [&](std::string_view name) {
        for (std::size_t i = outer; i < locals_.size(); ++i) {
            if (typed_.local(locals_[i]).name == name) {
                return true;
            }
        }
        return false;
    };
    for (const auto& clause : expr.clauses) {
        std::visit(
            overloaded{
                [&](const ast::Binder& binder) {
                    // `m in S` with an `m` that is bound already is a condition.
                    if (binder.domain.valid() && bound_here(binder.name.text)) {
                        const ExprId element =
                            local_ref(*find_local(binder.name.text), binder.name.span);
                        const ExprId container = infer(binder.domain);
                        const Span span = join(binder.name.span, span_of(binder.domain));
                        if (!types_.is_container(type_of(container))) {
                            needs(span_of(binder.domain), "a set, map or list", type_of(container));
                        } else if (kind_of(container).first != type_of(element)) {
                            mismatch(binder.name.span, kind_of(container).first, type_of(element));
                        }
                        result.clauses.emplace_back(
                            make(typed::Binary{BinaryOp::in, element, container},
                                 types_.boolean(),
                                 span));
                    } else {
                        result.clauses.emplace_back(bind(binder));
                    }
                },
                [&](ast::ExprId condition) {
                    result.clauses.emplace_back(expect_boolean(condition));
                },
            },
            clause);
    }
}

ExprId TypeChecker::infer_comprehension(const ast::Comprehension& expr, Span span, TypeId hint) {
    const Scope scope(*this);
    typed::Comprehension result;
    bind_clauses(expr, result);
    const bool is_map = expr.value.valid();
    const bool fits = hint.valid() && types_[hint].kind == (is_map ? TypeKind::map : TypeKind::set);
    result.head = infer(expr.head, fits ? types_[hint].first : TypeId{});
    const std::string_view rule = is_map ? "the keys of a map are" : "the elements of a set are";
    const bool flat = check_flat(type_of(result.head), span_of(expr.head), rule);
    TypeId type;
    if (is_map) {
        result.value = infer(expr.value, fits ? types_[hint].second : TypeId{});
        type = types_.map(type_of(result.head), type_of(result.value));
    } else {
        type = types_.set(type_of(result.head));
    }
    if (!flat || (is_map && is_error(result.value))) {
        type = types_.error();
    }
    return make(std::move(result), type, span);
}

ExprId TypeChecker::infer_first(const ast::First& first, Span span) {
    const Scope scope(*this);
    const typed::Binder binder = bind(first.binder);
    if (binder.domain.valid() && !types_.is_list(type_of(binder.domain))) {
        needs(span_of(first.binder.domain), "a list", type_of(binder.domain));
    }
    const ExprId condition = first.condition.valid() ? expect_boolean(first.condition) : ExprId{};
    return make(typed::First{binder.local, binder.domain, condition},
                typed_.local(binder.local).type,
                span);
}

ExprId TypeChecker::infer_quantifier(const ast::Quantifier& quantifier, Span span) {
    const Scope scope(*this);
    typed::Quantifier result;
    result.kind = quantifier.kind;
    for (const ast::Binder& binder : quantifier.binders) {
        result.binders.push_back(bind(binder));
    }
    result.body = expect_boolean(quantifier.body);
    return make(std::move(result), types_.boolean(), span);
}

} // namespace muster::spec
