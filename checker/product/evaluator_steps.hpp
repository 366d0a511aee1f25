#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/product/one_process.hpp"
#include "checker/product/outcome_numbers.hpp"

namespace muster::checker::product {

/// Steps of single processes as the evaluator runs them.
class EvaluatorSteps : public StepSource {
public:
    /// All outlive it.
    EvaluatorSteps(const spec::TypedSpec& spec,
                   Interpreter& interpreter,
                   const Parts& parts,
                   OutcomeNumbers& numbers,
                   const State& interpretation);

    std::vector<Outcome> outcomes(const ProcessState& now, const Occasion& occasion) override;

    /// The handlers that take a message.
    Interpreter::Dispatch dispatch(const ProcessState& now, const SentMessage& message);

private:
    Flow run(const Process& process, const Occasion& occasion);

    const spec::TypedSpec& spec_;
    Interpreter& interpreter_;
    OutcomeNumbers& numbers_;
    OneProcess at_;
    ChoiceScript script_;
};

} // namespace muster::checker::product
