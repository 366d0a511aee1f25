#pragma once

#include "checker/engines/induction.hpp"

#include <string>

namespace muster::test {

// Throws std::runtime_error with the first mistake.
spec::TypedSpec analysed(const std::string& text);

// Everything in a report but times.
std::string text_of(const spec::TypedSpec& spec, const checker::InductionReport& report);

// A solver that runs out of time says something about the machine.
bool ran_out_of_time(const checker::InductionReport& report);

} // namespace muster::test
