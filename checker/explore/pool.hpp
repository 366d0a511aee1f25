#pragma once

#include "checker/eval/state.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace muster::checker {

/// Numbers the distinct items that it is given, from 0.
template <class Item, class Hash>
class Pool {
public:
    std::uint32_t intern(const Item& item) {
        const auto [at, added] =
            numbers_.try_emplace(item, static_cast<std::uint32_t>(items_.size()));
        if (added) {
            items_.push_back(&at->first);
        }
        return at->second;
    }

    /// The reference stays good as long as the pool.
    const Item& operator[](std::uint32_t number) const { return *items_[number]; }

    [[nodiscard]] std::size_t size() const { return items_.size(); }

private:
    std::unordered_map<Item, std::uint32_t, Hash> numbers_;
    std::vector<const Item*> items_; // nodes of an unordered map do not move
};

struct ValueHash {
    std::size_t operator()(const Value& value) const { return value.hash(); }
};

struct NumbersHash {
    std::size_t operator()(const std::vector<std::uint32_t>& numbers) const;
};

struct MessageHash {
    std::size_t operator()(const SentMessage& message) const;
};

struct TimerHash {
    std::size_t operator()(const ArmedTimer& timer) const;
};

/// A hash of so many numbers in a row.
std::uint64_t hash_numbers(const std::uint32_t* numbers, std::size_t count);

} // namespace muster::checker
