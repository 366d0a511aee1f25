#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>
#include <vector>

namespace muster::checker {

struct TestResult {
    std::string title; // of the test
    bool passed = false;
    /// What was there instead of what was expected; empty if it passed; one line otherwise.
    std::string reason;
    spec::Span span; // of the line that failed; of the test if it passed
    /// More of what was there, one line each: what the last event sent, say.
    std::vector<std::string> notes;
    /// What the test took for granted, one line each, whether it passed or not.
    std::vector<std::string> remarks;
};

/// Runs a `test` block on the evaluator.
///
/// The role is alone: messages come from the test, and what the role sends goes nowhere. Where the
/// role may choose, every choice is followed, and each expectation must hold for all of them. The
/// names in the test are the first elements of their sorts, in the order in which they occur, so
/// `fresh` gives the first of those behind them that has not been used. A tested process that the
/// test does not name is an element of its own. What the test does not give of a function or
/// constant is that of the first instance that does, and the least of its type otherwise; there an
/// element that an instance names is the one with the same place in the test. Before anything
/// happens, the axioms about what the test uses must be true of these values. Timing assumptions do
/// not restrict a test: what they look at is not there. See spec/types/test_grounds.hpp.
TestResult run_test(const spec::TypedSpec& spec, const spec::TestInfo& test);

} // namespace muster::checker
