#include "checker/bounded/datum.hpp"

#include "checker/bounded/unsupported.hpp"
#include "checker/eval/collections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace muster::checker::bounded {

using spec::TypeKind;

namespace {

constexpr std::size_t kMaxKeys = 20'000;

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

void Algebra::append_key(spec::TypeId id, const Value& value, Key& key) const {
    const spec::Type& type = spec_.types[id];
    const auto items = value.items();
    switch (type.kind) {
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            append_key(fields[i].type, items[i], key);
        }
        return;
    }
    case TypeKind::request:
        key.push_back({0, items[0].number()});
        key.push_back({0, items[1].number()});
        return;
    case TypeKind::option:
        key.push_back({0, items.empty() ? 0 : 1});
        if (!items.empty()) {
            append_key(type.first, items[0], key);
        }
        return;
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        throw Unsupported{"a set or map whose elements or keys hold collections"};
    default:
        key.push_back({0, value.number()});
        return;
    }
}

Datum Algebra::of_key(spec::TypeId type, const Key& key) const {
    std::size_t next = 0;
    return of_key(type, key, next);
}

Datum Algebra::of_key(spec::TypeId id, const Key& key, std::size_t& next) const {
    const spec::Type& type = spec_.types[id];
    const auto take = [&] {
        return scalar({{key.at(next++), Bit::constant(true)}});
    };
    switch (type.kind) {
    case TypeKind::boolean:
        return truth(Bit::constant(key.at(next++).offset != 0));
    case TypeKind::record: {
        std::vector<Datum> parts;
        for (const spec::FieldInfo& field : spec_.records[type.declaration].fields) {
            parts.push_back(of_key(field.type, key, next));
        }
        return row(std::move(parts));
    }
    case TypeKind::request: {
        Datum sender = take();
        return row({std::move(sender), take()});
    }
    case TypeKind::option:
        return key.at(next++).offset == 0 ? none() : some(of_key(type.first, key, next));
    default:
        return take();
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

Bit Algebra::equal(spec::TypeId id, const Datum& a, const Datum& b) const {
    if (a == b) {
        return Bit::constant(true);
    }
    if (!a || !b) {
        return Bit::constant(false);
    }
    const spec::Type& type = spec_.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return circuit_.equivalence(a->flag, b->flag);
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        Bit result = Bit::constant(true);
        for (std::size_t i = 0; i < fields.size() && !result.is_false(); ++i) {
            result = circuit_.conjunction(result, equal(fields[i].type, a->parts[i], b->parts[i]));
        }
        return result;
    }
    case TypeKind::request:
        return circuit_.conjunction(equal(spec_.types.integer(), a->parts[0], b->parts[0]),
                                    equal(spec_.types.integer(), a->parts[1], b->parts[1]));
    case TypeKind::option: {
        const Bit both = circuit_.conjunction(a->flag, b->flag);
        const Bit same =
            both.is_false() ? Bit::constant(false) : equal(type.first, a->parts[0], b->parts[0]);
        return circuit_.choice(a->flag, circuit_.conjunction(b->flag, same), !b->flag);
    }
    case TypeKind::set:
    case TypeKind::map: {
        const spec::TypeId value = type.kind == TypeKind::map ? type.second : spec::TypeId{};
        return circuit_.conjunction(covers(value, a->entries, b->entries),
                                    covers(value, b->entries, a->entries));
    }
    case TypeKind::list:
    case TypeKind::distinct_list:
        return equal_lists(type.first, a, b);
    default:
        break;
    }
    Bit result;
    for (const Alternative& one : a->alternatives) {
        for (const Alternative& other : b->alternatives) {
            const Bit same = circuit_.equal(one.atom, other.atom);
            if (!same.is_false()) {
                result = circuit_.disjunction(
                    result,
                    circuit_.conjunction(same, circuit_.conjunction(one.guard, other.guard)));
            }
        }
    }
    return result;
}

// Whether every entry of the first is in the second, with the same value.
Bit Algebra::covers(spec::TypeId map_value,
                    const std::vector<Entry>& a,
                    const std::vector<Entry>& b) const {
    Bit result = Bit::constant(true);
    for (const Entry& one : a) {
        Bit found;
        for (const Entry& other : b) {
            Bit same = circuit_.conjunction(equal(one.key, other.key), other.present);
            if (map_value.valid() && !same.is_false()) {
                same = circuit_.conjunction(same, equal(map_value, one.value, other.value));
            }
            found = circuit_.disjunction(found, same);
        }
        result = circuit_.conjunction(result, circuit_.disjunction(!one.present, found));
    }
    return result;
}

Bit Algebra::equal_lists(spec::TypeId element, const Datum& a, const Datum& b) const {
    Bit result = Bit::constant(true);
    for (std::size_t i = 0; i < std::max(a->entries.size(), b->entries.size()); ++i) {
        const Bit in_a = i < a->entries.size() ? a->entries[i].present : Bit();
        const Bit in_b = i < b->entries.size() ? b->entries[i].present : Bit();
        result = circuit_.conjunction(result, circuit_.equivalence(in_a, in_b));
        if (i < a->entries.size() && i < b->entries.size()) {
            const Bit same = equal(element, a->entries[i].value, b->entries[i].value);
            result = circuit_.conjunction(result, circuit_.disjunction(!in_a, same));
        }
    }
    return result;
}

Bit Algebra::less(const Datum& a, const Datum& b) const {
    Bit result;
    if (!a || !b) {
        return result;
    }
    for (const Alternative& one : a->alternatives) {
        for (const Alternative& other : b->alternatives) {
            const Bit less = circuit_.less(one.atom, other.atom);
            if (!less.is_false()) {
                result = circuit_.disjunction(
                    result,
                    circuit_.conjunction(less, circuit_.conjunction(one.guard, other.guard)));
            }
        }
    }
    return result;
}

Bit Algebra::is_number(const Datum& scalar, std::int64_t value) const {
    return equal(spec_.types.integer(), scalar, number(value));
}

std::vector<KeyAlternative> Algebra::keys(spec::TypeId id, const Datum& datum) const {
    const spec::Type& type = spec_.types[id];
    if (!datum) {
        return {};
    }
    // Puts the rows of a part behind those that there are.
    const auto extend = [&](std::vector<KeyAlternative>& rows, spec::TypeId part, const Datum& of) {
        const std::vector<KeyAlternative> tails = keys(part, of);
        if (rows.size() * tails.size() > kMaxKeys) {
            throw Unsupported{
                fmt::format("an element of `{}` that has too many values", spec_.type_name(id))};
        }
        std::vector<KeyAlternative> longer;
        for (const KeyAlternative& row : rows) {
            for (const KeyAlternative& tail : tails) {
                const Bit guard = circuit_.conjunction(row.guard, tail.guard);
                if (guard.is_false()) {
                    continue;
                }
                longer.push_back({row.key, guard});
                auto& key = longer.back().key;
                key.insert(key.end(), tail.key.begin(), tail.key.end());
            }
        }
        rows = std::move(longer);
    };
    std::vector<KeyAlternative> rows{{{}, Bit::constant(true)}};
    switch (type.kind) {
    case TypeKind::boolean:
        rows = {{{Atom{0, 0}}, !datum->flag}, {{Atom{0, 1}}, datum->flag}};
        std::erase_if(rows, [](const KeyAlternative& row) { return row.guard.is_false(); });
        return rows;
    case TypeKind::record: {
        const auto& fields = spec_.records[type.declaration].fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            extend(rows, fields[i].type, datum->parts[i]);
        }
        return rows;
    }
    case TypeKind::request:
        extend(rows, spec_.types.integer(), datum->parts[0]);
        extend(rows, spec_.types.integer(), datum->parts[1]);
        return rows;
    case TypeKind::option:
        rows = {{{Atom{0, 1}}, datum->flag}};
        if (datum->flag.is_false()) {
            rows.clear();
        } else {
            extend(rows, type.first, datum->parts[0]);
        }
        if (!datum->flag.is_true()) {
            rows.insert(rows.begin(), {{Atom{0, 0}}, !datum->flag});
        }
        return rows;
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        throw Unsupported{"a set or map whose elements or keys hold collections"};
    default:
        break;
    }
    rows.clear();
    for (const Alternative& alternative : datum->alternatives) {
        rows.push_back({{alternative.atom}, alternative.guard});
    }
    return rows;
}

Bit Algebra::equal(const Key& a, const Key& b) const {
    if (a.size() != b.size()) {
        return Bit::constant(false);
    }
    Bit result = Bit::constant(true);
    for (std::size_t i = 0; i < a.size() && !result.is_false(); ++i) {
        result = circuit_.conjunction(result, circuit_.equal(a[i], b[i]));
    }
    return result;
}

Bit Algebra::contains(const std::vector<Entry>& entries, const Key& key) const {
    Bit result;
    for (const Entry& entry : entries) {
        const Bit same = equal(entry.key, key);
        if (!same.is_false()) {
            result = circuit_.disjunction(result, circuit_.conjunction(same, entry.present));
        }
    }
    return result;
}

Bit Algebra::contains(const std::vector<Entry>& entries,
                      const std::vector<KeyAlternative>& keys) const {
    Bit result;
    for (const KeyAlternative& key : keys) {
        result = circuit_.disjunction(result,
                                      circuit_.conjunction(key.guard, contains(entries, key.key)));
    }
    return result;
}

Datum Algebra::lookup(const std::vector<Entry>& entries,
                      const std::vector<KeyAlternative>& keys) const {
    std::vector<std::pair<Bit, Datum>> options;
    for (const Entry& entry : entries) {
        Bit chosen;
        for (const KeyAlternative& key : keys) {
            const Bit same = equal(entry.key, key.key);
            if (!same.is_false()) {
                chosen = circuit_.disjunction(chosen, circuit_.conjunction(same, key.guard));
            }
        }
        chosen = circuit_.conjunction(chosen, entry.present);
        if (!chosen.is_false()) {
            options.emplace_back(chosen, entry.value);
        }
    }
    return select(options);
}

void Algebra::put(std::vector<Entry>& entries,
                  const Key& key,
                  Bit condition,
                  const Datum& value) const {
    remove(entries, key, condition);
    const auto at = std::lower_bound(
        entries.begin(), entries.end(), key, [](const Entry& entry, const Key& wanted) {
            return entry.key < wanted;
        });
    if (at == entries.end() || at->key != key) {
        entries.insert(at, {key, condition, value});
        return;
    }
    at->present = circuit_.disjunction(at->present, condition);
    at->value = choice(condition, value, at->value);
}

void Algebra::remove(std::vector<Entry>& entries, const Key& key, Bit condition) const {
    for (Entry& entry : entries) {
        const Bit same = equal(entry.key, key);
        if (!same.is_false()) {
            entry.present =
                circuit_.conjunction(entry.present, !circuit_.conjunction(same, condition));
        }
    }
}

Datum Algebra::set_union(const Datum& a, const Datum& b) const {
    std::vector<Entry> entries = a->entries;
    for (const Entry& entry : b->entries) {
        put(entries, entry.key, entry.present, nullptr);
    }
    return collection(std::move(entries));
}

Datum Algebra::intersection(const Datum& a, const Datum& b) const {
    std::vector<Entry> entries = a->entries;
    for (Entry& entry : entries) {
        entry.present = circuit_.conjunction(entry.present, contains(b->entries, entry.key));
    }
    return collection(std::move(entries));
}

Datum Algebra::difference(const Datum& a, const Datum& b) const {
    std::vector<Entry> entries = a->entries;
    for (Entry& entry : entries) {
        entry.present = circuit_.conjunction(entry.present, !contains(b->entries, entry.key));
    }
    return collection(std::move(entries));
}

Bit Algebra::subset(const Datum& a, const Datum& b) const {
    return covers({}, a->entries, b->entries);
}

Datum Algebra::size(const Datum& collection) const {
    std::vector<Bit> counts{Bit::constant(true)}; // by number
    for (const Entry& entry : collection->entries) {
        counts.emplace_back();
        for (std::size_t n = counts.size(); n-- > 0;) {
            const Bit one_less = n == 0 ? Bit() : counts[n - 1];
            counts[n] = circuit_.choice(entry.present, one_less, counts[n]);
        }
    }
    Alternatives alternatives;
    for (std::size_t n = 0; n < counts.size(); ++n) {
        alternatives.push_back({{0, static_cast<std::int64_t>(n)}, counts[n]});
    }
    return scalar(std::move(alternatives));
}

Bit Algebra::list_contains(spec::TypeId element, const Datum& list, const Datum& wanted) const {
    Bit result;
    for (const Entry& entry : list->entries) {
        result = circuit_.disjunction(
            result, circuit_.conjunction(entry.present, equal(element, entry.value, wanted)));
    }
    return result;
}

Datum Algebra::append(const Datum& list, const Datum& element, Bit condition) const {
    std::vector<Entry> entries = list->entries;
    entries.push_back({{Atom{0, static_cast<std::int64_t>(entries.size())}}, Bit(), nullptr});
    Bit before = Bit::constant(true); // whether the place before is taken
    for (Entry& entry : entries) {
        const Bit here =
            circuit_.conjunction(condition, circuit_.conjunction(before, !entry.present));
        before = entry.present;
        entry.value = choice(here, element, entry.value);
        entry.present = circuit_.disjunction(entry.present, here);
    }
    return collection(std::move(entries));
}

Datum Algebra::without(spec::TypeId element, const Datum& list, const Datum& unwanted) const {
    Datum result = collection({});
    for (const Entry& entry : list->entries) {
        const Bit stays =
            circuit_.conjunction(entry.present, !equal(element, entry.value, unwanted));
        result = append(result, entry.value, stays);
    }
    return result;
}

Datum Algebra::merge(spec::TypeId id,
                     const Datum& start,
                     const Datum& changed,
                     const Datum& merged) const {
    if (changed == start) {
        return merged;
    }
    if (merged == start) {
        return changed;
    }
    if (!start || !changed || !merged) {
        return changed ? changed : merged;
    }
    const spec::Type& type = spec_.types[id];
    if (type.kind == TypeKind::set || type.kind == TypeKind::map) {
        const spec::TypeId value = type.kind == TypeKind::map ? type.second : spec::TypeId{};
        return collection(merge_entries(value, start->entries, changed->entries, merged->entries));
    }
    if (type.kind == TypeKind::record) {
        const auto& fields = spec_.records[type.declaration].fields;
        std::vector<Datum> parts;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            parts.push_back(
                merge(fields[i].type, start->parts[i], changed->parts[i], merged->parts[i]));
        }
        return row(std::move(parts));
    }
    return choice(equal(id, start, changed), merged, changed);
}

std::vector<Entry> Algebra::merge_entries(spec::TypeId value,
                                          const std::vector<Entry>& start,
                                          const std::vector<Entry>& changed,
                                          const std::vector<Entry>& merged) const {
    const auto find = [](const std::vector<Entry>& entries, const Key& key) {
        const auto at = std::find_if(
            entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
        return at == entries.end() ? Entry{key, Bit(), nullptr} : *at;
    };
    std::vector<Key> keys;
    for (const auto* entries : {&start, &changed, &merged}) {
        for (const Entry& entry : *entries) {
            keys.push_back(entry.key);
        }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<Entry> result;
    for (const Key& key : keys) {
        const Entry before = find(start, key);
        const Entry after = find(changed, key);
        Entry entry = find(merged, key);
        const Bit removed = circuit_.conjunction(before.present, !after.present);
        const Bit added = circuit_.conjunction(after.present, !before.present);
        entry.present = circuit_.disjunction(circuit_.conjunction(entry.present, !removed), added);
        if (value.valid()) {
            const Datum both = merge(value, before.value, after.value, entry.value);
            entry.value = choice(added, after.value, both);
        }
        if (!entry.present.is_false()) {
            result.push_back(std::move(entry));
        }
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
