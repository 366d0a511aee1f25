#include "checker/bounded/datum.hpp"

#include <algorithm>

/// What the iterations of a loop change, taken together.
namespace muster::checker::bounded {

using spec::TypeKind;

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

} // namespace muster::checker::bounded
