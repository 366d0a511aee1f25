#include "tests/property/wire/allocation_count.hpp"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0; // operator new has no object that could hold it

} // namespace

void* operator new(std::size_t size) {
    count += size;
    if (void* memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}

namespace muster::test {

std::size_t allocated_bytes() {
    return count;
}

} // namespace muster::test
