#pragma once

#include "checker/product/outcome_numbers.hpp"
#include "checker/system/transition_system.hpp"

#include <string>

/// The words for it when generated machines and the evaluator are seen to differ.
namespace muster::checker::product {

/// `deliver Acquire() from c1, at server in the state (last: 1, holder: none)`.
std::string
describe_step(const TransitionSystem& system, const ProcessState& now, const Occasion& occasion);

/// How the two sets of outcomes of this step differ: the ends that only one of them has.
std::string describe_difference(const TransitionSystem& system,
                                const OutcomeNumbers& numbers,
                                const ProcessState& now,
                                const std::vector<Outcome>& generated,
                                const std::vector<Outcome>& expected);

} // namespace muster::checker::product
