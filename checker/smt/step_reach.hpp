#pragma once

#include "checker/smt/query.hpp"

#include <string>

namespace muster::checker::smt {

struct EncodedStep;

/// Whether the step can happen in a state that satisfies the session's assertions: if not, nothing
/// that was proved about it means anything. `facts` of the step are asserted already.
StepReach::Answer
reach_of(z3::context& ctx, Session& questions, const EncodedStep& encoded, const std::string& name);

} // namespace muster::checker::smt
