#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace muster::test {

/// Where random decisions come from: numbers that are used up one by one. When there are none left
/// every decision is 0, the simplest one, so whatever asks comes to an end; and a shorter or
/// smaller row of numbers makes something simpler, so that rapidcheck can shrink it.
class Decisions {
public:
    explicit Decisions(std::vector<std::uint32_t> numbers)
        : numbers_(std::move(numbers)) {}

    /// A number below `count`.
    std::size_t below(std::size_t count) {
        return next_ == numbers_.size() ? 0 : numbers_[next_++] % count;
    }

    /// True once in so many times; never when the numbers are used up.
    bool one_in(std::size_t count) { return below(count) == count - 1; }

    template <class Item>
    const Item& one_of(std::span<const Item> items) {
        return items[below(items.size())];
    }

    template <class Item>
    const Item& one_of(const std::vector<Item>& items) {
        return items[below(items.size())];
    }

private:
    std::vector<std::uint32_t> numbers_;
    std::size_t next_ = 0;
};

} // namespace muster::test
