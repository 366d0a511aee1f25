#pragma once

#include "checker/explore/reads.hpp"
#include "checker/smt/footprint.hpp"
#include "checker/trace/trace.hpp"

namespace muster::checker {

/// What the code of a step looks at, procedures and defs included.
Reads reads_of_step(const TransitionSystem& system, const Event& event);

/// What a step and a formula are about: what they look at, the message and the timer of the event,
/// and what the step writes or sends. The formula may be invalid.
Footprint footprint_of(const TransitionSystem& system, const Event& event, spec::ExprId formula);

} // namespace muster::checker
