#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace muster::checker::product {

struct UnmapPages {
    std::size_t bytes = 0;
    void operator()(void* begin) const;
};

/// Numbers that are looked at in no order: zeros at first, on large pages where the system has
/// some.
class HugeArray {
public:
    explicit HugeArray(std::size_t size);

    [[nodiscard]] std::size_t size() const { return size_; }

    std::uint64_t& operator[](std::size_t at) { return begin_[at]; }

    const std::uint64_t& operator[](std::size_t at) const { return begin_[at]; }

private:
    std::size_t size_;
    std::unique_ptr<void, UnmapPages> memory_;
    std::uint64_t* begin_;
};

} // namespace muster::checker::product
