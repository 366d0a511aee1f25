#pragma once

#include <cstdint>

/// Integers are unbounded in a spec and have 64 bits in generated code. A result that does not fit
/// is thrown as `Overflow`, which never leaves a machine: `atomically` (transaction.hpp) catches
/// it, undoes what the event did so far and refuses the event.
namespace muster::runtime {

struct Overflow {};

[[nodiscard]] inline std::int64_t add(std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(left, right, &result)) {
        throw Overflow{};
    }
    return result;
}

[[nodiscard]] inline std::int64_t subtract(std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(left, right, &result)) {
        throw Overflow{};
    }
    return result;
}

[[nodiscard]] inline std::int64_t multiply(std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(left, right, &result)) {
        throw Overflow{};
    }
    return result;
}

} // namespace muster::runtime
