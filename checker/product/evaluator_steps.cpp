#include "checker/product/evaluator_steps.hpp"

#include "spec/diagnostics/internal_error.hpp"

namespace muster::checker::product {

EvaluatorSteps::EvaluatorSteps(const spec::TypedSpec& spec,
                               Interpreter& interpreter,
                               const Parts& parts,
                               OutcomeNumbers& numbers,
                               const State& interpretation)
    : spec_(spec)
    , interpreter_(interpreter)
    , numbers_(numbers)
    , at_(spec, parts, interpretation) {}

// The handlers that take a message do not depend on the choices in them.
Interpreter::Dispatch EvaluatorSteps::dispatch(const ProcessState& now,
                                               const SentMessage& message) {
    at_.enter(now);
    script_.clear();
    interpreter_.begin(at_.state(), script_);
    return interpreter_.dispatch(now.process.role, now.process.index, message);
}

std::vector<Outcome> EvaluatorSteps::outcomes(const ProcessState& now, const Occasion& occasion) {
    at_.enter(now);
    std::vector<Outcome> all;
    script_.clear();
    do {
        interpreter_.begin(at_.state(), script_);
        try {
            const Flow flow = run(now.process, occasion);
            if (flow == Flow::disabled || flow == Flow::dead) {
                continue;
            }
            const Workspace& step = interpreter_.workspace();
            all.push_back(numbers_.ended(now,
                                         at_.after(step, now.process),
                                         step.sends(),
                                         step.newly_used(),
                                         numbers_.number_of(script_.chosen())));
        } catch (const Undefined& undefined) {
            all.push_back(numbers_.failed(undefined.failure, script_.chosen()));
        }
    } while (script_.advance());
    return all;
}

// That a message leaves the network is not for a process to do.
Flow EvaluatorSteps::run(const Process& process, const Occasion& occasion) {
    const auto& [role, index] = process;
    switch (occasion.kind) {
    case StepKind::deliver:
        return interpreter_.deliver(
            role, index, occasion.index, *occasion.message, Origin::made_up);
    case StepKind::fire: {
        const spec::TimerHandler& handler = spec_.role(role).timer_handlers[occasion.index];
        const bool keyed = spec_.timer(handler.timer).key_type.valid();
        return interpreter_.fire(
            role, index, occasion.index, keyed ? std::optional(*occasion.timer_key) : std::nullopt);
    }
    case StepKind::act:
        return interpreter_.act(role, index, occasion.index, *occasion.arguments);
    case StepKind::crash:
        return interpreter_.crash(role, index);
    case StepKind::stop:
        return interpreter_.stop(process);
    case StepKind::cut:
        return interpreter_.lost(process, *occasion.peer);
    case StepKind::lose:
        break;
    }
    MUSTER_ASSERT(false, "a loss is not a step of a process");
    return Flow::disabled;
}

} // namespace muster::checker::product
