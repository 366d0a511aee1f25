#pragma once

#include "checker/explain/explain_step.hpp"
#include "cli/load_spec.hpp"

#include <functional>
#include <iosfwd>
#include <string>

namespace muster::cli {

/// Gives the text of a spec at a place, on one line.
std::function<std::string(spec::Span)> text_of(const LoadedSpec& loaded);

/// One step that breaks a property, or goes wrong: the state before as far as it matters, the step,
/// what it changes, what lets it happen, and what breaks.
void print_explanation(const checker::StepExplanation& explanation,
                       const LoadedSpec& loaded,
                       std::ostream& out);

} // namespace muster::cli
