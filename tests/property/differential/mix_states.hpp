#pragma once

#include "checker/eval/state.hpp"

#include <cstddef>
#include <cstdint>
#include <random>

namespace muster::test {

/// Puts states of one instance together, to get such that no run reaches but a proof has to think
/// of.
class StateMixer {
public:
    explicit StateMixer(std::uint64_t seed)
        : random_(seed) {}

    std::size_t below(std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
    }

    /// The first state with something of the other. Constants and functions must be the same. What
    /// is in flight was sent, as in every state.
    checker::State mix(const checker::State& one, const checker::State& other);

private:
    std::mt19937_64 random_;
};

} // namespace muster::test
