#include "checker/product/huge_array.hpp"

#include <new>
#include <sys/mman.h>

namespace muster::checker::product {

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20U;

} // namespace

void UnmapPages::operator()(void* begin) const {
    ::munmap(begin, bytes);
}

HugeArray::HugeArray(std::size_t size)
    : size_(size) {
    const std::size_t wanted = size * sizeof(std::uint64_t);
    const std::size_t bytes = wanted < kLargePage ? wanted : wanted + kLargePage;
    void* begin =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED) {
        throw std::bad_alloc();
    }
    memory_ = std::unique_ptr<void, UnmapPages>(begin, UnmapPages{bytes});
    if (bytes != wanted) {
        std::size_t space = bytes;
        std::align(kLargePage, wanted, begin, space);
        // Large pages are a favour: without them it is slower and nothing else.
        static_cast<void>(::madvise(begin, wanted, MADV_HUGEPAGE));
    }
    begin_ = static_cast<std::uint64_t*>(begin);
}

} // namespace muster::checker::product
