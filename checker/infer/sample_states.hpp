#pragma once

#include "checker/smt/induction_oracle.hpp"
#include "checker/system/transition_system.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace muster::checker::infer {

struct SampleOptions {
    std::uint64_t seed = 1;
    /// Of one universe; and how many states are expanded to get them.
    std::size_t max_states = 6000;
    std::size_t max_expansions = 1500;
    std::size_t max_walk = 40; // steps
    /// Of each message that may come from anywhere, so many are tried at a time where there are
    /// more of them; they are drawn anew for every walk.
    std::size_t max_made_up = 60;
    /// By message: whether what was sent and is in flight is looked at; empty: all of it is. What
    /// is not looked at is left out of the states. It must not matter for any other message.
    std::vector<bool> messages{};
    /// No state is kept that would make this many different integers occur in all of them.
    std::size_t max_integers = 8;
    std::function<bool()> out_of_time{};
};

/// Reachable states over one universe.
struct Sample {
    Universe universe;
    std::vector<State> states; // without repeats, in the order in which they were found
};

/// Reachable states of small instances: those of the spec, and the given universes with what
/// functions and constants are there (those of one size become one sample). Some are found breadth
/// first, the others by random walks that first choose a kind of step and then how it goes, so that
/// steps with many arguments do not crowd out the others; they go where no state was found before
/// if they can. The same seed gives the same states.
std::vector<Sample> sample_states(const TransitionSystem& system,
                                  const std::vector<smt::Interpretation>& interpretations,
                                  const SampleOptions& options);

} // namespace muster::checker::infer
