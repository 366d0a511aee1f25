#pragma once

#include "tests/support/tally.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace muster::test {

/// What is compared besides a proof with a search of every instance, which always is.
struct CompareOptions {
    std::size_t max_states = 800; // of one instance
    /// States put together from reachable ones, of one instance.
    std::size_t mixed_states = 30;
    bool with_bounded_search = false;
    bool with_encoding = false;
    bool with_cache = false;
    bool with_certificates = false;
    /// For what is drawn at random.
    std::uint64_t seed = 1;
};

/// Checks a spec with the prover and with the evaluator, and writes down where one contradicts the
/// other. The evaluator settles what a spec means:
///
/// * what is proved is not violated on any instance, and where a step goes wrong it is not proved
///   that it goes well; what happens is not said to be impossible;
/// * a counterexample is a step of the evaluator, from a state in which everything holds that is
///   proved, into one in which the property does not;
/// * what is proved together is kept by every step from any state in which all of it holds, be it
///   reachable or not;
/// * the explorer's runs are runs of the evaluator;
/// * a search of all runs of a few steps at once finds what exploration finds, by runs of the same
///   length;
/// * the formulas of a step allow what the evaluator does, and nothing else;
/// * what is known from before changes no answer;
/// * another solver confirms the questions that the proofs rest on.
Tally compare_engines(const std::string& text, const CompareOptions& options);

} // namespace muster::test
