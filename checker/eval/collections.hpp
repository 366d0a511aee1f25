#pragma once

#include "checker/eval/value.hpp"

#include <span>
#include <vector>

/// Sets and maps as canonical values: ascending, without repeats; and lists.
namespace muster::checker {

/// The set of these elements, in any order and with repeats.
Value make_set(std::vector<Value> elements);
bool set_contains(const Value& set, const Value& element);
Value set_insert(const Value& set, const Value& element);
Value set_remove(const Value& set, const Value& element);
Value set_union(const Value& a, const Value& b);
Value set_intersection(const Value& a, const Value& b);
Value set_difference(const Value& a, const Value& b);
bool is_subset(const Value& a, const Value& b);

/// The value at a key, or null.
const Value* map_find(const Value& map, const Value& key);
Value map_insert(const Value& map, const Value& key, Value value);
Value map_remove(const Value& map, const Value& key);
Value map_keys(const Value& map);

inline std::size_t map_size(const Value& map) {
    return map.items().size() / 2;
}

inline const Value& map_key(const Value& map, std::size_t index) {
    return map.items()[2 * index];
}

inline const Value& map_value(const Value& map, std::size_t index) {
    return map.items()[2 * index + 1];
}

/// No run of an instance is followed to a longer list: one that doubles at every step would take
/// all time and memory before anybody looked at the next state.
inline constexpr std::size_t kMaxListElements = 1U << 13U;

bool list_contains(const Value& list, const Value& element);
Value list_append(const Value& list, const Value& element);
/// Without every occurrence of the element.
Value list_remove(const Value& list, const Value& element);

/// A row with one item replaced.
Value with_item(const Value& row, std::size_t index, Value item);

} // namespace muster::checker
