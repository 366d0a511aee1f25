#pragma once

#include "spec/types/typed_spec.hpp"
#include "tests/property/differential/compare_engines.hpp"

namespace muster::test {

/// Searches all runs of a few steps of every instance at once, and state by state: both find the
/// same things wrong, by runs of the same length.
void compare_bounded_search(const spec::TypedSpec& spec, Tally& tally);

} // namespace muster::test
