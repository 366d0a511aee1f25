#include "checker/bounded/datum.hpp"

#include <algorithm>

/// What is done with sets, maps and lists.
namespace muster::checker::bounded {

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

} // namespace muster::checker::bounded
