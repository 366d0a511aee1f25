#pragma once

#include "spec/types/typed_spec.hpp"
#include "tests/property/generated_code/library_of_specs.hpp"
#include "tests/support/tally.hpp"

namespace muster::test {

/// Explores the instances of a spec for a while and compares every step with the evaluator's, once
/// for each way to ask the generated code. Writes down what was compared and where they differ.
[[nodiscard]] Tally compare_code(const spec::TypedSpec& spec, const Steps& steps);

} // namespace muster::test
