#pragma once

#include "runtime/machine/obligation.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>

/// The spec's operations on sets, maps and lists, for any containers with the interface of the
/// standard ones: `begin`, `end`, `size`, `empty`, for sets and maps `contains`, `find`,
/// `insert`/`insert_or_assign` and `erase(key)`, for lists `push_back` and `pop_back`, and for sets
/// and lists construction from elements in braces.
namespace muster::runtime {

/// The keys of a map as a read-only set that owns nothing; valid while the map is neither changed
/// nor destroyed.
template <class Map>
class KeyView {
public:
    class Iterator {
    public:
        using value_type = typename Map::key_type;
        using reference = const value_type&;
        using pointer = const value_type*;

        Iterator() = default;

        explicit Iterator(typename Map::const_iterator at)
            : at_(at) {}

        reference operator*() const { return at_->first; }

        pointer operator->() const { return &at_->first; }

        Iterator& operator++() {
            ++at_;
            return *this;
        }

        Iterator operator++(int) {
            Iterator before = *this;
            ++at_;
            return before;
        }

        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        typename Map::const_iterator at_{};
    };

    explicit KeyView(const Map& map)
        : map_(&map) {}

    [[nodiscard]] Iterator begin() const { return Iterator(map_->begin()); }

    [[nodiscard]] Iterator end() const { return Iterator(map_->end()); }

    [[nodiscard]] bool empty() const { return map_->empty(); }

    [[nodiscard]] std::size_t size() const { return map_->size(); }

    [[nodiscard]] bool contains(const typename Map::key_type& key) const {
        return map_->contains(key);
    }

private:
    const Map* map_;
};

/// `keys(m)` where it is only looked at.
template <class Map>
[[nodiscard]] KeyView<Map> keys(const Map& map) {
    return KeyView<Map>(map);
}

template <class Map>
void keys(const Map&& map) = delete;

/// A set of these elements.
template <class Set, class Range>
[[nodiscard]] Set to_set(const Range& range) {
    Set result;
    for (const auto& element : range) {
        result.insert(element);
    }
    return result;
}

/// `keys(m)` where it is kept.
template <class Set, class Map>
[[nodiscard]] Set key_set(const Map& map) {
    return to_set<Set>(keys(map));
}

/// `m[k]`. An obligation: the key is there.
template <class Map>
[[nodiscard]] const typename Map::mapped_type& at(const Map& map,
                                                  const typename Map::key_type& key,
                                                  const char* file = __builtin_FILE(),
                                                  int line = __builtin_LINE()) {
    const auto found = map.find(key);
    if (found == map.end()) {
        obligation_broken("a map has no such key", file, line);
    }
    return found->second;
}

template <class Map>
[[nodiscard]] typename Map::mapped_type at(const Map&& map,
                                           const typename Map::key_type& key,
                                           const char* file = __builtin_FILE(),
                                           int line = __builtin_LINE()) {
    return at(map, key, file, line);
}

/// For writing to a part of what a map holds.
template <class Map>
[[nodiscard]] typename Map::mapped_type& at(Map& map,
                                            const typename Map::key_type& key,
                                            const char* file = __builtin_FILE(),
                                            int line = __builtin_LINE()) {
    const auto found = map.find(key);
    if (found == map.end()) {
        obligation_broken("a map has no such key", file, line);
    }
    return found->second;
}

/// `m?[k]`.
template <class Map>
[[nodiscard]] std::optional<typename Map::mapped_type> find(const Map& map,
                                                            const typename Map::key_type& key) {
    const auto found = map.find(key);
    if (found == map.end()) {
        return std::nullopt;
    }
    return found->second;
}

/// `x in list`.
template <class Range, class Element>
[[nodiscard]] bool contains(const Range& range, const Element& wanted) {
    for (const auto& element : range) {
        if (element == wanted) {
            return true;
        }
    }
    return false;
}

template <class Container>
[[nodiscard]] std::int64_t size(const Container& container) {
    return static_cast<std::int64_t>(container.size());
}

template <class Range, class Condition>
[[nodiscard]] bool all_of(const Range& range, Condition&& condition) {
    for (const auto& element : range) {
        if (!condition(element)) {
            return false;
        }
    }
    return true;
}

template <class Range, class Condition>
[[nodiscard]] bool any_of(const Range& range, Condition&& condition) {
    for (const auto& element : range) {
        if (condition(element)) {
            return true;
        }
    }
    return false;
}

/// `{ x | x in range, condition }`.
template <class Set, class Range, class Condition>
[[nodiscard]] Set filter(const Range& range, Condition&& condition) {
    Set result;
    for (const auto& element : range) {
        if (condition(element)) {
            result.insert(element);
        }
    }
    return result;
}

/// `{ x -> value for x in range }`.
template <class Map, class Range, class Value>
[[nodiscard]] Map map_over(const Range& range, Value&& value) {
    Map result;
    for (const auto& element : range) {
        result.insert_or_assign(element, value(element));
    }
    return result;
}

/// `{ x -> value for x in range, condition }`.
template <class Map, class Range, class Condition, class Value>
[[nodiscard]] Map map_over(const Range& range, Condition&& condition, Value&& value) {
    Map result;
    for (const auto& element : range) {
        if (condition(element)) {
            result.insert_or_assign(element, value(element));
        }
    }
    return result;
}

/// `{ k -> v, … }`: of two entries with one key the later counts.
template <class Map>
[[nodiscard]] Map map_of(
    std::initializer_list<std::pair<typename Map::key_type, typename Map::mapped_type>> entries) {
    Map result;
    for (const auto& entry : entries) {
        result.insert_or_assign(entry.first, entry.second);
    }
    return result;
}

/// Adds an entry to a map that a comprehension builds. An obligation: a key never gets two values.
template <class Map>
void add_entry(Map& map,
               const typename Map::key_type& key,
               typename Map::mapped_type value,
               const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
    const auto found = map.find(key);
    if (found != map.end() && !(found->second == value)) {
        obligation_broken("two values for one key of a map", file, line);
    }
    map.insert_or_assign(key, std::move(value));
}

/// `first x in list where condition`. An obligation: there is one.
template <class List, class Condition>
[[nodiscard]] auto first(const List& list,
                         Condition&& condition,
                         const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    for (const auto& element : list) {
        if (condition(element)) {
            return element;
        }
    }
    obligation_broken("no element of a list fits", file, line);
}

/// `list += e` of a `distinct list`. Returns whether it is new there.
template <class List>
bool append_new(List& list, const typename List::value_type& element) {
    if (contains(list, element)) {
        return false;
    }
    list.push_back(element);
    return true;
}

/// `list -= e`: removes every occurrence. Returns whether there was one.
template <class List>
bool remove_all(List& list, const typename List::value_type& element) {
    if (!contains(list, element)) {
        return false;
    }
    List kept;
    for (const auto& other : list) {
        if (!(other == element)) {
            kept.push_back(other);
        }
    }
    list = std::move(kept);
    return true;
}

/// `[a, b]` as a `distinct list`: what occurred before is left out.
template <class List>
[[nodiscard]] List distinct(const List& list) {
    List result;
    for (const auto& element : list) {
        append_new(result, element);
    }
    return result;
}

/// `majority(set, all R)`: more than half of all are in the set.
template <class Set, class All>
[[nodiscard]] bool is_majority(const Set& set, const All& all) {
    std::size_t present = 0;
    for (const auto& element : set) {
        present += all.contains(element) ? 1U : 0U;
    }
    return 2 * present > all.size();
}

template <class Left, class Right>
[[nodiscard]] bool is_subset(const Left& left, const Right& right) {
    for (const auto& element : left) {
        if (!right.contains(element)) {
            return false;
        }
    }
    return true;
}

template <class Set, class Left, class Right>
[[nodiscard]] Set set_union(const Left& left, const Right& right) {
    Set result = to_set<Set>(left);
    for (const auto& element : right) {
        result.insert(element);
    }
    return result;
}

template <class Set, class Left, class Right>
[[nodiscard]] Set intersection(const Left& left, const Right& right) {
    return filter<Set>(left, [&](const auto& element) { return right.contains(element); });
}

template <class Set, class Left, class Right>
[[nodiscard]] Set difference(const Left& left, const Right& right) {
    return filter<Set>(left, [&](const auto& element) { return !right.contains(element); });
}

/// `r with { … }`: a copy that `change` has altered.
template <class Record, class Change>
[[nodiscard]] Record with(Record record, Change&& change) {
    change(record);
    return record;
}

} // namespace muster::runtime
