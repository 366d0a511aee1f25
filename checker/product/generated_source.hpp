#pragma once

#include "checker/product/evaluator_steps.hpp"

#include <memory>

namespace muster::checker::product {

/// Somebody else than the evaluator who computes steps. What it chose where a step ends in some way
/// it need not know before it is asked.
class GeneratedSource : public StepSource {
public:
    virtual const std::vector<Value>&
    choices(const ProcessState& now, const Occasion& occasion, const Outcome& outcome) = 0;
};

/// What a source may use. All of it outlives the source but the interpretation.
struct SourceSetting {
    const TransitionSystem& system;
    Interpreter& interpreter;
    const Parts& parts;
    OutcomeNumbers& numbers;
    EvaluatorSteps& evaluator; // under the same interpretation
    const State& interpretation;
};

/// Makes sources, one for every interpretation of constants and functions.
class SourceMaker {
public:
    SourceMaker() = default;
    virtual ~SourceMaker() = default;
    SourceMaker(const SourceMaker&) = default;
    SourceMaker& operator=(const SourceMaker&) = default;

    [[nodiscard]] virtual std::unique_ptr<GeneratedSource>
    make(const SourceSetting& setting) const = 0;
};

} // namespace muster::checker::product
