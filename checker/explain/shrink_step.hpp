#pragma once

#include "checker/explain/replay_step.hpp"

namespace muster::checker {

/// Makes the first state of a counterexample of one step as plain as it can: takes away messages,
/// timers and elements, sets variables back to what they are at the start, arguments to their
/// defaults, and moves integers together, as long as the evaluator still repeats the failure. In
/// the end nothing of this can be done alone, unless the budget, a number of repetitions, was used
/// up before. Keeps the number of elements of each sort.
///
/// The trace has one step, or an ending, that `fault` confirms; it still has it afterwards.
void shrink_step(const TransitionSystem& system, const StepFault& fault, Trace& trace);

} // namespace muster::checker
