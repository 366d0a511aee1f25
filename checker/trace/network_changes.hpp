#pragma once

#include "checker/eval/state.hpp"

#include <vector>

/// What a step did to messages and timers, as far as two states tell.
namespace muster::checker {

/// What is new in flight, every copy of it, and what is new at all; ascending. A message that may
/// arrive again and again is not there a second time.
std::vector<SentMessage> sent_by_step(const State& before, const State& after);

/// What is gone out of the queues; ascending.
std::vector<SentMessage> no_longer_queued(const State& before, const State& after);

/// The timers that are armed afterwards and were not before; ascending.
std::vector<ArmedTimer> newly_armed(const State& before, const State& after);

} // namespace muster::checker
