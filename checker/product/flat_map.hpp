#pragma once

#include "checker/eval/value.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace muster::checker::product {

/// From pairs of numbers to numbers, for many look-ups: open addressing with linear probing, and
/// nothing is ever taken out.
class FlatMap {
public:
    [[nodiscard]] static constexpr std::uint64_t key(std::uint32_t a, std::uint32_t b) {
        return (std::uint64_t{a} << 32U) | b;
    }

    [[nodiscard]] std::optional<std::uint32_t> find(std::uint64_t key) const {
        if (entries_.empty()) {
            return std::nullopt;
        }
        const std::size_t mask = entries_.size() - 1;
        for (std::size_t at = mix_hash(0, key) & mask;; at = (at + 1) & mask) {
            const Entry& entry = entries_[at];
            if (!entry.taken) {
                return std::nullopt;
            }
            if (entry.key == key) {
                return entry.value;
            }
        }
    }

    /// The key is new.
    void insert(std::uint64_t key, std::uint32_t value) {
        if (2 * (size_ + 1) > entries_.size()) {
            grow();
        }
        place({key, value, true});
        ++size_;
    }

private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t value = 0;
        bool taken = false;
    };

    static constexpr std::size_t kFirstSize = 16;

    void place(const Entry& entry) {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = mix_hash(0, entry.key) & mask;
        while (entries_[at].taken) {
            at = (at + 1) & mask;
        }
        entries_[at] = entry;
    }

    void grow() {
        std::vector<Entry> before(entries_.empty() ? kFirstSize : 2 * entries_.size());
        before.swap(entries_);
        for (const Entry& entry : before) {
            if (entry.taken) {
                place(entry);
            }
        }
    }

    std::vector<Entry> entries_; // a power of two of them
    std::size_t size_ = 0;
};

} // namespace muster::checker::product
