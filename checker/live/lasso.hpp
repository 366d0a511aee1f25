#pragma once

#include "checker/live/fairness.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <vector>

namespace muster::checker::live {

/// Something that fairness asks of the loop of a lasso, and what the loop has of it, so that the
/// run is fair although nothing comes of it.
struct FairStep {
    enum class Why {
        taken,        // in `step`
        started_anew, // the timer, in `step`
        stopped,      // the timer, in `step`
        lost,         // in `step`
        cut,          // the connection, in `step`
        impossible,   // in the state after `step`
        delivered,    // the message, which is sent in the loop, in `step`
    };
    Duty duty;
    Why why = Why::taken;
    /// Into the steps of the run, from 1; 0 stands for the start.
    std::size_t step = 0;
    bool operator==(const FairStep&) const = default;
};

/// A run that goes on for ever and breaks a `live` property: along the stem once, and round the
/// loop again and again.
struct Lasso {
    std::size_t live = 0; // into `TypedSpec::lives`
    /// Stem and loop. The last state is that behind `loop_start` steps, except for what nothing
    /// that the property is about depends on.
    Trace trace;
    std::size_t loop_start = 0; // all steps: then nothing happens any more
    /// After so many steps the premise is true; the conclusion is false from there on.
    std::size_t premise_at = 0;
    std::vector<Binding> parameters{};
    std::vector<FairStep> fair_steps{};

    /// Whether the run ends in a state in which nothing has to happen.
    [[nodiscard]] bool is_stuck() const { return loop_start == trace.steps.size(); }
};

} // namespace muster::checker::live
