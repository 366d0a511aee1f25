#pragma once

#include "checker/trace/trace.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// One condition and what it was: `phase == Dead` is false.
struct ToldCondition {
    std::string text; // as the spec has it, on one line
    bool truth = false;
    spec::Span span;
    /// `client[a].lease = some(1)`: what is compared, where that is not plain.
    std::vector<std::string> operands{};
};

/// A two-state counterexample in the words of the spec, with one set of names.
struct StepExplanation {
    /// What of the first state is not as it is at the start, a line each.
    std::vector<std::string> before;
    std::string step; // `deliver Granted(token: 1) from server to client[c2]`
    spec::Span span;  // of its handler or action; empty for a loss
    std::vector<std::string> changes;
    /// Guards and conditions that let the step go as it does.
    std::vector<ToldCondition> guards;
    /// `a = c1`: for which values the property fails.
    std::vector<std::string> values;
    /// The parts of the property that make it false.
    std::vector<ToldCondition> broken;
    /// How it goes wrong, where no property is broken.
    std::string failure;
};

struct ExplainOptions {
    /// The text of the spec at a place.
    std::function<std::string(spec::Span)> text;
    /// The property that is false after the step; none where an operation goes wrong.
    std::optional<std::size_t> property;
};

/// The trace is one step from any state, or ends in one that goes wrong; not a start.
StepExplanation
explain_step(const spec::TypedSpec& spec, const Trace& trace, const ExplainOptions& options);

/// Whether a trace is one step, and not a wrong start.
bool has_step(const spec::TypedSpec& spec, const Trace& trace);

} // namespace muster::checker
