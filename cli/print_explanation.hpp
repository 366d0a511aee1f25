#pragma once

#include "checker/explain/explain_step.hpp"
#include "cli/load_spec.hpp"

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace muster::cli {

/// Gives the text of a spec at a place, on one line. The spec outlives it.
checker::SpecText text_of(const LoadedSpec& loaded);

/// Gives the file, line and column of a place. The spec outlives it.
checker::SpecPlace place_of(const LoadedSpec& loaded);

/// The lines at the end of a run: why the property is false there, if it is. All outlive it.
std::function<std::vector<std::string>(checker::ElementNames&)>
why_false(const LoadedSpec& loaded, const checker::Trace& trace, std::size_t property);

/// One step that breaks a property, or goes wrong: the state before as far as it matters, the step,
/// what it changes, what lets it happen, and what breaks.
void print_explanation(const checker::StepExplanation& explanation,
                       const LoadedSpec& loaded,
                       std::ostream& out);

} // namespace muster::cli
