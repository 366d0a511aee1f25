#include "checker/bounded/datum.hpp"
#include "checker/bounded/unsupported.hpp"

#include <fmt/format.h>

/// The keys of maps and the elements of sets, as rows of numbers.
namespace muster::checker::bounded {

using spec::TypeKind;

namespace {

constexpr std::size_t kMaxKeys = 20'000;

} // namespace

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

} // namespace muster::checker::bounded
