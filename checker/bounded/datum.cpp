#include "checker/bounded/datum.hpp"

#include "checker/eval/collections.hpp"

#include <algorithm>

namespace muster::checker::bounded {

using spec::TypeKind;

namespace {

Datum make(Content content) {
    return std::make_shared<const Content>(std::move(content));
}

} // namespace

Datum Algebra::truth(Bit bit) {
    return make({.flag = bit});
}

Datum Algebra::number(std::int64_t value) {
    return make({.alternatives = {{{0, value}, Bit::constant(true)}}});
}

Datum Algebra::scalar(Alternatives alternatives) {
    std::erase_if(alternatives, [](const Alternative& one) { return one.guard.is_false(); });
    return make({.alternatives = std::move(alternatives)});
}

Datum Algebra::row(std::vector<Datum> parts) {
    return make({.parts = std::move(parts)});
}

Datum Algebra::none() {
    return make({.parts = {nullptr}});
}

Datum Algebra::some(Datum value) {
    return make({.flag = Bit::constant(true), .parts = {std::move(value)}});
}

Datum Algebra::collection(std::vector<Entry> entries) {
    std::erase_if(entries, [](const Entry& entry) { return entry.present.is_false(); });
    return make({.entries = std::move(entries)});
}

Datum Algebra::constant(spec::TypeId id, const Value& value) const {
    const spec::Type& type = spec_.types[id];
    const auto items = value.items();
    switch (type.kind) {
    case TypeKind::boolean:
        return truth(Bit::constant(value.truth()));
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        std::vector<Datum> parts;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            parts.push_back(constant(fields[i].type, items[i]));
        }
        return row(std::move(parts));
    }
    case TypeKind::request:
        return row({number(items[0].number()), number(items[1].number())});
    case TypeKind::option:
        return items.empty() ? none() : some(constant(type.first, items[0]));
    case TypeKind::set:
    case TypeKind::map: {
        const std::size_t stride = type.kind == TypeKind::map ? 2 : 1;
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < items.size(); i += stride) {
            Entry entry{{}, Bit::constant(true), nullptr};
            append_key(type.first, items[i], entry.key);
            if (stride == 2) {
                entry.value = constant(type.second, items[i + 1]);
            }
            entries.push_back(std::move(entry));
        }
        return collection(std::move(entries));
    }
    case TypeKind::list:
    case TypeKind::distinct_list: {
        std::vector<Entry> entries;
        for (const Value& item : items) {
            entries.push_back({{Atom{0, static_cast<std::int64_t>(entries.size())}},
                               Bit::constant(true),
                               constant(type.first, item)});
        }
        return collection(std::move(entries));
    }
    default:
        return number(value.number());
    }
}

Datum Algebra::element(spec::TypeId collection, const Entry& entry) const {
    return spec_.types.is_list(collection) ? entry.value
                                           : of_key(spec_.types[collection].first, entry.key);
}

// Both have their alternatives, or entries, in ascending order.
Datum Algebra::choice(Bit condition, const Datum& yes, const Datum& no) const {
    if (condition.is_true() || yes == no || !no) {
        return yes;
    }
    if (condition.is_false() || !yes) {
        return no;
    }
    Content result;
    result.flag = circuit_.choice(condition, yes->flag, no->flag);
    const Bit nothing;
    auto a = yes->alternatives.begin();
    auto b = no->alternatives.begin();
    while (a != yes->alternatives.end() || b != no->alternatives.end()) {
        const bool from_a =
            b == no->alternatives.end() || (a != yes->alternatives.end() && a->atom <= b->atom);
        const bool from_b =
            a == yes->alternatives.end() || (b != no->alternatives.end() && b->atom <= a->atom);
        const Bit guard =
            circuit_.choice(condition, from_a ? a->guard : nothing, from_b ? b->guard : nothing);
        if (!guard.is_false()) {
            result.alternatives.push_back({from_a ? a->atom : b->atom, guard});
        }
        a += from_a ? 1 : 0;
        b += from_b ? 1 : 0;
    }
    for (std::size_t i = 0; i < std::max(yes->parts.size(), no->parts.size()); ++i) {
        result.parts.push_back(choice(condition,
                                      i < yes->parts.size() ? yes->parts[i] : nullptr,
                                      i < no->parts.size() ? no->parts[i] : nullptr));
    }
    auto x = yes->entries.begin();
    auto y = no->entries.begin();
    while (x != yes->entries.end() || y != no->entries.end()) {
        const bool from_x = y == no->entries.end() || (x != yes->entries.end() && x->key <= y->key);
        const bool from_y = x == yes->entries.end() || (y != no->entries.end() && y->key <= x->key);
        const Bit present = circuit_.choice(
            condition, from_x ? x->present : nothing, from_y ? y->present : nothing);
        if (!present.is_false()) {
            result.entries.push_back(
                {from_x ? x->key : y->key,
                 present,
                 choice(condition, from_x ? x->value : nullptr, from_y ? y->value : nullptr)});
        }
        x += from_x ? 1 : 0;
        y += from_y ? 1 : 0;
    }
    // What stays as it was keeps its identity, so that it is seen to have stayed.
    return result == *no ? no : result == *yes ? yes : make(std::move(result));
}

Datum Algebra::select(const std::vector<std::pair<Bit, Datum>>& options) const {
    Datum result;
    for (auto at = options.rbegin(); at != options.rend(); ++at) {
        result = result ? choice(at->first, at->second, result) : at->second;
    }
    return result;
}

Value Algebra::value(spec::TypeId id, const Datum& datum, Assignment& under) const {
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return Value::boolean(datum && under(datum->flag));
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        std::vector<Value> items;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            items.push_back(value(fields[i].type, datum ? datum->parts[i] : nullptr, under));
        }
        return Value::row(std::move(items));
    }
    case TypeKind::request:
        return Value::row({value(spec_.types.integer(), datum ? datum->parts[0] : nullptr, under),
                           value(spec_.types.integer(), datum ? datum->parts[1] : nullptr, under)});
    case TypeKind::option:
        return datum && under(datum->flag) ? Value::some(value(type.first, datum->parts[0], under))
                                           : Value::none();
    default:
        break;
    }
    if (!spec_.types.is_container(id)) {
        return Value::scalar(datum ? under(datum->alternatives) : 0);
    }
    Value map = Value::row({});
    std::vector<Value> items;
    for (const Entry& entry : datum ? datum->entries : std::vector<Entry>{}) {
        if (!under(entry.present)) {
            continue;
        }
        if (type.kind == TypeKind::map) {
            map = map_insert(map,
                             value_of_key(type.first, entry.key, under),
                             value(type.second, entry.value, under));
        } else {
            items.push_back(type.kind == TypeKind::set ? value_of_key(type.first, entry.key, under)
                                                       : value(type.first, entry.value, under));
        }
    }
    return type.kind == TypeKind::map   ? map
           : type.kind == TypeKind::set ? make_set(std::move(items))
                                        : Value::row(std::move(items));
}

Value Algebra::value_of_key(spec::TypeId type, const Key& key, Assignment& under) const {
    return value(type, of_key(type, key), under);
}

} // namespace muster::checker::bounded
