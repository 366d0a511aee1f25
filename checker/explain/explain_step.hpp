#pragma once

#include "checker/explain/tell_property.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// A two-state counterexample in the words of the spec, with one set of names.
struct StepExplanation {
    /// What of the first state is not as it is at the start, a line each.
    std::vector<std::string> before;
    std::string step; // `deliver Granted(token: 1) from server to client[c2]`
    spec::Span span;  // of its handler or action; empty for a loss
    std::vector<std::string> changes;
    /// Guards and conditions that let the step go as it does.
    std::vector<ToldCondition> guards;
    /// Why the property is false afterwards.
    ToldProperty property;
    /// How it goes wrong, where no property is broken.
    std::string failure;
};

struct ExplainOptions {
    SpecText text;
    /// The property that is false after the step; none where an operation goes wrong.
    std::optional<std::size_t> property;
};

/// The trace is one step from any state, or ends in one that goes wrong; not a start.
StepExplanation
explain_step(const spec::TypedSpec& spec, const Trace& trace, const ExplainOptions& options);

/// The same with names for elements that other texts about the step share.
StepExplanation explain_step(const spec::TypedSpec& spec,
                             const Trace& trace,
                             const ExplainOptions& options,
                             ElementNames& names);

/// Whether a trace is one step, and not a wrong start.
bool has_step(const spec::TypedSpec& spec, const Trace& trace);

} // namespace muster::checker
