#include "checker/eval/evaluator.hpp"

#include "checker/eval/interpreter.hpp"

#include <algorithm>
#include <numeric>

namespace muster::checker {

struct Evaluator::Impl {
    Impl(const TransitionSystem& the_system, Universe the_universe)
        : system(&the_system)
        , universe(std::move(the_universe))
        , interpreter(*the_system.spec, universe) {}

    [[nodiscard]] bool may_deliver(const State& state, const Step& step, const Event& event) const;
    Flow run(const State& state, const Event& event, ChoiceScript& script);
    Flow deliver(const Step& step, const Event& event);
    std::optional<Successor> run_once(const State& state, const Event& event, ChoiceScript& script);

    const TransitionSystem* system;
    Universe universe;
    Interpreter interpreter;
};

bool Evaluator::Impl::may_deliver(const State& state, const Step& step, const Event& event) const {
    const spec::MessageHandler& handler = system->spec->role(step.role).handlers[step.index];
    if (!event.message || event.message->message != handler.message ||
        event.message->to != event.process) {
        return false;
    }
    return system->is_arbitrary(system->spec->message(handler.message).from) ||
           std::binary_search(state.sent.begin(), state.sent.end(), *event.message);
}

Flow Evaluator::Impl::deliver(const Step& step, const Event& event) {
    const auto dispatch = interpreter.dispatch(step.role, event.process, *event.message);
    if (dispatch.handler != step.index) {
        return Flow::disabled;
    }
    if (dispatch.failure) {
        throw Undefined{*dispatch.failure};
    }
    return interpreter.deliver(step.role, event.process, step.index, *event.message);
}

Flow Evaluator::Impl::run(const State& state, const Event& event, ChoiceScript& script) {
    interpreter.begin(state, script);
    const Step& step = system->steps[event.step];
    const std::size_t processes = interpreter.layout().processes(step.role);
    if (event.process < 0 || static_cast<std::size_t>(event.process) >= processes) {
        return Flow::disabled;
    }
    switch (step.kind) {
    case StepKind::deliver:
        return may_deliver(state, step, event) ? deliver(step, event) : Flow::disabled;
    case StepKind::fire:
        return interpreter.fire(step.role, event.process, step.index, event.timer_key);
    case StepKind::act:
        return interpreter.act(step.role, event.process, step.index, event.arguments);
    case StepKind::crash:
        return interpreter.crash(step.role, event.process);
    case StepKind::stop:
        // A process that has stopped takes no more steps. For what holds in every run that is the
        // same as one that is never scheduled again, so nothing in the state needs to say it.
        return Flow::next;
    }
    return Flow::disabled;
}

std::optional<Successor>
Evaluator::Impl::run_once(const State& state, const Event& event, ChoiceScript& script) {
    Successor successor{event, State{}};
    try {
        const Flow flow = run(state, event, script);
        if (flow == Flow::disabled || flow == Flow::dead || !script.used_up()) {
            return std::nullopt;
        }
        successor.result = interpreter.workspace().finish();
    } catch (const Undefined& undefined) {
        successor.result = undefined.failure;
    }
    successor.event.choices = script.chosen();
    return successor;
}

Evaluator::Evaluator(const TransitionSystem& system, Universe universe)
    : impl_(std::make_unique<Impl>(system, std::move(universe))) {}

Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

std::vector<Successor> Evaluator::initial_states(const Fixed& fixed) const {
    std::vector<Successor> result;
    Interpreter& interpreter = impl_->interpreter;
    ChoiceScript script;
    try {
        for (const State& base : interpreter.interpretations(fixed)) {
            script.clear();
            do {
                interpreter.begin(base, script);
                try {
                    if (interpreter.initialise() != Flow::dead) {
                        result.push_back({{}, interpreter.workspace().finish()});
                        result.back().event.choices = script.chosen();
                    }
                } catch (const Undefined& undefined) {
                    result.push_back({{}, undefined.failure});
                    result.back().event.choices = script.chosen();
                }
            } while (script.advance());
        }
    } catch (const Undefined& undefined) {
        result.push_back({{}, undefined.failure});
    }
    return result;
}

std::vector<Successor> Evaluator::outcomes(const State& state, const Event& event) const {
    std::vector<Successor> result;
    ChoiceScript script;
    do {
        if (auto successor = impl_->run_once(state, event, script)) {
            result.push_back(std::move(*successor));
        }
    } while (script.advance());
    return result;
}

std::optional<Successor> Evaluator::replay(const State& state, const Event& event) const {
    ChoiceScript script(event.choices);
    return impl_->run_once(state, event, script);
}

std::variant<bool, Failure>
Evaluator::holds(spec::ExprId formula, const State& before, const State& now) const {
    try {
        return impl_->interpreter.holds(formula, before, now);
    } catch (const Undefined& undefined) {
        return undefined.failure;
    }
}

const TransitionSystem& Evaluator::system() const {
    return *impl_->system;
}

const Universe& Evaluator::universe() const {
    return impl_->universe;
}

std::uint64_t Evaluator::exhausted_count() const {
    const auto& counts = impl_->interpreter.exhausted();
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

} // namespace muster::checker
