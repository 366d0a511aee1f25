#include "checker/bounded/run_builder.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker::bounded {

std::int64_t RunBuilder::index(const Datum& scalar, Assignment& under) const {
    return interpreter_.algebra().value(spec_.types.integer(), scalar, under).number();
}

std::vector<Value> RunBuilder::choices(const SymbolicStep& step, Assignment& under) const {
    std::vector<Value> result;
    for (const SymbolicChoice& choice : step.choices) {
        if (under(choice.made)) {
            result.push_back(interpreter_.algebra().value(choice.type, choice.value, under));
        }
    }
    return result;
}

// What defs say stays as it is; everything else gets the values that the solver chose.
Fixed RunBuilder::interpretation(Assignment& under) const {
    const Algebra& algebra = interpreter_.algebra();
    Fixed result;
    for (std::uint32_t i = 0; i < spec_.constants.size(); ++i) {
        result.constants.push_back(
            {spec::ConstId{i},
             {algebra.value(spec_.constants[i].type, interpreter_.constants()[i], under)}});
    }
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const auto given = std::find_if(fixed_.functions.begin(),
                                        fixed_.functions.end(),
                                        [&](const auto& one) { return one.function.value == i; });
        if (given != fixed_.functions.end() && given->def.valid()) {
            result.functions.push_back(*given);
            continue;
        }
        Fixed::Function function{spec::FunctionId{i}, {}, {}};
        for (const Datum& value : interpreter_.functions()[i]) {
            function.values.push_back(algebra.value(spec_.functions[i].result, value, under));
        }
        result.functions.push_back(std::move(function));
    }
    return result;
}

Event RunBuilder::event(const SymbolicStep& step, Assignment& under) const {
    const Algebra& algebra = interpreter_.algebra();
    const Step& kind = system_.steps[step.step];
    Event result;
    result.step = step.step;
    result.process = index(step.process, under);
    if (step.message) {
        const SymbolicMessage& message = *step.message;
        const auto& fields = spec_.message(message.message).fields;
        SentMessage sent{message.message,
                         index(message.from, under),
                         index(message.to, under),
                         index(message.correlation, under),
                         {}};
        for (std::size_t i = 0; i < fields.size(); ++i) {
            sent.fields.push_back(algebra.value(fields[i].type, message.fields[i], under));
        }
        result.message = std::move(sent);
    }
    if (step.timer_key) {
        const spec::TimerHandler& handler = spec_.role(kind.role).timer_handlers[kind.index];
        result.timer_key =
            algebra.value(spec_.timer(handler.timer).key_type, step.timer_key, under);
    }
    for (std::size_t i = 0; i < step.arguments.size(); ++i) {
        const spec::ActionInfo& action = spec_.role(kind.role).actions[kind.index];
        result.arguments.push_back(
            algebra.value(spec_.local(action.parameters[i]).type, step.arguments[i], under));
    }
    result.choices = choices(step, under);
    result.origin = under(step.made_up) ? Origin::made_up : Origin::network;
    result.peer = step.peer ? index(step.peer, under) : 0;
    return result;
}

Trace RunBuilder::build(const SymbolicStep& start,
                        const std::vector<Level>& levels,
                        bool goes_wrong,
                        Assignment& under) const {
    Trace trace;
    trace.without = system_.faults_left_out();
    trace.universe = universe_;
    const std::vector<Value> start_choices = choices(start, under);
    auto first = evaluator_.replay_start(interpretation(under), start_choices);
    MUSTER_ASSERT(first.has_value(), "the start that the bounded search found is not possible");
    if (auto* failure = std::get_if<Failure>(&first->result)) {
        MUSTER_ASSERT(goes_wrong && levels.empty(),
                      "the start that the bounded search found goes wrong: {}",
                      failure->text);
        Event event;
        event.choices = start_choices;
        trace.ending = Trace::Ending{std::move(event), std::move(*failure)};
        return trace;
    }
    MUSTER_ASSERT(!goes_wrong || !levels.empty(),
                  "the start that the bounded search found does not go wrong");
    trace.initial = std::move(std::get<State>(first->result));
    trace.initial_choices = start_choices;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto taken = std::find_if(
            levels[i].taken.begin(), levels[i].taken.end(), [&](Bit bit) { return under(bit); });
        const SymbolicStep& step =
            levels[i].steps.at(static_cast<std::size_t>(taken - levels[i].taken.begin()));
        Event happened = event(step, under);
        auto successor = evaluator_.replay(trace.last_state(), happened);
        const std::string& name = system_.steps[step.step].name;
        MUSTER_ASSERT(successor.has_value(),
                      "step {} of a run that the bounded search found, `{}`, is not possible",
                      i + 1,
                      name);
        auto* failure = std::get_if<Failure>(&successor->result);
        MUSTER_ASSERT((failure != nullptr) == (goes_wrong && i + 1 == levels.size()),
                      "step {} of a run that the bounded search found, `{}`, goes wrong, or does "
                      "not, where the search says otherwise: {}",
                      i + 1,
                      name,
                      failure == nullptr ? "" : failure->text);
        if (failure != nullptr) {
            trace.ending = Trace::Ending{std::move(happened), std::move(*failure)};
        } else {
            trace.steps.push_back(
                {std::move(happened), std::move(std::get<State>(successor->result))});
        }
    }
    return trace;
}

std::variant<bool, Failure> RunBuilder::at_end(std::size_t property, const Trace& trace) const {
    const State& before =
        trace.steps.size() < 2 ? trace.initial : trace.steps[trace.steps.size() - 2].state;
    return evaluator_.holds(spec_.properties[property].body, before, trace.last_state());
}

} // namespace muster::checker::bounded
