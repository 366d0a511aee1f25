#include "spec/ast/dump_expr.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::spec {

bool TypeChecker::check_flat(TypeId type, Span span, std::string_view rule) {
    if (is_error(type)) {
        return false;
    }
    if (is_flat(resolved_, type)) {
        return true;
    }
    diagnostics_.report(
        {.code = Code::container_nesting,
         .message = fmt::format("{} scalars or records of scalars, not `{}`", rule, name_of(type)),
         .primary = {span, fmt::format("this is `{}`", name_of(type))},
         .notes = {"containers nest as values of maps and as fields of records and messages, and "
                   "nowhere else"}});
    return false;
}

std::vector<ExprId>
TypeChecker::infer_alike(const std::vector<ast::ExprId>& elements, TypeId hint, TypeId& type) {
    std::vector<ExprId> result(elements.size());
    const auto telling = hint.valid()
                             ? elements.begin()
                             : std::find_if(elements.begin(), elements.end(), [&](ast::ExprId id) {
                                   return !needs_hint(id);
                               });
    const auto first =
        static_cast<std::size_t>(telling == elements.end() ? 0 : telling - elements.begin());
    result[first] = infer(elements[first], hint);
    type = type_of(result[first]);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i != first) {
            result[i] = is_error(type) ? infer(elements[i], hint) : expect(elements[i], type);
        }
    }
    return result;
}

TypeId TypeChecker::hint_of_part(TypeId hint, bool fits) const {
    if (!hint.valid() || is_error(hint)) {
        return hint;
    }
    return fits ? types_[hint].first : TypeId{};
}

ExprId TypeChecker::infer_empty_literal(Span span, TypeId hint) {
    if (types_[hint].kind == TypeKind::set) {
        return make(typed::SetLiteral{}, hint, span);
    }
    if (types_[hint].kind == TypeKind::map) {
        return make(typed::MapLiteral{}, hint, span);
    }
    if (types_.is_list(hint)) {
        return make(typed::ListLiteral{}, hint, span);
    }
    if (is_error(hint)) {
        return error(span);
    }
    diagnostics_.report({.code = Code::type_mismatch,
                         .message = fmt::format("`{}` is needed here", name_of(hint)),
                         .primary = {span, "this is an empty set or an empty map"}});
    return error(span);
}

ExprId TypeChecker::infer_set_literal(const ast::SetLiteral& literal, Span span, TypeId hint) {
    if (literal.elements.empty()) {
        if (hint.valid()) {
            return infer_empty_literal(span, hint);
        }
        diagnostics_.report({.code = Code::cannot_infer_type,
                             .message = "the type of this `{}` cannot be told",
                             .primary = {span, "a set, a map or a list?"}});
        return error(span);
    }
    const bool set = hint.valid() && types_[hint].kind == TypeKind::set;
    TypeId element;
    auto elements = infer_alike(literal.elements, hint_of_part(hint, set), element);
    const bool fits =
        check_flat(element, span_of(literal.elements.front()), "the elements of a set are");
    return make(
        typed::SetLiteral{std::move(elements)}, fits ? types_.set(element) : types_.error(), span);
}

ExprId TypeChecker::infer_list_literal(const ast::ListLiteral& literal, Span span, TypeId hint) {
    const bool list = hint.valid() && types_.is_list(hint);
    if (literal.elements.empty()) {
        if (list) {
            return make(typed::ListLiteral{}, hint, span);
        }
        if (hint.valid() && !is_error(hint)) {
            needs(span,
                  fmt::format("`{}`", name_of(hint)),
                  types_.intern({TypeKind::list, 0, types_.error(), {}}));
        } else if (!hint.valid()) {
            diagnostics_.report({.code = Code::cannot_infer_type,
                                 .message = "the type of this `[]` cannot be told",
                                 .primary = {span, "a list of what?"}});
        }
        return error(span);
    }
    TypeId element;
    auto elements = infer_alike(literal.elements, hint_of_part(hint, list), element);
    if (!check_flat(element, span_of(literal.elements.front()), "the elements of a list are")) {
        return error(span);
    }
    const TypeKind kind = list ? types_[hint].kind : TypeKind::list;
    if (kind == TypeKind::distinct_list) {
        report_repeated(literal);
    }
    return make(
        typed::ListLiteral{std::move(elements)}, types_.intern({kind, 0, element, {}}), span);
}

void TypeChecker::report_repeated(const ast::ListLiteral& literal) {
    std::map<std::string, Span> seen;
    for (const ast::ExprId element : literal.elements) {
        ast::ExprDumper text(file_);
        text.expr(element);
        const auto [first, is_new] = seen.emplace(text.take(), span_of(element));
        if (!is_new) {
            diagnostics_.report({.code = Code::duplicate_name,
                                 .message = "a `distinct list` has no element twice",
                                 .primary = {span_of(element), "given again here"},
                                 .secondary = {{first->second, "given here"}}});
        }
    }
}

ExprId TypeChecker::infer_map_literal(const ast::MapLiteral& literal, Span span, TypeId hint) {
    const bool map = hint.valid() && types_[hint].kind == TypeKind::map;
    std::vector<ast::ExprId> keys;
    std::vector<ast::ExprId> values;
    for (const auto& [key, value] : literal.entries) {
        keys.push_back(key);
        values.push_back(value);
    }
    TypeId key_type;
    TypeId value_type;
    const auto typed_keys = infer_alike(keys, hint_of_part(hint, map), key_type);
    const auto typed_values =
        infer_alike(values, map ? types_[hint].second : hint_of_part(hint, false), value_type);
    if (!check_flat(key_type, span_of(keys.front()), "the keys of a map are") ||
        is_error(value_type)) {
        return error(span);
    }
    typed::MapLiteral result;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        result.entries.emplace_back(typed_keys[i], typed_values[i]);
    }
    return make(std::move(result), types_.map(key_type, value_type), span);
}

} // namespace muster::spec
