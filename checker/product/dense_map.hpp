#pragma once

#include "checker/product/step_source.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace muster::checker::product {

/// From numbers that are close to each other to numbers, for very many look-ups: pages of an array,
/// made where they are needed.
class DenseMap {
public:
    /// `kNone` where nothing was set.
    [[nodiscard]] std::uint32_t find(std::uint32_t key) const {
        const std::size_t page = key / kPageSize;
        return page < pages_.size() && pages_[page] ? (*pages_[page])[key % kPageSize] : kNone;
    }

    void set(std::uint32_t key, std::uint32_t value) {
        const std::size_t page = key / kPageSize;
        if (page >= pages_.size()) {
            pages_.resize(page + 1);
        }
        if (!pages_[page]) {
            pages_[page] = std::make_unique<Page>();
            pages_[page]->fill(kNone);
        }
        (*pages_[page])[key % kPageSize] = value;
    }

    void clear() { pages_.clear(); }

private:
    static constexpr std::uint32_t kPageSize = 64;
    using Page = std::array<std::uint32_t, kPageSize>;

    std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace muster::checker::product
