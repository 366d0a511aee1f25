#pragma once

#include "spec/types/typed_spec.hpp"
#include "tests/property/differential/compare_engines.hpp"

namespace muster::test {

/// Takes steps of the evaluator, from reachable states and from such as are put together, and asks
/// the solver whether the encoding of the step leads from the one state to the other; and whether
/// it leads to a state that the evaluator does not reach.
void compare_encoding(const spec::TypedSpec& spec, const CompareOptions& options, Tally& tally);

} // namespace muster::test
