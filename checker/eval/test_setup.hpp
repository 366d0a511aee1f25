#pragma once

#include "checker/eval/interpreter.hpp"

namespace muster::checker {

/// The elements and numbers that a test is about. Elements have the names that it gives them.
Universe test_universe(const spec::TypedSpec& spec, const spec::TestInfo& test);

/// The element that the tested process is, behind those with a name if it has none; 0 for a role
/// without an index.
std::int64_t tested_process(const spec::TypedSpec& spec, const spec::TestInfo& test);

/// Gives the names in the test, those of elements in the values that it takes from instances, and
/// that of the tested role's own process their elements.
void bind_test_elements(const spec::TypedSpec& spec,
                        const spec::TestInfo& test,
                        Interpreter& interpreter);

/// The state before the start: what the constants and functions are. May throw Undefined.
State test_interpretation(const spec::TypedSpec& spec,
                          const spec::TestInfo& test,
                          Interpreter& interpreter);

} // namespace muster::checker
