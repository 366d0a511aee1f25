#pragma once

#include "checker/explain/tell_property.hpp"

#include <vector>

namespace muster::checker {

/// The guards and conditions that let a step go as it does from a state; see
/// `Evaluator::decisions`.
std::vector<ToldCondition> tell_guards(const Evaluator& evaluator,
                                       const State& state,
                                       const Event& event,
                                       const SpecText& text);

} // namespace muster::checker
