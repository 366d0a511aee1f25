#pragma once

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <utility>

/// Lists, sets and maps for few elements that are copied often and compiled often, with that part
/// of the interface of the standard ones that machines use. Iterators are plain pointers: whatever
/// is compared with one of the standard library's makes a compiler look at many templates.
namespace muster::runtime {

/// Elements one behind the other, bools too. They need a value to begin with.
template <class T>
class Row {
public:
    using value_type = T;
    using const_iterator = const T*;

    Row() = default;

    Row(std::initializer_list<T> elements) {
        for (const T& element : elements) {
            push_back(element);
        }
    }

    Row(const Row& other)
        : items_(other.size_ == 0 ? nullptr : new T[other.size_])
        , size_(other.size_)
        , room_(other.size_) {
        for (std::size_t i = 0; i < size_; ++i) {
            items_[i] = other.items_[i];
        }
    }

    Row(Row&& other) noexcept
        : items_(std::exchange(other.items_, nullptr))
        , size_(std::exchange(other.size_, 0))
        , room_(std::exchange(other.room_, 0)) {}

    Row& operator=(Row other) noexcept {
        std::swap(items_, other.items_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
        return *this;
    }

    ~Row() { delete[] items_; }

    [[nodiscard]] T* begin() { return items_; }

    [[nodiscard]] T* end() { return items_ + size_; }

    [[nodiscard]] const T* begin() const { return items_; }

    [[nodiscard]] const T* end() const { return items_ + size_; }

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] bool empty() const { return size_ == 0; }

    void push_back(T element) { insert(size_, std::move(element)); }

    void pop_back() { erase(size_ - 1); }

    void insert(std::size_t at, T element) {
        if (size_ == room_) {
            make_room();
        }
        for (std::size_t i = size_; i > at; --i) {
            items_[i] = std::move(items_[i - 1]);
        }
        items_[at] = std::move(element);
        ++size_;
    }

    void erase(std::size_t at) {
        --size_;
        for (std::size_t i = at; i < size_; ++i) {
            items_[i] = std::move(items_[i + 1]);
        }
        items_[size_] = T{};
    }

    friend bool operator==(const Row& left, const Row& right) {
        if (left.size_ != right.size_) {
            return false;
        }
        for (std::size_t i = 0; i < left.size_; ++i) {
            if (!(left.items_[i] == right.items_[i])) {
                return false;
            }
        }
        return true;
    }

    friend std::strong_ordering operator<=>(const Row& left, const Row& right) {
        for (std::size_t i = 0; i < left.size_ && i < right.size_; ++i) {
            if (left.items_[i] < right.items_[i]) {
                return std::strong_ordering::less;
            }
            if (right.items_[i] < left.items_[i]) {
                return std::strong_ordering::greater;
            }
        }
        return left.size_ <=> right.size_;
    }

private:
    void make_room() {
        constexpr std::size_t kFirst = 4;
        room_ = room_ == 0 ? kFirst : 2 * room_;
        T* const items = new T[room_];
        for (std::size_t i = 0; i < size_; ++i) {
            items[i] = std::move(items_[i]);
        }
        delete[] items_;
        items_ = items;
    }

    T* items_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

template <class T>
class SortedSet {
public:
    using key_type = T;
    using value_type = T;
    using const_iterator = const T*;

    SortedSet() = default;

    SortedSet(std::initializer_list<T> elements) {
        for (const T& element : elements) {
            insert(element);
        }
    }

    [[nodiscard]] const T* begin() const { return elements_.begin(); }

    [[nodiscard]] const T* end() const { return elements_.end(); }

    [[nodiscard]] std::size_t size() const { return elements_.size(); }

    [[nodiscard]] bool empty() const { return elements_.empty(); }

    [[nodiscard]] const T* find(const T& element) const {
        const T* const at = begin() + first_not_below(element);
        return at != end() && *at == element ? at : end();
    }

    [[nodiscard]] bool contains(const T& element) const { return find(element) != end(); }

    void insert(const T& element) {
        const std::size_t at = first_not_below(element);
        if (at == size() || !(begin()[at] == element)) {
            elements_.insert(at, element);
        }
    }

    void erase(const T& element) {
        const std::size_t at = first_not_below(element);
        if (at != size() && begin()[at] == element) {
            elements_.erase(at);
        }
    }

    friend bool operator==(const SortedSet& left, const SortedSet& right) {
        return left.elements_ == right.elements_;
    }

    friend std::strong_ordering operator<=>(const SortedSet& left, const SortedSet& right) {
        return left.elements_ <=> right.elements_;
    }

private:
    [[nodiscard]] std::size_t first_not_below(const T& element) const {
        std::size_t at = 0;
        while (at != size() && begin()[at] < element) {
            ++at;
        }
        return at;
    }

    Row<T> elements_;
};

/// One key and what it stands for. The key stays as it is.
template <class Key, class Mapped>
struct SortedEntry {
    Key first{};
    Mapped second{};

    friend bool operator==(const SortedEntry& left, const SortedEntry& right) {
        return left.first == right.first && left.second == right.second;
    }

    friend bool operator<(const SortedEntry& left, const SortedEntry& right) {
        return left.first < right.first ||
               (left.first == right.first && left.second < right.second);
    }
};

template <class Key, class Mapped>
class SortedMap {
public:
    using key_type = Key;
    using mapped_type = Mapped;
    using value_type = SortedEntry<Key, Mapped>;
    using iterator = value_type*;
    using const_iterator = const value_type*;

    [[nodiscard]] iterator begin() { return entries_.begin(); }

    [[nodiscard]] iterator end() { return entries_.end(); }

    [[nodiscard]] const_iterator begin() const { return entries_.begin(); }

    [[nodiscard]] const_iterator end() const { return entries_.end(); }

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    [[nodiscard]] bool empty() const { return entries_.empty(); }

    [[nodiscard]] iterator find(const Key& key) { return begin() + place_of(key); }

    [[nodiscard]] const_iterator find(const Key& key) const { return begin() + place_of(key); }

    [[nodiscard]] bool contains(const Key& key) const { return place_of(key) != size(); }

    void insert_or_assign(const Key& key, Mapped value) {
        const std::size_t at = first_not_below(key);
        if (at != size() && begin()[at].first == key) {
            begin()[at].second = std::move(value);
        } else {
            entries_.insert(at, value_type{key, std::move(value)});
        }
    }

    void erase(const Key& key) {
        const std::size_t at = place_of(key);
        if (at != size()) {
            entries_.erase(at);
        }
    }

    friend bool operator==(const SortedMap& left, const SortedMap& right) {
        return left.entries_ == right.entries_;
    }

    friend std::strong_ordering operator<=>(const SortedMap& left, const SortedMap& right) {
        return left.entries_ <=> right.entries_;
    }

private:
    [[nodiscard]] std::size_t first_not_below(const Key& key) const {
        std::size_t at = 0;
        while (at != size() && begin()[at].first < key) {
            ++at;
        }
        return at;
    }

    /// The size if it is not there.
    [[nodiscard]] std::size_t place_of(const Key& key) const {
        const std::size_t at = first_not_below(key);
        return at != size() && begin()[at].first == key ? at : size();
    }

    Row<value_type> entries_;
};

} // namespace muster::runtime
