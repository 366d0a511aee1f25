#pragma once

#include "checker/product/parts.hpp"

#include <algorithm>

namespace muster::checker::product {

/// Some of the rows that were seen before. One that was put elsewhere is forgotten, and never taken
/// for another.
class RecentRows {
public:
    explicit RecentRows(std::size_t places)
        : places_(places)
        , rows_(kRows * places)
        , is_taken_(kRows) {}

    /// Whether the row is known to be one that was put here before. Else it is put here.
    bool put(const Row& row) {
        const std::size_t slot = hash_numbers(row.data(), row.size()) % kRows;
        const auto known = rows_.begin() + static_cast<std::ptrdiff_t>(slot * places_);
        if (is_taken_[slot] && std::equal(row.begin(), row.end(), known)) {
            return true;
        }
        std::copy(row.begin(), row.end(), known);
        is_taken_[slot] = true;
        return false;
    }

private:
    static constexpr std::size_t kRows = 1U << 14U;

    std::size_t places_;
    std::vector<Part> rows_; // one after the other
    std::vector<bool> is_taken_;
};

} // namespace muster::checker::product
