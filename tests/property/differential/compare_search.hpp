#pragma once

#include "tests/property/differential/compare_engines.hpp"
#include "tests/property/differential/engine_results.hpp"

namespace muster::test {

/// Explores every instance and compares what is found with what is proved.
void compare_with_search(const spec::TypedSpec& spec,
                         const Proofs& proofs,
                         const CompareOptions& options,
                         Tally& tally);

} // namespace muster::test
