#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

BlockId TypeChecker::check_block(const ast::Block& block) {
    const Scope scope(*this);
    typed::Block result;
    for (const ast::Statement& statement : block.statements) {
        check_statement(statement, result.statements);
    }
    const BlockId id{static_cast<std::uint32_t>(typed_.blocks.size())};
    typed_.blocks.push_back(std::move(result));
    return id;
}

void TypeChecker::check_statement(const ast::Statement& statement,
                                  std::vector<typed::Statement>& out) {
    const Span span = statement.span;
    std::visit(overloaded{
                   [&](const ast::Assign& s) { check_assign(s, span, out); },
                   [&](const ast::Let& s) { check_let(s, span, out); },
                   [&](const ast::Fresh& s) { check_fresh(s, span, out); },
                   [&](const ast::If& s) { check_if(s, span, out); },
                   [&](const ast::Send& s) { check_send(s, span, out); },
                   [&](const ast::Reply& s) { check_reply(s, span, out); },
                   [&](const ast::StartTimer& s) {
                       typed::StartTimer start{};
                       const bool known = check_timer(s.timer, start.timer, start.key);
                       if (s.duration.valid()) {
                           start.duration = expect(s.duration, types_.integer());
                       } else if (known && !typed_.timer(start.timer).duration_ms) {
                           diagnostics_.report(
                               {.code = Code::missing_field,
                                .message = "this timer has no declared duration",
                                .primary = {span, ""},
                                .help =
                                    "write `start t for e`, in milliseconds, or declare the timer "
                                    "with `for`"});
                       }
                       out.push_back({start, span});
                   },
                   [&](const ast::StopTimer& s) {
                       typed::StopTimer stop{};
                       check_timer(s.timer, stop.timer, stop.key);
                       out.push_back({stop, span});
                   },
                   [&](const ast::Ignore&) {
                       out.push_back({typed::Ignore{}, span});
                   },
                   [&](const ast::Return&) {
                       out.push_back({typed::Return{}, span});
                   },
                   [&](const ast::Assert& s) {
                       out.push_back({typed::Assert{expect_boolean(s.condition)}, span});
                   },
                   [&](const ast::ProcedureCall& s) { check_call(s, span, out); },
                   [&](const ast::For& s) { check_for(s, span, out); },
                   [&](const ast::Pick& s) { check_pick(s, span, out); },
               },
               statement.node);
}

std::optional<typed::Place> TypeChecker::check_place(ast::ExprId target, TypeId& type) {
    const ast::Expr& expr = file_.expr(target);
    if (const auto* ref = std::get_if<ast::NameRef>(&expr.node)) {
        const bool is_local = find_local(ref->name.text).has_value();
        const Symbol* symbol = find_in_role(ref->name.text);
        const bool is_variable = symbol != nullptr && symbol->kind == SymbolKind::variable;
        if (is_local && is_variable) { // reported where the local was declared
            return std::nullopt;
        }
        if (!is_variable) {
            std::vector<std::string> known;
            for (const VariableId id : typed_.role(around_.role).variables) {
                known.push_back(typed_.variable(id).name);
            }
            diagnostics_.report(
                {.code = Code::wrong_kind_of_name,
                 .message = fmt::format("`{}` is not a variable of the role", ref->name.text),
                 .primary = {expr.span, "only variables can be assigned"},
                 .help = did_you_mean(ref->name.text, known),
                 .cause = symbol == nullptr && !is_local ? ref->name.text : ""});
            return std::nullopt;
        }
        type = typed_.variables[symbol->index].type;
        return typed::Place{VariableId{symbol->index}, {}};
    }
    if (const auto* access = std::get_if<ast::FieldAccess>(&expr.node)) {
        auto place = check_place(access->object, type);
        if (!place || types_[type].kind != TypeKind::record) {
            if (place && !is_error(type)) {
                needs(span_of(access->object), "a record", type);
            }
            return std::nullopt;
        }
        const auto field = find_record_field(types_[type], access->field);
        if (!field) {
            return std::nullopt;
        }
        type = typed_.records[types_[type].declaration].fields[*field].type;
        place->path.emplace_back(typed::PlaceField{*field});
        return place;
    }
    if (const auto* index = std::get_if<ast::Index>(&expr.node);
        index != nullptr && !index->optional) {
        auto place = check_place(index->object, type);
        if (!place || types_[type].kind != TypeKind::map) {
            if (place && !is_error(type)) {
                needs(span_of(index->object), "a map", type);
            }
            infer(index->key);
            return std::nullopt;
        }
        place->path.emplace_back(typed::PlaceKey{expect(index->key, types_[type].first)});
        type = types_[type].second;
        return place;
    }
    not_allowed(expr.span,
                "this cannot be assigned to",
                "the target of an assignment is a variable, a field of one, or an entry of a map");
    return std::nullopt;
}

void TypeChecker::check_assign(const ast::Assign& assign,
                               Span span,
                               std::vector<typed::Statement>& out) {
    TypeId type = types_.error();
    const auto place = check_place(assign.target, type);
    if (!place) {
        infer(assign.value, types_.error());
        return;
    }
    if (assign.op == ast::AssignOp::set) {
        out.push_back({typed::Assign{*place, expect(assign.value, type)}, span});
        return;
    }
    const bool adds = assign.op == ast::AssignOp::add;
    const Type target = types_[type];
    if (target.kind == TypeKind::integer) {
        const ExprId before = infer(assign.target);
        const ExprId amount = expect(assign.value, type);
        const ExprId value = make(
            typed::Binary{adds ? BinaryOp::add : BinaryOp::subtract, before, amount}, type, span);
        out.push_back({typed::Assign{*place, value}, span});
    } else if (adds && (target.kind == TypeKind::set || types_.is_list(type))) {
        out.push_back({typed::AddElement{*place, expect_element(assign, type)}, span});
    } else if (!adds && types_.is_container(type)) {
        out.push_back({typed::RemoveElement{*place, expect_element(assign, type)}, span});
    } else if (!is_error(type)) {
        diagnostics_.report(
            {.code = Code::type_mismatch,
             .message =
                 fmt::format("`{}` cannot be used on a `{}`", adds ? "+=" : "-=", name_of(type)),
             .primary = {span, ""},
             .notes = {"integers, sets and lists take both; maps remove a key"},
             .help = target.kind == TypeKind::map ? "add an entry with `m[k] = e`" : ""});
    }
}

ExprId TypeChecker::expect_element(const ast::Assign& assign, TypeId container) {
    const auto& node = file_.expr(assign.value).node;
    const bool is_literal = std::holds_alternative<ast::SetLiteral>(node) ||
                            std::holds_alternative<ast::ListLiteral>(node);
    const TypeId element = types_[container].first;
    const ExprId value = infer(assign.value, is_literal ? container : element);
    if (type_of(value) != container) {
        if (type_of(value) != element) {
            mismatch(span_of(assign.value), element, type_of(value));
        }
        return value;
    }
    const bool adds = assign.op == ast::AssignOp::add;
    const bool is_set = types_[container].kind == TypeKind::set;
    diagnostics_.report(
        {.code = Code::type_mismatch,
         .message = adds ? "`+=` adds one element" : "`-=` removes one element or key",
         .primary = {span_of(assign.value), fmt::format("this is `{}`", name_of(container))},
         .help = !is_set ? ""
                 : adds  ? "sets are joined with `s = s union t`"
                         : "the elements of a set are removed with `s = s minus t`"});
    return error(span_of(assign.value));
}

void TypeChecker::check_let(const ast::Let& let, Span span, std::vector<typed::Statement>& out) {
    const ExprId value = infer(let.value);
    const LocalId local = declare_local(let.name, type_of(value));
    out.push_back({typed::Let{local, value}, span});
}

void TypeChecker::check_fresh(const ast::Fresh& fresh,
                              Span span,
                              std::vector<typed::Statement>& out) {
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, fresh.sort.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::sort) {
        diagnostics_.report({.code = Code::unknown_name,
                             .message = fmt::format("there is no sort `{}`", fresh.sort.text),
                             .primary = {fresh.sort.span, "`fresh` takes a sort"},
                             .cause = symbol == nullptr ? fresh.sort.text : ""});
        declare_local(fresh.name, types_.error());
        return;
    }
    const SortId sort{symbol->index};
    const LocalId local = declare_local(fresh.name, types_.sort(sort));
    out.push_back({typed::Fresh{local, sort}, span});
}

void TypeChecker::check_if(const ast::If& branch, Span span, std::vector<typed::Statement>& out) {
    typed::If result{};
    result.condition = expect_boolean(branch.condition);
    result.then_block = check_block(branch.then_block);
    if (branch.else_block) {
        result.else_block = check_block(*branch.else_block);
    }
    out.push_back({result, span});
}

void TypeChecker::check_for(const ast::For& loop, Span span, std::vector<typed::Statement>& out) {
    if (loop.sequential) {
        check_for_each(loop, span, out);
        return;
    }
    const Scope scope(*this);
    const typed::Binder binder = bind(loop.binder);
    if (binder.domain.valid() && types_.is_list(type_of(binder.domain))) {
        diagnostics_.report(
            {.code = Code::type_mismatch,
             .message = "a set is needed here",
             .primary = {span_of(loop.binder.domain),
                         fmt::format("this is `{}`", name_of(type_of(binder.domain)))},
             .notes = {"`for` treats all elements at the same time, `for each` one after another"},
             .help = "go through the list with `for each`"});
    }
    if (!binder.domain.valid()) {
        not_allowed(
            span, "a loop ranges over a set", "behaviour never ranges over all elements of a sort");
    }
    const BlockId body = check_block(loop.body);
    out.push_back({typed::For{binder.local, binder.domain, body}, span});
}

void TypeChecker::check_for_each(const ast::For& loop,
                                 Span span,
                                 std::vector<typed::Statement>& out) {
    const Scope scope(*this);
    const typed::Binder binder = bind(loop.binder);
    if (!binder.domain.valid()) {
        not_allowed(span,
                    "`for each` goes through a list",
                    "behaviour never ranges over all elements of a sort");
    } else if (kind_of(binder.domain).kind == TypeKind::set) {
        diagnostics_.report(
            {.code = Code::no_order,
             .message = "a set has no order for `for each` to follow",
             .primary = {span_of(loop.binder.domain),
                         fmt::format("this is `{}`", name_of(type_of(binder.domain)))},
             .notes = {"`for` treats all elements at the same time, `for each` one after another"},
             .help = "write `for` without `each`, or keep the elements in a list"});
    }
    const BlockId body = check_block(loop.body);
    out.push_back({typed::ForEach{binder.local, binder.domain, body}, span});
}

void TypeChecker::check_pick(const ast::Pick& pick, Span span, std::vector<typed::Statement>& out) {
    typed::Pick result{};
    {
        const Scope scope(*this);
        const typed::Binder binder = bind(pick.binder);
        if (!binder.domain.valid()) {
            not_allowed(span,
                        "`pick` chooses from a set",
                        "behaviour never ranges over all elements of a sort; a new one is "
                        "`fresh`");
        } else if (types_.is_list(type_of(binder.domain))) {
            needs(span_of(pick.binder.domain), "a set", type_of(binder.domain));
        }
        result.local = binder.local;
        result.domain = binder.domain;
        result.order = pick.order;
        if (pick.condition.valid()) {
            result.condition = expect_boolean(pick.condition);
        }
        if (pick.key.valid()) {
            result.key = expect(pick.key, types_.integer());
        }
        result.body = check_block(pick.body);
    }
    if (pick.else_block) {
        result.else_block = check_block(*pick.else_block);
    }
    out.push_back({result, span});
}

void TypeChecker::check_call(const ast::ProcedureCall& call,
                             Span span,
                             std::vector<typed::Statement>& out) {
    const Symbol* symbol = find_in_role(call.name.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::procedure) {
        std::vector<std::string> known;
        for (const ProcedureId id : typed_.role(around_.role).procedures) {
            known.push_back(typed_.procedure(id).name);
        }
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = fmt::format("the role has no procedure `{}`", call.name.text),
             .primary = {call.name.span, ""},
             .help = did_you_mean(call.name.text, known),
             .cause = symbol == nullptr ? call.name.text : ""});
        for (const ast::ExprId argument : call.arguments) {
            infer(argument);
        }
        return;
    }
    const ProcedureId procedure{symbol->index};
    auto arguments =
        check_arguments(call.arguments, typed_.procedure(procedure).parameters, call.name);
    out.push_back({typed::ProcedureCall{procedure, std::move(arguments)}, span});
}

} // namespace muster::spec
