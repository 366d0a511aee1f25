#include "spec/diagnostics/suggest.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// `t` or `t[k]`, which is a timer of the role around it, rather than `role.t`.
bool has_no_role(const ParsedFile& file, ast::ExprId timer) {
    const ast::Expr* target = &file.expr(timer);
    if (const auto* index = std::get_if<ast::Index>(&target->node)) {
        target = &file.expr(index->object);
    }
    return std::holds_alternative<ast::NameRef>(target->node);
}

} // namespace

ExprId TypeChecker::infer_option_value(ExprId option, Span span) {
    return make(typed::OptionValue{option}, kind_of(option).first, span);
}

ExprId TypeChecker::infer_field(const ast::FieldAccess& access, Span span) {
    if (const auto member = infer_role_member(access, span)) {
        return *member;
    }
    const auto* name = std::get_if<ast::NameRef>(&file_.expr(access.object).node);
    if (name != nullptr && name->name.text == "msg" && around_.handler != nullptr) {
        const auto field = find_message_field(around_.handler->message, access.field);
        return field ? local_ref(around_.handler->fields[*field], span) : error(span);
    }
    const ExprId object = infer(access.object);
    const Type type = kind_of(object);
    if (type.kind == TypeKind::option && access.field.text == "value") {
        return infer_option_value(object, span);
    }
    if (type.kind != TypeKind::record) {
        if (!is_error(object)) {
            diagnostics_.report(
                {.code = Code::unknown_field,
                 .message = fmt::format("`{}` has no fields", name_of(type_of(object))),
                 .primary = {access.field.span, ""},
                 .help = type.kind == TypeKind::option ? "take what an option holds with `.value`"
                                                       : ""});
        }
        return error(span);
    }
    const auto field = find_record_field(type, access.field);
    if (!field) {
        return error(span);
    }
    const auto& fields = typed_.records[type.declaration].fields;
    return make(typed::FieldAccess{object, *field}, fields[*field].type, span);
}

ExprId TypeChecker::infer_index(const ast::Index& index, Span span) {
    const ExprId map = infer(index.object);
    const Type type = kind_of(map);
    if (type.kind != TypeKind::map) {
        needs(span_of(index.object), "a map", type_of(map));
        infer(index.key);
        return error(span);
    }
    const ExprId key = expect(index.key, type.first);
    if (index.optional) {
        if (!is_flat(resolved_, type.second)) {
            diagnostics_.report(
                {.code = Code::container_nesting,
                 .message = fmt::format("an option cannot hold a `{}`", name_of(type.second)),
                 .primary = {span, "`?[ ]` gives an option"},
                 .help = "ask `k in m` and use `m[k]`"});
            return error(span);
        }
        return make(typed::MapLookup{map, key, true}, types_.option(type.second), span);
    }
    return make(typed::MapLookup{map, key, false}, type.second, span);
}

ExprId TypeChecker::infer_record_literal(const ast::RecordLiteral& literal, Span span) {
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, literal.record.text);
    if (symbol == nullptr || symbol->kind != SymbolKind::record) {
        std::vector<std::string> known;
        for (const RecordInfo& record : typed_.records) {
            known.push_back(record.name);
        }
        diagnostics_.report({.code = Code::unknown_name,
                             .message = fmt::format("there is no record `{}`", literal.record.text),
                             .primary = {literal.record.span, ""},
                             .help = did_you_mean(literal.record.text, known),
                             .cause = symbol == nullptr ? literal.record.text : ""});
        return error(span);
    }
    const TypeId type = types_.intern({TypeKind::record, symbol->index, {}, {}});
    const auto fields = typed_.records[symbol->index].fields;
    std::vector<ExprId> values(fields.size());
    bool misspelt = false;
    for (const ast::FieldInit& init : literal.fields) {
        const auto field = find_record_field(types_[type], init.name);
        if (!field) {
            misspelt = true;
            infer(init.value, types_.error());
            continue;
        }
        if (values[*field].valid()) {
            diagnostics_.report(
                {.code = Code::duplicate_name,
                 .message = fmt::format("field `{}` is given twice", init.name.text),
                 .primary = {init.name.span, ""}});
        }
        values[*field] = expect(init.value, fields[*field].type);
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (values[i].valid()) {
            continue;
        }
        if (!misspelt) { // otherwise it is probably the one that was meant
            diagnostics_.report({.code = Code::missing_field,
                                 .message = fmt::format("field `{}` of `{}` has no value",
                                                        fields[i].name,
                                                        literal.record.text),
                                 .primary = {literal.record.span, ""}});
        }
        values[i] = error(span);
    }
    return make(typed::RecordLiteral{std::move(values)}, type, span);
}

ExprId TypeChecker::infer_record_update(const ast::RecordUpdate& update, Span span) {
    const ExprId object = infer(update.object);
    const Type type = kind_of(object);
    if (type.kind != TypeKind::record) {
        needs(span_of(update.object), "a record", type_of(object));
        return error(span);
    }
    const auto fields = typed_.records[type.declaration].fields;
    std::vector<std::pair<std::uint32_t, ExprId>> values;
    for (const ast::FieldInit& init : update.fields) {
        const auto field = find_record_field(type, init.name);
        if (!field) {
            infer(init.value, types_.error());
            continue;
        }
        values.emplace_back(*field, expect(init.value, fields[*field].type));
    }
    return make(typed::RecordUpdate{object, std::move(values)}, type_of(object), span);
}

std::optional<TimerId> TypeChecker::find_timer(RoleId role, const ast::Name& name) {
    const Symbol* symbol = Symbols::find(resolved_.symbols.roles[role.value], name.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::timer) {
        return TimerId{symbol->index};
    }
    std::vector<std::string> known;
    for (const TimerId timer : typed_.role(role).timers) {
        known.push_back(typed_.timer(timer).name);
    }
    diagnostics_.report(
        {.code = Code::unknown_name,
         .message = fmt::format("role `{}` has no timer `{}`", typed_.role(role).name, name.text),
         .primary = {name.span, "a timer is needed here"},
         .help = did_you_mean(name.text, known),
         .cause = symbol == nullptr ? name.text : ""});
    return std::nullopt;
}

bool TypeChecker::check_timer(ast::ExprId target, TimerId& timer, ExprId& key) {
    const auto* name = std::get_if<ast::NameRef>(&file_.expr(target).node);
    ast::ExprId key_syntax;
    if (const auto* index = std::get_if<ast::Index>(&file_.expr(target).node)) {
        name = std::get_if<ast::NameRef>(&file_.expr(index->object).node);
        key_syntax = index->key;
    }
    if (name == nullptr) {
        diagnostics_.report({.code = Code::wrong_kind_of_name,
                             .message = "this is not a timer of the role",
                             .primary = {span_of(target), "a timer is needed here"}});
        return false;
    }
    const auto found = find_timer(around_.role, name->name);
    if (!found) {
        return false;
    }
    timer = *found;
    const TypeId key_type = typed_.timer(timer).key_type;
    if (key_type.valid() != key_syntax.valid()) {
        diagnostics_.report(
            {.code = Code::wrong_argument_count,
             .message = fmt::format("timer `{}` {} a key",
                                    name->name.text,
                                    key_type.valid() ? "needs" : "does not have"),
             .primary = {span_of(target), ""},
             .secondary = {{find_in_role(name->name.text)->span, "declared here"}}});
        return false;
    }
    if (key_syntax.valid()) {
        key = expect(key_syntax, key_type);
    }
    return true;
}

ExprId TypeChecker::infer_armed(const ast::Armed& armed, Span span) {
    if (!around_.property) {
        not_allowed(span,
                    "`armed` is for properties",
                    "behaviour cannot ask whether a timer is armed; keep a variable if it must "
                    "know");
        return error(span);
    }
    if (around_.role.valid() && has_no_role(file_, armed.timer)) {
        typed::Armed own{{}, own_process(span), {}};
        return check_timer(armed.timer, own.timer, own.key) ? make(own, types_.boolean(), span)
                                                            : error(span);
    }
    looks_ = true;
    // `armed(role.t[k])`: peel the key off, then the role.
    const ast::Expr* target = &file_.expr(armed.timer);
    ast::ExprId key_syntax;
    if (const auto* index = std::get_if<ast::Index>(&target->node)) {
        key_syntax = index->key;
        target = &file_.expr(index->object);
    }
    const auto* access = std::get_if<ast::FieldAccess>(&target->node);
    const ast::NameRef* role_name = nullptr;
    ast::ExprId process_syntax;
    if (access != nullptr) {
        const ast::Expr& object = file_.expr(access->object);
        role_name = std::get_if<ast::NameRef>(&object.node);
        if (const auto* index = std::get_if<ast::Index>(&object.node)) {
            role_name = std::get_if<ast::NameRef>(&file_.expr(index->object).node);
            process_syntax = index->key;
        }
    }
    if (role_name == nullptr) {
        diagnostics_.report({.code = Code::wrong_kind_of_name,
                             .message = "this is not a timer",
                             .primary = {span_of(armed.timer),
                                         "write `role.timer` or "
                                         "`role.timer[key]`"}});
        return error(span);
    }
    const auto role = find_role(role_name->name, "the timer of a role is needed here");
    if (!role) {
        return error(span);
    }
    const auto timer = find_timer(*role, access->field);
    if (!timer) {
        return error(span);
    }
    const TimerId id = *timer;
    const TypeId key_type = typed_.timer(id).key_type;
    if (key_type.valid() != key_syntax.valid()) {
        diagnostics_.report({.code = Code::wrong_argument_count,
                             .message = fmt::format("timer `{}` {} a key",
                                                    access->field.text,
                                                    key_type.valid() ? "needs" : "does not have"),
                             .primary = {span_of(armed.timer), ""}});
        return error(span);
    }
    const ExprId process = check_process(*role, process_syntax, span_of(armed.timer));
    const ExprId key = key_syntax.valid() ? expect(key_syntax, key_type) : ExprId{};
    return make(typed::Armed{id, process, key}, types_.boolean(), span);
}

} // namespace muster::spec
