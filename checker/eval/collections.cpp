#include "checker/eval/collections.hpp"

#include <algorithm>
#include <iterator>

namespace muster::checker {
namespace {

using Difference = std::span<const Value>::difference_type;

/// The index of the first key that is not less.
std::size_t map_lower_bound(std::span<const Value> items, const Value& key) {
    std::size_t low = 0;
    std::size_t high = items.size() / 2;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (items[2 * middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

} // namespace

Value make_set(std::vector<Value> elements) {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return Value::row(std::move(elements));
}

bool set_contains(const Value& set, const Value& element) {
    const auto items = set.items();
    return std::binary_search(items.begin(), items.end(), element);
}

Value set_insert(const Value& set, const Value& element) {
    const auto items = set.items();
    const auto at = std::lower_bound(items.begin(), items.end(), element);
    if (at != items.end() && *at == element) {
        return set;
    }
    std::vector<Value> result(items.begin(), at);
    result.push_back(element);
    result.insert(result.end(), at, items.end());
    return Value::row(std::move(result));
}

Value set_remove(const Value& set, const Value& element) {
    const auto items = set.items();
    const auto at = std::lower_bound(items.begin(), items.end(), element);
    if (at == items.end() || *at != element) {
        return set;
    }
    std::vector<Value> result(items.begin(), at);
    result.insert(result.end(), at + 1, items.end());
    return Value::row(std::move(result));
}

Value set_union(const Value& a, const Value& b) {
    std::vector<Value> result;
    std::set_union(a.items().begin(),
                   a.items().end(),
                   b.items().begin(),
                   b.items().end(),
                   std::back_inserter(result));
    return Value::row(std::move(result));
}

Value set_intersection(const Value& a, const Value& b) {
    std::vector<Value> result;
    std::set_intersection(a.items().begin(),
                          a.items().end(),
                          b.items().begin(),
                          b.items().end(),
                          std::back_inserter(result));
    return Value::row(std::move(result));
}

Value set_difference(const Value& a, const Value& b) {
    std::vector<Value> result;
    std::set_difference(a.items().begin(),
                        a.items().end(),
                        b.items().begin(),
                        b.items().end(),
                        std::back_inserter(result));
    return Value::row(std::move(result));
}

bool is_subset(const Value& a, const Value& b) {
    return std::includes(b.items().begin(), b.items().end(), a.items().begin(), a.items().end());
}

const Value* map_find(const Value& map, const Value& key) {
    const auto items = map.items();
    const std::size_t at = map_lower_bound(items, key);
    return 2 * at < items.size() && items[2 * at] == key ? &items[2 * at + 1] : nullptr;
}

Value map_insert(const Value& map, const Value& key, Value value) {
    const auto items = map.items();
    const std::size_t at = map_lower_bound(items, key);
    const auto place = items.begin() + static_cast<Difference>(2 * at);
    const bool present = 2 * at < items.size() && items[2 * at] == key;
    if (present && items[2 * at + 1] == value) {
        return map;
    }
    std::vector<Value> result;
    result.reserve(items.size() + 2);
    result.assign(items.begin(), place);
    result.push_back(key);
    result.push_back(std::move(value));
    result.insert(result.end(), present ? place + 2 : place, items.end());
    return Value::row(std::move(result));
}

Value map_remove(const Value& map, const Value& key) {
    const auto items = map.items();
    const std::size_t at = map_lower_bound(items, key);
    if (2 * at >= items.size() || items[2 * at] != key) {
        return map;
    }
    const auto place = items.begin() + static_cast<Difference>(2 * at);
    std::vector<Value> result(items.begin(), place);
    result.insert(result.end(), place + 2, items.end());
    return Value::row(std::move(result));
}

Value map_keys(const Value& map) {
    std::vector<Value> keys;
    keys.reserve(map_size(map));
    for (std::size_t i = 0; i < map_size(map); ++i) {
        keys.push_back(map_key(map, i));
    }
    return Value::row(std::move(keys));
}

bool list_contains(const Value& list, const Value& element) {
    const auto items = list.items();
    return std::find(items.begin(), items.end(), element) != items.end();
}

Value list_append(const Value& list, const Value& element) {
    std::vector<Value> items(list.items().begin(), list.items().end());
    items.push_back(element);
    return Value::row(std::move(items));
}

Value list_remove(const Value& list, const Value& element) {
    std::vector<Value> items(list.items().begin(), list.items().end());
    std::erase(items, element);
    return Value::row(std::move(items));
}

Value with_item(const Value& row, std::size_t index, Value item) {
    std::vector<Value> items(row.items().begin(), row.items().end());
    items[index] = std::move(item);
    return Value::row(std::move(items));
}

} // namespace muster::checker
