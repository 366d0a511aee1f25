#pragma once

#include "tests/property/differential/engine_results.hpp"
#include "tests/support/tally.hpp"

namespace muster::test {

/// Repeats the prover's counterexamples on the evaluator.
void compare_counterexamples(const spec::TypedSpec& spec, const Proofs& proofs, Tally& tally);

} // namespace muster::test
