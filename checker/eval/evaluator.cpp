#include "checker/eval/evaluator.hpp"

#include "checker/eval/interpreter.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace muster::checker {

namespace {

/// The decisions of one step, without repeats and without those that are not its own.
class DecisionList : public StepObserver {
public:
    explicit DecisionList(std::set<spec::ExprId> left_out)
        : left_out_(std::move(left_out)) {}

    void decided(Interpreter& /*interpreter*/, spec::ExprId condition, bool truth) override {
        const Decision decision{condition, truth};
        if (!left_out_.contains(condition) &&
            std::find(decisions_.begin(), decisions_.end(), decision) == decisions_.end()) {
            decisions_.push_back(decision);
        }
    }

    void
    branched(Interpreter& /*interpreter*/, spec::ExprId /*condition*/, bool /*truth*/) override {}

    void entered(spec::BlockId /*block*/) override {}

    [[nodiscard]] std::vector<Decision> take() { return std::move(decisions_); }

private:
    std::set<spec::ExprId> left_out_;
    std::vector<Decision> decisions_;
};

} // namespace

struct Evaluator::Impl {
    Impl(const TransitionSystem& the_system, Universe the_universe)
        : system(&the_system)
        , universe(std::move(the_universe))
        , interpreter(*the_system.spec, universe) {}

    [[nodiscard]] bool may_deliver(const State& state, const Step& step, const Event& event) const;
    Flow run(const State& state, const Event& event, ChoiceScript& script);
    Flow deliver(const Step& step, const Event& event);
    Flow fire(const Step& step, const Event& event);
    Flow lose(const State& state, const Step& step, const Event& event);
    Flow cut(const Step& step, const Event& event);
    std::optional<Successor> run_once(const State& state, const Event& event, ChoiceScript& script);
    std::optional<Successor> start(const State& interpretation, ChoiceScript& script);

    const TransitionSystem* system;
    Universe universe;
    Interpreter interpreter;
};

bool Evaluator::Impl::may_deliver(const State& state, const Step& step, const Event& event) const {
    const spec::TypedSpec& spec = *system->spec;
    const spec::MessageHandler& handler = spec.role(step.role).handlers[step.index];
    if (!event.message || event.message->message != handler.message ||
        event.message->to != event.process) {
        return false;
    }
    const bool arbitrary = system->is_arbitrary(spec.message(handler.message).from);
    const Carrier carrier = interpreter.layout().carrier(handler.message);
    const bool made_up = event.origin == Origin::made_up || carrier == Carrier::history;
    return (arbitrary && made_up) ||
           (event.origin == Origin::network && can_arrive(spec, carrier, state, *event.message));
}

Flow Evaluator::Impl::deliver(const Step& step, const Event& event) {
    const auto dispatch = interpreter.dispatch(step.role, event.process, *event.message);
    if (!dispatch.takes(step.index)) {
        return Flow::disabled;
    }
    if (dispatch.failure) {
        throw Undefined{*dispatch.failure};
    }
    return interpreter.deliver(step.role, event.process, step.index, *event.message, event.origin);
}

Flow Evaluator::Impl::fire(const Step& step, const Event& event) {
    const spec::TimerHandler& handler = system->spec->role(step.role).timer_handlers[step.index];
    const ArmedTimer timer{handler.timer, event.process, event.timer_key.value_or(Value())};
    if (!interpreter.workspace().is_armed(timer) || !interpreter.timing_allows(timer)) {
        return Flow::disabled;
    }
    return interpreter.fire(step.role, event.process, step.index, event.timer_key);
}

Flow Evaluator::Impl::lose(const State& state, const Step& step, const Event& event) {
    const bool possible =
        event.message && event.message->message == step.message &&
        event.message->to == event.process &&
        is_in_flight(interpreter.layout().carrier(step.message), state.in_flight, *event.message);
    return possible ? interpreter.lose(*event.message) : Flow::disabled;
}

Flow Evaluator::Impl::cut(const Step& step, const Event& event) {
    const Process one{step.role, event.process};
    const Process other{step.peer, event.peer};
    const std::size_t peers = interpreter.layout().processes(step.peer);
    if (event.peer < 0 || static_cast<std::size_t>(event.peer) >= peers || other < one) {
        return Flow::disabled;
    }
    std::vector<Process> ends{one};
    if (other != one) {
        ends.push_back(other);
    }
    return interpreter.cut({one, other}, ends);
}

Flow Evaluator::Impl::run(const State& state, const Event& event, ChoiceScript& script) {
    interpreter.begin(state, script);
    const Step& step = system->steps[event.step];
    const std::size_t processes = interpreter.layout().processes(step.role);
    if (event.process < 0 || static_cast<std::size_t>(event.process) >= processes) {
        return Flow::disabled;
    }
    if (step.kind == StepKind::lose) {
        return lose(state, step, event);
    }
    if (step.kind == StepKind::cut) {
        return cut(step, event);
    }
    if (is_stopped(state, {step.role, event.process})) {
        return Flow::disabled;
    }
    switch (step.kind) {
    case StepKind::deliver:
        return may_deliver(state, step, event) ? deliver(step, event) : Flow::disabled;
    case StepKind::fire:
        return fire(step, event);
    case StepKind::act:
        return interpreter.act(step.role, event.process, step.index, event.arguments);
    case StepKind::crash:
        return interpreter.crash(step.role, event.process);
    case StepKind::stop:
        return interpreter.stop({step.role, event.process});
    case StepKind::lose:
    case StepKind::cut:
        break;
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

std::optional<Successor> Evaluator::Impl::start(const State& interpretation, ChoiceScript& script) {
    Successor successor{{}, State{}};
    try {
        interpreter.begin(interpretation, script);
        if (interpreter.initialise() == Flow::dead || !script.used_up()) {
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
    ChoiceScript script;
    try {
        for (const State& base : impl_->interpreter.interpretations(fixed).states) {
            script.clear();
            do {
                if (auto start = impl_->start(base, script)) {
                    result.push_back(std::move(*start));
                }
            } while (script.advance());
        }
    } catch (const Undefined& undefined) {
        result.push_back({{}, undefined.failure});
    }
    return result;
}

std::optional<Successor> Evaluator::replay_start(const Fixed& fixed,
                                                 const std::vector<Value>& choices) const {
    Interpreter& interpreter = impl_->interpreter;
    ChoiceScript script(choices);
    try {
        const std::vector<State> bases = interpreter.interpretations(fixed).states;
        return bases.size() == 1 ? impl_->start(bases.front(), script) : std::nullopt;
    } catch (const Undefined& undefined) {
        return Successor{{}, undefined.failure};
    }
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

std::optional<Successor> Evaluator::start(const State& interpretation, ChoiceScript& script) const {
    return impl_->start(interpretation, script);
}

std::optional<Successor>
Evaluator::outcome(const State& state, const Event& event, ChoiceScript& script) const {
    return impl_->run_once(state, event, script);
}

std::vector<Decision> Evaluator::decisions(const State& state, const Event& event) const {
    const TransitionSystem& system = *impl_->system;
    const Step& step = system.steps[event.step];
    std::set<spec::ExprId> of_others;
    if (step.kind == StepKind::deliver) {
        const auto& handlers = system.spec->role(step.role).handlers;
        for (std::size_t i = 0; i < handlers.size(); ++i) {
            if (i != step.index && !handlers[step.index].otherwise) {
                of_others.insert(handlers[i].guard);
            }
        }
    }
    DecisionList decisions(std::move(of_others));
    impl_->interpreter.observe(&decisions);
    ChoiceScript script(event.choices);
    impl_->run_once(state, event, script);
    impl_->interpreter.observe(nullptr);
    return decisions.take();
}

void Evaluator::observe(StepObserver* observer) const {
    impl_->interpreter.observe(observer);
}

std::vector<SentMessage> Evaluator::sends(const State& state, const Event& event) const {
    const std::optional<Successor> successor = replay(state, event);
    return successor && std::holds_alternative<State>(successor->result)
               ? impl_->interpreter.workspace().sends()
               : std::vector<SentMessage>{};
}

std::vector<ArmedTimer> Evaluator::touched_timers(const State& state, const Event& event) const {
    const std::optional<Successor> successor = replay(state, event);
    return successor && std::holds_alternative<State>(successor->result)
               ? impl_->interpreter.workspace().touched_timers()
               : std::vector<ArmedTimer>{};
}

std::variant<bool, Failure> Evaluator::holds(spec::ExprId formula,
                                             const State& state,
                                             const std::vector<Binding>& bindings) const {
    for (const Binding& binding : bindings) {
        impl_->interpreter.bind(binding.local, binding.value);
    }
    return holds(formula, state, state);
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
