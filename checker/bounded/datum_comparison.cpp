#include "checker/bounded/datum.hpp"

#include <algorithm>

/// When values are equal, and when one is less.
namespace muster::checker::bounded {

using spec::TypeKind;

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

} // namespace muster::checker::bounded
