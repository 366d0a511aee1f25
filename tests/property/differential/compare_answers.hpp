#pragma once

#include "checker/engines/induction.hpp"
#include "tests/property/differential/engine_results.hpp"
#include "tests/support/tally.hpp"

#include <string>
#include <vector>

namespace muster::test {

/// Proves the spec again, and an edited version of it, with what was found out before, and compares
/// the reports with those of a cold start.
void compare_with_cache(const std::string& text,
                        const spec::TypedSpec& spec,
                        const Proofs& proofs,
                        const std::vector<checker::AnswerKey>& answers,
                        const checker::InductionOptions& options,
                        Tally& tally);

/// Asks the program `z3` the questions that the proofs rest on.
void compare_certificates(const Proofs& proofs, Tally& tally);

} // namespace muster::test
