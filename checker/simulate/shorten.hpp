#pragma once

#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>

namespace muster::checker {

/// What a run has to go on showing while it becomes shorter.
struct ShownByRun {
    /// The property that is false at its end, or undefined there, or the cover that is true there;
    /// into the spec's properties. None: the run ends in a step that goes wrong.
    std::optional<std::size_t> property;
    /// How the property or the step goes wrong. None where the property is plainly false.
    std::optional<Failure> failure;
};

/// Whether the property is at the end of a step what it is said to be. Never for a step that goes
/// wrong.
[[nodiscard]] bool is_shown(const Evaluator& evaluator,
                            const ShownByRun& shown,
                            const State& before,
                            const State& now);

/// Leaves steps out of a run, larger parts first and then single ones, as long as it shows the same
/// without them; what is not possible any more without them is left out too. The result is a run,
/// repeated on the evaluator; leaving out any one step of it would not do. There may be a shorter
/// run with other steps.
Trace shorten(const Evaluator& evaluator, const Trace& run, const ShownByRun& shown);

} // namespace muster::checker
