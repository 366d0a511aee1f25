#include "checker/product/successors.hpp"

namespace muster::checker::product {

Event Successors::event(const Successor& successor) {
    Event event;
    const Step& step = system_.steps[successor.step];
    if (successor.move != nullptr) {
        if (successor.message == kNone) {
            event = steps_->event(successor.process, successor.part, *successor.move);
        } else {
            event.step = successor.step;
            event.process = successor.process.index;
            event.message = parts_.message(successor.message);
        }
    } else {
        event.step = successor.step;
        event.process = successor.process.index;
        if (step.kind == StepKind::lose) {
            event.message = parts_.message(successor.message);
        } else if (successor.peer) {
            event.peer = successor.peer->index;
        }
    }
    add_choices(successor, event);
    return event;
}

void Successors::add_choices(const Successor& successor, Event& event) {
    const auto add = [&](const std::vector<Value>& choices) {
        event.choices.insert(event.choices.end(), choices.begin(), choices.end());
    };
    const auto situation = [&](const Process& process, Part used) -> LocalSteps::Situation& {
        const Part part = (*before_)[parts_.places().process(process.role, process.index)];
        return steps_->situation(process, part, used);
    };
    if (successor.move != nullptr) {
        if (successor.first == nullptr) {
            return; // whether the timer may fire went wrong, before anything was chosen
        }
        add(steps_->choices(situation(successor.process, used_),
                            *successor.move,
                            successor.message == kNone ? std::nullopt
                                                       : std::optional(successor.message),
                            *successor.first));
        return;
    }
    if (successor.first != nullptr) {
        add(steps_->choices_when_lost(
            situation(successor.process, used_), *successor.peer, *successor.first));
    }
    if (successor.second != nullptr) {
        add(steps_->choices_when_lost(
            situation(*successor.peer, successor.used), successor.process, *successor.second));
    }
}

} // namespace muster::checker::product
