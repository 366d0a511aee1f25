#pragma once

#include "checker/eval/value.hpp"

#include <cstddef>
#include <cstdint>

namespace muster::checker {

/// A stream of numbers that is the same everywhere for the same seed.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : state_(mix_hash(seed, 0x5DEECE66DULL)) {}

    /// Less than `bound`, which is not 0.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

    /// At least 0 and less than 1.
    double fraction() { return static_cast<double>(next()) / static_cast<double>(1ULL << 48U); }

private:
    std::uint64_t next() {
        state_ = mix_hash(state_, ++count_);
        return state_ >> 16U;
    }

    std::uint64_t state_;
    std::uint64_t count_ = 0;
};

} // namespace muster::checker
