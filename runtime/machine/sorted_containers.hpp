#pragma once

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

/// Sets and maps for few elements that are copied often and compiled often: sorted vectors, with
/// that part of the interface of the standard ones that machines use.
namespace muster::runtime {

template <class T>
class SortedSet {
public:
    using key_type = T;
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    SortedSet() = default;

    SortedSet(std::initializer_list<T> elements) {
        for (const T& element : elements) {
            insert(element);
        }
    }

    [[nodiscard]] const_iterator begin() const { return elements_.begin(); }

    [[nodiscard]] const_iterator end() const { return elements_.end(); }

    [[nodiscard]] std::size_t size() const { return elements_.size(); }

    [[nodiscard]] bool empty() const { return elements_.empty(); }

    [[nodiscard]] const_iterator find(const T& element) const {
        const const_iterator at = first_not_below(element);
        return at != end() && *at == element ? at : end();
    }

    [[nodiscard]] bool contains(const T& element) const { return find(element) != end(); }

    void insert(const T& element) {
        const const_iterator at = first_not_below(element);
        if (at == end() || !(*at == element)) {
            elements_.insert(at, element);
        }
    }

    void erase(const T& element) {
        const const_iterator at = find(element);
        if (at != end()) {
            elements_.erase(at);
        }
    }

    friend auto operator<=>(const SortedSet&, const SortedSet&) = default;

private:
    [[nodiscard]] const_iterator first_not_below(const T& element) const {
        const_iterator at = begin();
        while (at != end() && *at < element) {
            ++at;
        }
        return at;
    }

    std::vector<T> elements_;
};

template <class Key, class Mapped>
class SortedMap {
public:
    using key_type = Key;
    using mapped_type = Mapped;
    using value_type = std::pair<Key, Mapped>; // the key stays as it is
    using iterator = typename std::vector<value_type>::iterator;
    using const_iterator = typename std::vector<value_type>::const_iterator;

    [[nodiscard]] iterator begin() { return entries_.begin(); }

    [[nodiscard]] iterator end() { return entries_.end(); }

    [[nodiscard]] const_iterator begin() const { return entries_.begin(); }

    [[nodiscard]] const_iterator end() const { return entries_.end(); }

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    [[nodiscard]] bool empty() const { return entries_.empty(); }

    [[nodiscard]] iterator find(const Key& key) { return begin() + place_of(key); }

    [[nodiscard]] const_iterator find(const Key& key) const { return begin() + place_of(key); }

    [[nodiscard]] bool contains(const Key& key) const { return find(key) != end(); }

    void insert_or_assign(const Key& key, Mapped value) {
        const auto at = begin() + first_not_below(key);
        if (at != end() && at->first == key) {
            at->second = std::move(value);
        } else {
            entries_.insert(at, value_type(key, std::move(value)));
        }
    }

    void erase(const Key& key) {
        const auto at = find(key);
        if (at != end()) {
            entries_.erase(at);
        }
    }

    friend auto operator<=>(const SortedMap&, const SortedMap&) = default;

private:
    using Place = typename const_iterator::difference_type;

    [[nodiscard]] Place first_not_below(const Key& key) const {
        Place at = 0;
        while (at != end() - begin() && (begin() + at)->first < key) {
            ++at;
        }
        return at;
    }

    [[nodiscard]] Place place_of(const Key& key) const {
        const Place at = first_not_below(key);
        const bool is_there = at != end() - begin() && (begin() + at)->first == key;
        return is_there ? at : end() - begin();
    }

    std::vector<value_type> entries_;
};

} // namespace muster::runtime
