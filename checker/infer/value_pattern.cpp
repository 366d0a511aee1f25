#include "checker/infer/value_pattern.hpp"

namespace muster::checker::infer {

namespace typed = spec::typed;
using Kind = ValuePattern::Kind;
using spec::TypeId;
using spec::TypeKind;

namespace {

constexpr std::size_t kMaxRows = 24;

ValuePattern shifted(ValuePattern pattern, std::size_t by) {
    if (pattern.kind == Kind::slot) {
        pattern.slot += by;
    }
    for (ValuePattern& part : pattern.parts) {
        part = shifted(std::move(part), by);
    }
    return pattern;
}

SlottedPattern slot_of(TypeId type) {
    ValuePattern pattern;
    pattern.kind = Kind::slot;
    pattern.type = type;
    return {std::move(pattern), {type}};
}

SlottedPattern constant_of(TypeId type, std::int64_t number) {
    ValuePattern pattern;
    pattern.kind = Kind::constant;
    pattern.type = type;
    pattern.constant = Value::scalar(number);
    return {std::move(pattern), {}};
}

std::vector<SlottedPattern> constants_of(TypeId type, std::size_t count) {
    std::vector<SlottedPattern> result;
    for (std::size_t i = 0; i < count; ++i) {
        result.push_back(constant_of(type, static_cast<std::int64_t>(i)));
    }
    return result;
}

std::vector<SlottedPattern> options_of(const spec::TypedSpec& spec, TypeId type) {
    std::vector<SlottedPattern> result;
    ValuePattern nothing;
    nothing.kind = Kind::nothing;
    nothing.type = type;
    result.push_back({nothing, {}});
    for (SlottedPattern& inside : patterns_of(spec, spec.types[type].first)) {
        ValuePattern something;
        something.kind = Kind::something;
        something.type = type;
        something.parts.push_back(std::move(inside.pattern));
        result.push_back({std::move(something), std::move(inside.slots)});
    }
    return result;
}

std::vector<SlottedPattern> records_of(const spec::TypedSpec& spec, TypeId type) {
    std::vector<SlottedPattern> rows{{}};
    rows.front().pattern.kind = Kind::record;
    rows.front().pattern.type = type;
    for (const spec::FieldInfo& field : spec.records[spec.types[type].declaration].fields) {
        const auto patterns = patterns_of(spec, field.type);
        if (patterns.empty() || rows.size() * patterns.size() > kMaxRows) {
            return {};
        }
        rows = product(rows, patterns);
    }
    return rows;
}

} // namespace

std::vector<SlottedPattern> patterns_of(const spec::TypedSpec& spec, TypeId type) {
    const spec::Type& info = spec.types[type];
    switch (info.kind) {
    case TypeKind::boolean:
        return constants_of(type, 2);
    case TypeKind::enumeration:
        return constants_of(type, spec.enums[info.declaration].enumerators.size());
    case TypeKind::integer:
    case TypeKind::sort:
        return {slot_of(type)};
    case TypeKind::set:
        if (spec.types[info.first].kind == TypeKind::sort) {
            return {slot_of(type)};
        }
        return {};
    case TypeKind::option:
        return options_of(spec, type);
    case TypeKind::record:
        return records_of(spec, type);
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
    case TypeKind::request:
    case TypeKind::error:
        return {};
    }
    return {};
}

std::vector<SlottedPattern> product(const std::vector<SlottedPattern>& rows,
                                    const std::vector<SlottedPattern>& patterns) {
    std::vector<SlottedPattern> result;
    for (const SlottedPattern& row : rows) {
        for (const SlottedPattern& pattern : patterns) {
            SlottedPattern longer = row;
            longer.pattern.parts.push_back(shifted(pattern.pattern, row.slots.size()));
            longer.slots.insert(longer.slots.end(), pattern.slots.begin(), pattern.slots.end());
            result.push_back(std::move(longer));
        }
    }
    return result;
}

spec::ExprId
pattern_expr(const ExprBuilder& builder, const ValuePattern& pattern, const Exprs& arguments) {
    switch (pattern.kind) {
    case Kind::slot:
        return arguments[pattern.slot];
    case Kind::constant:
        if (builder.spec().types[pattern.type].kind == TypeKind::boolean) {
            return builder.truth(typed::BoolLiteral{pattern.constant.truth()});
        }
        return builder.make(
            typed::EnumLiteral{static_cast<std::uint32_t>(pattern.constant.number())},
            pattern.type);
    case Kind::nothing:
        return builder.make(typed::NoneLiteral{}, pattern.type);
    case Kind::something:
        return builder.make(
            typed::SomeExpr{pattern_expr(builder, pattern.parts.front(), arguments)}, pattern.type);
    case Kind::record: {
        typed::RecordLiteral record;
        for (const ValuePattern& part : pattern.parts) {
            record.fields.push_back(pattern_expr(builder, part, arguments));
        }
        return builder.make(std::move(record), pattern.type);
    }
    case Kind::anything:
        break;
    }
    return {};
}

bool fits(const ValuePattern& pattern,
          const Value& value,
          std::vector<std::optional<Value>>& slots) {
    switch (pattern.kind) {
    case Kind::anything:
        return true;
    case Kind::constant:
        return value == pattern.constant;
    case Kind::slot: {
        std::optional<Value>& slot = slots[pattern.slot];
        if (!slot) {
            slot = value;
        }
        return *slot == value;
    }
    case Kind::nothing:
        return value.items().empty();
    case Kind::something:
        return !value.items().empty() && fits(pattern.parts.front(), value.items().front(), slots);
    case Kind::record:
        for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
            if (!fits(pattern.parts[i], value.items()[i], slots)) {
                return false;
            }
        }
        return true;
    }
    return false;
}

} // namespace muster::checker::infer
