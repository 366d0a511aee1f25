#pragma once

#include "tests/property/differential/compare_engines.hpp"
#include "tests/property/differential/engine_results.hpp"

namespace muster::test {

/// Takes every step from states that were put together from reachable ones and in which everything
/// holds that is proved, and looks whether it still does.
void compare_on_mixed_states(const spec::TypedSpec& spec,
                             const Proofs& proofs,
                             const CompareOptions& options,
                             Tally& tally);

} // namespace muster::test
