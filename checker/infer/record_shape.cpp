#include "checker/infer/record_shape.hpp"

#include "checker/infer/conjuncts.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::LocalId;
using spec::TypeId;
using spec::TypeKind;

RecordShape::RecordShape(ExprBuilder& builder,
                         const PredicateOptions& options,
                         const Record& record)
    : builder_(builder)
    , spec_(builder.spec())
    , record_(record) {
    name_process();
    switch (record.kind) {
    case Record::Kind::message:
        of_message(options);
        break;
    case Record::Kind::element:
        of_element();
        break;
    case Record::Kind::entry:
        of_entry();
        break;
    case Record::Kind::value:
        of_value();
        break;
    }
}

void RecordShape::name_process() {
    if (record_.me.valid()) {
        const ExprId me = builder_.local(record_.me);
        static_cast<void>(slot(me, spec_.local(record_.me).type, false));
    }
}

void RecordShape::of_message(const PredicateOptions& options) {
    const std::size_t m = record_.message.value;
    if (!options.messages[m]) {
        return;
    }
    const bool is_kept =
        options.history[m] || spec_.messages[m].network == spec::NetworkKind::unreliable;
    message_ = {!is_kept, record_.message, {}, {}, {}};
    for (std::uint32_t f = 0; f < record_.fields.size(); ++f) {
        if (const ExprId named = pattern(record_.fields[f]); named.valid()) {
            message_.fields.emplace_back(f, named);
        }
    }
    if (record_.me.valid()) {
        message_.from = translated(builder_.local(record_.me));
    }
    if (record_.to.valid()) {
        message_.to = pattern(record_.to);
    }
    is_usable_ = true;
}

void RecordShape::of_element() {
    name_keys(record_.place);
    const ExprId element = pattern(record_.value);
    if (element.valid()) {
        premise_ = member(builder_, element, translated(record_.place));
        is_usable_ = true;
    }
}

void RecordShape::of_entry() {
    name_keys(record_.place);
    const ExprId key = pattern(record_.key);
    if (!key.valid()) {
        return;
    }
    is_usable_ = true;
    const TypeId type = spec_.expr(record_.value).type;
    const ExprId map = translated(record_.place);
    brief_ = premise_ = builder_.binary(BinaryOp::in, key, map);
    const ExprId value = is_plain(type) ? pattern(record_.value) : ExprId{};
    if (value.valid()) {
        const TypeId option = spec_.types.option(type);
        const ExprId found = builder_.make(typed::MapLookup{map, key, true}, option);
        const ExprId some = builder_.make(typed::SomeExpr{value}, option);
        premise_ = builder_.binary(BinaryOp::equal, found, some);
        names_value_ = true;
        value_ = free_locals(spec_, value);
        brief_ = value_.empty() ? ExprId{} : brief_;
    }
}

void RecordShape::of_value() {
    const auto* variable = std::get_if<typed::VariableRef>(&spec_.expr(record_.place).node);
    const typed::Expr value = spec_.expr(record_.value);
    const auto* truth = std::get_if<typed::BoolLiteral>(&value.node);
    const std::string own = spec::dump(spec_, record_.place);
    const bool says_nothing = std::holds_alternative<typed::NoneLiteral>(value.node) ||
                              (truth != nullptr && !truth->value);
    const bool is_count = spec::dump(spec_, record_.value).find(own) != std::string::npos;
    if (variable == nullptr || says_nothing || is_count) {
        return;
    }
    const ExprId initial = spec_.variable(variable->variable).initial;
    const ExprId named = pattern(record_.value);
    if (!named.valid()) {
        return;
    }
    const ExprId place = translated(record_.place);
    premise_ = truth != nullptr ? place : builder_.binary(BinaryOp::equal, place, named);
    if (spec_.type_of(place).kind == TypeKind::option) {
        value_ = free_locals(spec_, named);
        brief_ = builder_.truth(typed::IsOption{place, true});
    }
    names_value_ = true;
    if (!is_closed(named) && is_closed(initial) &&
        spec_.type_of(initial).kind != TypeKind::option) {
        untouched_ = builder_.binary(BinaryOp::equal, place, initial);
    }
    is_usable_ = true;
}

bool RecordShape::is_plain(TypeId type) const {
    const TypeKind kind = spec_.types[type].kind;
    return kind == TypeKind::sort || kind == TypeKind::integer || kind == TypeKind::enumeration ||
           kind == TypeKind::boolean;
}

bool RecordShape::is_closed(ExprId id) const {
    const typed::Expr& expr = spec_.expr(id);
    if (!std::holds_alternative<typed::BoolLiteral>(expr.node) &&
        !std::holds_alternative<typed::IntLiteral>(expr.node) &&
        !std::holds_alternative<typed::EnumLiteral>(expr.node) &&
        !std::holds_alternative<typed::NoneLiteral>(expr.node) &&
        !std::holds_alternative<typed::Unary>(expr.node)) {
        return false;
    }
    bool result = true;
    spec::for_each_part(expr, [&](ExprId part) { result = result && is_closed(part); });
    return result;
}

ExprId RecordShape::slot(ExprId stands_for, TypeId type, bool is_option_value) {
    ExprId whole = stands_for;
    if (is_option_value) {
        whole = builder_.make(typed::OptionValue{stands_for}, type);
    }
    const auto known = terms_.find(spec::dump(spec_, whole));
    if (known != terms_.end()) {
        return known->second;
    }
    const LocalId variable = builder_.new_local("slot", type);
    const ExprId result = builder_.local(variable);
    terms_[spec::dump(spec_, whole)] = result;
    slots_.push_back({variable, stands_for, is_option_value});
    return result;
}

ExprId RecordShape::pattern(ExprId value) {
    const typed::Expr expr = spec_.expr(value); // a copy: expressions are made below
    if (is_closed(value)) {
        return value;
    }
    if (const auto* some = std::get_if<typed::SomeExpr>(&expr.node)) {
        const ExprId inside = pattern(some->value);
        return inside.valid() ? builder_.make(typed::SomeExpr{inside}, expr.type) : ExprId{};
    }
    if (const auto* record = std::get_if<typed::RecordLiteral>(&expr.node)) {
        typed::RecordLiteral named;
        for (const ExprId field : record->fields) {
            named.fields.push_back(pattern(field));
            if (!named.fields.back().valid()) {
                return {};
            }
        }
        return builder_.make(std::move(named), expr.type);
    }
    const spec::Type type = spec_.types[expr.type];
    if (type.kind == TypeKind::sort || type.kind == TypeKind::integer ||
        (type.kind == TypeKind::set && spec_.types[type.first].kind == TypeKind::sort)) {
        return slot(value, expr.type, false);
    }
    if (type.kind == TypeKind::option) {
        const TypeKind inside = spec_.types[type.first].kind;
        if (inside == TypeKind::sort || inside == TypeKind::integer) {
            const ExprId some =
                builder_.make(typed::SomeExpr{slot(value, type.first, true)}, expr.type);
            terms_[spec::dump(spec_, value)] = some;
            return some;
        }
    }
    return {};
}

ExprId RecordShape::translated(ExprId id) const {
    return substitute_terms(builder_, id, terms_);
}

ExprId RecordShape::translated_inside(const Slot& slot) const {
    TermSubstitution others = terms_;
    others.erase(spec::dump(spec_, slot.stands_for));
    ExprId whole = slot.stands_for;
    if (slot.is_option_value) {
        const TypeId type = spec_.local(slot.variable).type;
        whole = builder_.make(typed::OptionValue{slot.stands_for}, type);
        others.erase(spec::dump(spec_, whole));
    }
    return substitute_terms(builder_, whole, others);
}

void RecordShape::name_keys(ExprId place) {
    const typed::Expr expr = spec_.expr(place); // a copy: expressions are made below
    if (const auto* lookup = std::get_if<typed::MapLookup>(&expr.node)) {
        name_keys(lookup->map);
        static_cast<void>(pattern(lookup->key));
    }
}

ExprId RecordShape::premise(const std::set<LocalId>& named) const {
    const auto is_named = [&](const std::set<LocalId>& variables) {
        return std::any_of(variables.begin(), variables.end(), [&](LocalId variable) {
            return named.contains(variable);
        });
    };
    if (record_.kind != Record::Kind::message) {
        return brief_.valid() && !is_named(value_) ? brief_ : premise_;
    }
    const auto is_left_out = [&](ExprId id) {
        const std::set<LocalId> variables = free_locals(spec_, id);
        return !variables.empty() && !is_named(variables);
    };
    typed::MessagePattern pattern = message_;
    std::erase_if(pattern.fields, [&](const auto& field) { return is_left_out(field.second); });
    if (pattern.from.valid() && is_left_out(pattern.from)) {
        pattern.from = {};
    }
    if (pattern.to.valid() && is_left_out(pattern.to)) {
        pattern.to = {};
    }
    return builder_.truth(std::move(pattern));
}

} // namespace muster::checker::infer
