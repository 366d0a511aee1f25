#include "checker/eval/collections.hpp"
#include "checker/eval/workspace.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <iterator>

namespace muster::checker {
namespace {

Value merge(const spec::TypedSpec& spec,
            spec::TypeId type,
            const Value& start,
            const Value& changed,
            const Value& merged);

Value merge_map(const spec::TypedSpec& spec,
                spec::TypeId value_type,
                const Value& start,
                const Value& changed,
                Value merged) {
    for (std::size_t i = 0; i < map_size(start); ++i) {
        if (map_find(changed, map_key(start, i)) == nullptr) {
            merged = map_remove(merged, map_key(start, i));
        }
    }
    for (std::size_t i = 0; i < map_size(changed); ++i) {
        const Value& key = map_key(changed, i);
        const Value& value = map_value(changed, i);
        const Value* before = map_find(start, key);
        if (before != nullptr && *before == value) {
            continue;
        }
        const Value* other = map_find(merged, key);
        const bool mergeable = before != nullptr && other != nullptr;
        merged = map_insert(
            merged, key, mergeable ? merge(spec, value_type, *before, value, *other) : value);
    }
    return merged;
}

// Takes what `changed` differs from `start` in over into `merged`.
Value merge(const spec::TypedSpec& spec,
            spec::TypeId id,
            const Value& start,
            const Value& changed,
            const Value& merged) {
    if (changed == start) {
        return merged;
    }
    if (merged == start) {
        return changed;
    }
    const spec::Type& type = spec.types[id];
    if (type.kind == spec::TypeKind::set) {
        return set_union(set_difference(merged, set_difference(start, changed)),
                         set_difference(changed, start));
    }
    if (type.kind == spec::TypeKind::map) {
        return merge_map(spec, type.second, start, changed, merged);
    }
    if (type.kind == spec::TypeKind::record) {
        const auto& fields = spec.records[type.declaration].fields;
        std::vector<Value> items;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            items.push_back(merge(
                spec, fields[i].type, start.items()[i], changed.items()[i], merged.items()[i]));
        }
        return Value::row(std::move(items));
    }
    MUSTER_ASSERT(merged == changed, "two iterations of a `for` write different values");
    return changed;
}

void merge_timers(Workspace::Layer& merged,
                  const std::vector<ArmedTimer>& start,
                  const std::vector<ArmedTimer>& changed) {
    std::vector<ArmedTimer> stopped;
    std::vector<ArmedTimer> started;
    std::set_difference(
        start.begin(), start.end(), changed.begin(), changed.end(), std::back_inserter(stopped));
    std::set_difference(
        changed.begin(), changed.end(), start.begin(), start.end(), std::back_inserter(started));
    std::erase_if(merged.armed, [&](const ArmedTimer& timer) {
        return std::binary_search(stopped.begin(), stopped.end(), timer);
    });
    for (const ArmedTimer& timer : started) {
        const auto at = std::lower_bound(merged.armed.begin(), merged.armed.end(), timer);
        if (at == merged.armed.end() || *at != timer) {
            merged.armed.insert(at, timer);
        }
    }
}

} // namespace

Workspace::Layer merge_iterations(const spec::TypedSpec& spec,
                                  const Layout& layout,
                                  const State& base,
                                  const Workspace::Layer& start,
                                  const std::vector<Workspace::Layer>& iterations) {
    Workspace::Layer merged = start;
    const auto& armed_at_start = start.timers_touched ? start.armed : base.armed;
    for (const Workspace::Layer& iteration : iterations) {
        for (const Workspace::Write& write : iteration.writes) {
            const spec::VariableId variable{write.variable};
            const std::size_t slot = layout.slot(variable, write.process);
            const std::int32_t at_start = start.write_at[slot];
            const Value& before = at_start < 0
                                      ? base.variables[write.variable][write.process]
                                      : start.writes[static_cast<std::size_t>(at_start)].value;
            std::int32_t& at = merged.write_at[slot];
            if (at < 0) {
                at = static_cast<std::int32_t>(merged.writes.size());
                merged.writes.push_back({write.variable, write.process, before});
            }
            Value& value = merged.writes[static_cast<std::size_t>(at)].value;
            value = merge(spec, spec.variable(variable).type, before, write.value, value);
        }
        if (iteration.timers_touched) {
            if (!merged.timers_touched) {
                merged.timers_touched = true;
                merged.armed = base.armed;
            }
            merge_timers(merged, armed_at_start, iteration.armed);
        }
    }
    return merged;
}

} // namespace muster::checker
