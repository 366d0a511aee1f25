#pragma once

#include "checker/chart/chart.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace muster::checker {

/// The way of one message through a run. Steps are counted from 1; 0 is the start.
struct MessagePath {
    SentMessage message;
    ChartArrow::Fate fate = ChartArrow::Fate::pending;
    std::optional<std::size_t> sent;  // none if it is made up
    std::optional<std::size_t> ended; // none if it is pending
};

/// What became of every message that a run sends, or has in flight at its start: those that were
/// delivered or lost in the order in which that happened, then the others in the order in which
/// they were sent. Of equal messages that were sent one after the other, the oldest that is not
/// overtaken arrives first. One that arrives more often than it was sent has a path for each. An
/// unreliable one that is lost is lost as often as it was sent and has not arrived.
std::vector<MessagePath> message_paths(const Evaluator& evaluator, const Trace& trace);

} // namespace muster::checker
