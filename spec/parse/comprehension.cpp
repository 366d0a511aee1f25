#include "spec/parse/comprehension.hpp"

#include "spec/parse/precedence.hpp"

#include <algorithm>

namespace muster::spec::syntax {
namespace {

using Clauses = decltype(ast::Comprehension::clauses);

bool introduces(const Clauses& clauses, const std::string& name) {
    return std::any_of(clauses.begin(), clauses.end(), [&](const auto& clause) {
        const auto* binder = std::get_if<ast::Binder>(&clause);
        return binder != nullptr && binder->name.text == name;
    });
}

bool introduces_anything(const Clauses& clauses) {
    return std::any_of(clauses.begin(), clauses.end(), [](const auto& clause) {
        return std::holds_alternative<ast::Binder>(clause);
    });
}

/// The name that a clause would introduce if it were a binder; empty if it cannot be one.
std::string name_of(const cst::Chain& chain, Builder& builder) {
    const auto* name = std::get_if<ast::NameRef>(&builder.expr(chain.first.value).node);
    return name == nullptr ? std::string() : name->name.text;
}

std::optional<ast::Binder> binder_of(const cst::Clause& clause, Builder& builder) {
    return clause.typed ? clause.typed : as_binder(clause.chain, builder);
}

Clauses resolve_clauses(const std::vector<cst::Clause>& written, Builder& builder) {
    Clauses clauses;
    for (const cst::Clause& clause : written) {
        if (clause.typed || !introduces(clauses, name_of(clause.chain, builder))) {
            if (auto binder = binder_of(clause, builder)) {
                clauses.emplace_back(std::move(*binder));
                continue;
            }
        }
        clauses.emplace_back(resolve(clause.chain, builder));
    }
    return clauses;
}

/// `{ x in S | P }` and `{ x: T | P }`.
ast::ExprId resolve_filter(const cst::Braces& braces, ast::Binder binder, Builder& builder) {
    ast::Comprehension filter;
    filter.head = braces.head.typed ? builder.add(ast::NameRef{binder.name}, binder.name.span)
                                    : braces.head.chain.first.value;
    filter.clauses.emplace_back(std::move(binder));
    for (const cst::Clause& clause : braces.clauses) {
        if (clause.typed) {
            filter.clauses.emplace_back(*clause.typed);
        } else {
            filter.clauses.emplace_back(resolve(clause.chain, builder));
        }
    }
    return builder.add(std::move(filter), braces.span);
}

ast::ExprId resolve_set(const cst::Braces& braces, Builder& builder) {
    if (auto binder = binder_of(braces.head, builder)) {
        return resolve_filter(braces, std::move(*binder), builder);
    }
    ast::Comprehension set;
    set.head = resolve(braces.head.chain, builder);
    set.clauses = resolve_clauses(braces.clauses, builder);
    return builder.add(std::move(set), braces.span);
}

ast::ExprId resolve_map(const cst::Braces& braces, Builder& builder) {
    ast::Comprehension map;
    map.head = resolve(braces.head.chain, builder);
    map.value = braces.value;
    map.clauses = resolve_clauses(braces.clauses, builder);
    return builder.add(std::move(map), braces.span);
}

ast::ExprId resolve_entries(const cst::Braces& braces, Builder& builder) {
    ast::MapLiteral map;
    map.entries.emplace_back(resolve(braces.head.chain, builder), braces.value);
    for (const cst::MapEntry& entry : braces.entries) {
        map.entries.emplace_back(entry.key, entry.value);
    }
    return builder.add(std::move(map), braces.span);
}

void require_binder(ast::ExprId id, Builder& builder) {
    const auto& comprehension = std::get<ast::Comprehension>(builder.expr(id).node);
    if (!introduces_anything(comprehension.clauses)) {
        builder.diagnostics().report(
            {.code = Code::syntax,
             .message = "nothing says what this collection ranges over",
             .primary = {builder.expr(id).span, ""},
             .help = "add `x in S`, as in `{ x in S | x > 0 }` or `{ f(x) | x in S }`"});
    }
}

} // namespace

ast::ExprId resolve_braces(const cst::Braces& braces, Builder& builder) {
    switch (braces.form) {
    case cst::Braces::Form::empty:
        return builder.add(ast::SetLiteral{}, braces.span);
    case cst::Braces::Form::elements: {
        ast::SetLiteral set;
        set.elements.push_back(resolve(braces.head.chain, builder));
        set.elements.insert(set.elements.end(), braces.elements.begin(), braces.elements.end());
        return builder.add(std::move(set), braces.span);
    }
    case cst::Braces::Form::map_entries:
        return resolve_entries(braces, builder);
    case cst::Braces::Form::set_comprehension: {
        const ast::ExprId id = resolve_set(braces, builder);
        require_binder(id, builder);
        return id;
    }
    case cst::Braces::Form::map_comprehension:
        break;
    }
    const ast::ExprId id = resolve_map(braces, builder);
    require_binder(id, builder);
    return id;
}

} // namespace muster::spec::syntax
