#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::checker {

struct TestResult {
    bool passed = false;
    std::string reason; // empty if it passed; one line otherwise
    spec::Span span;    // of the line that failed
};

/// Runs a `test` block on the evaluator. The role is alone: messages come from the test, and what
/// the role sends goes nowhere. Where the role may choose, every choice is followed, and a line
/// must hold for all of them. The names in the test are the first elements of their sorts, in the
/// order in which they occur, so `fresh` gives the first of them that has not been used.
TestResult run_test(const spec::TypedSpec& spec, const spec::TestInfo& test);

} // namespace muster::checker
