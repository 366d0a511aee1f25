#pragma once

#include "runtime/host/durable_timers.hpp"
#include "runtime/host/effects.hpp"
#include "runtime/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime {

/// What to write so that the store holds the machine's durable part again, given which entries a
/// handler changed. It costs in proportion to what was written, not to what the machine holds.
template <class Traits>
[[nodiscard]] std::vector<Change>
changes_to_store(const typename Traits::Machine& machine,
                 const std::vector<typename Effects<Traits>::ChangeNote>& notes) {
    using Field = typename Traits::Field;
    std::set<Field> whole;
    std::set<std::pair<Field, Bytes>> single;
    for (const auto& note : notes) {
        if (note.key) {
            single.emplace(note.field, *note.key);
        } else {
            whole.insert(note.field);
        }
    }
    std::vector<Change> changes;
    for (const auto field : whole) {
        const std::string name(name_of(field));
        changes.push_back({Change::Kind::clear_field, name, {}, {}});
        machine.for_each_durable(field, [&](auto&& key, auto&& value) {
            changes.push_back({Change::Kind::put, name, Bytes(key), Bytes(value)});
        });
    }
    for (const auto& [field, key] : single) {
        if (whole.contains(field)) {
            continue;
        }
        const auto value = machine.durable_entry(field, key);
        const auto kind = value ? Change::Kind::put : Change::Kind::erase;
        changes.push_back({kind, std::string(name_of(field)), key, value.value_or(Bytes())});
    }
    return changes;
}

/// What to write so that the store has nothing of a machine but its timers.
template <class Traits>
[[nodiscard]] std::vector<Change> removal_from_store() {
    std::vector<Change> changes;
    changes.reserve(Traits::Machine::kDurableFields.size());
    for (const auto field : Traits::Machine::kDurableFields) {
        changes.push_back({Change::Kind::clear_field, std::string(name_of(field)), {}, {}});
    }
    return changes;
}

/// Puts stored entries into a machine in its initial state, and returns the timers among them.
/// Fails on what the machine does not know, which means that another version of the protocol wrote
/// it.
template <class Traits>
[[nodiscard]] Result<std::vector<RestoredTimer<typename Traits::Timer>>>
restore(typename Traits::Machine& machine, const std::vector<Entry>& entries) {
    std::vector<RestoredTimer<typename Traits::Timer>> timers;
    const auto& fields = Traits::Machine::kDurableFields;
    for (const auto& entry : entries) {
        if (is_timer_entry(entry)) {
            auto timer = restored_timer<typename Traits::Timer>(entry);
            if (!timer) {
                return tl::make_unexpected(timer.error());
            }
            timers.push_back(*std::move(timer));
            continue;
        }
        const auto field = std::find_if(fields.begin(), fields.end(), [&entry](auto candidate) {
            return name_of(candidate) == entry.field;
        });
        if (field == fields.end()) {
            return failure(fmt::format("the stored field '{}' is unknown", entry.field));
        }
        if (!machine.restore_entry(*field, entry.key, entry.value)) {
            return failure(
                fmt::format("a stored entry of the field '{}' is malformed", entry.field));
        }
    }
    return timers;
}

} // namespace muster::runtime
