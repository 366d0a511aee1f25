#pragma once

#include "checker/explore/explorer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace muster::cli {

/// Puts how far a search of an instance has come into a line: states, as many as there may be in
/// all, those that wait, the depth, states found in a second, and memory.
class ExplorationProgress {
public:
    /// What the line says from now on. `memory_mib` is what this process has in memory.
    std::string line(const std::string& instance,
                     const checker::SearchProgress& progress,
                     std::size_t memory_mib,
                     std::chrono::steady_clock::time_point now);

private:
    // Of the first that was heard of a search: a search that goes on from a checkpoint has not
    // found its states in this time.
    std::string instance_;
    std::uint64_t first_states_ = 0;
    std::chrono::steady_clock::time_point begin_{};
    std::uint64_t last_states_ = 0;
};

/// With three digits: `987`, `12.3k`, `1.75M`.
std::string short_number(double number);

} // namespace muster::cli
