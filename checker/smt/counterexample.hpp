#pragma once

#include "checker/engines/induction.hpp"
#include "checker/smt/read_model.hpp"

#include <optional>
#include <set>
#include <string>

namespace muster::checker::smt {

/// A question that the solver answered with a model.
struct Refutation {
    /// All assertions of the question.
    Terms assertions;
    /// Which step it is about; none for the start.
    std::optional<std::uint32_t> step;
    EventSymbols event;
    /// The property that fails; none for an operation that goes wrong.
    std::optional<std::size_t> property;
    /// The properties assumed before the step.
    std::vector<std::size_t> assumed;
    /// What the question left open on purpose.
    std::set<std::string> abstractions;
};

/// Looks for a small model of a refuted question, reads it and repeats it on the evaluator. The
/// result depends on the question and the options alone, not on what the solver was asked before.
StepCounterexample
explain(Vocabulary& vocabulary, const Refutation& refutation, const InductionOptions& options);

} // namespace muster::checker::smt
