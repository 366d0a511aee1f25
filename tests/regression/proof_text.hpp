#pragma once

#include "checker/engines/induction.hpp"

#include <string>

namespace muster::test {

// Throws std::runtime_error with the first mistake.
spec::TypedSpec analysed(const std::string& text);

enum class Counterexamples {
    all,
    // Those of properties that are encoded as they are. Where the encoding knows less, the solver
    // tries counterexamples until one can be repeated, and which it tries first depends on what it
    // was asked before.
    of_exact_encodings,
};

// Everything in a report but times.
std::string text_of(const spec::TypedSpec& spec,
                    const checker::InductionReport& report,
                    Counterexamples shown = Counterexamples::all);

// A solver that runs out of time says something about the machine.
bool ran_out_of_time(const checker::InductionReport& report);

} // namespace muster::test
