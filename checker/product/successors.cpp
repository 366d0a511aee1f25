#include "checker/product/successors.hpp"

#include <algorithm>

namespace muster::checker::product {

Successors::Successors(const TransitionSystem& system,
                       const Inputs& inputs,
                       Interpreter& interpreter,
                       Parts& parts,
                       NetworkParts& network,
                       Deliveries& deliveries,
                       const SourceMaker* sources)
    : system_(system)
    , spec_(*system.spec)
    , inputs_(inputs)
    , interpreter_(interpreter)
    , parts_(parts)
    , network_(network)
    , deliveries_(deliveries)
    , sources_(sources)
    , is_timed_(spec_.timers.size())
    , situations_(parts.places().processes().size())
    , own_(parts.places().processes().size())
    , at_(own_.size()) {
    for (const spec::TimingAssumption& assumption : spec_.timing) {
        is_timed_[assumption.timer.value] = true;
    }
}

LocalSteps& Successors::local(const Row& before) {
    const Part interpretation = before[Places::kInterpretation];
    if (interpretation >= locals_.size()) {
        locals_.resize(interpretation + 1);
    }
    auto& steps = locals_[interpretation];
    if (!steps) {
        steps = std::make_unique<LocalSteps>(system_,
                                             inputs_,
                                             interpreter_,
                                             parts_,
                                             network_,
                                             parts_.interpretation(interpretation),
                                             sources_);
    }
    return *steps;
}

void Successors::enter(const Row& before) {
    before_ = &before;
    steps_ = &local(before);
    used_ = before[parts_.places().used()];
    after_ = before;
    state_.reset();
    const auto& processes = parts_.places().processes();
    for (std::size_t i = 0; i < processes.size(); ++i) {
        situations_[i] = &steps_->situation(processes[i], before[i + 1], used_);
        own_[i] = &steps_->own(*situations_[i]);
    }
}

void Successors::compute(const Row& row) {
    enter(row);
    for (const std::uint32_t place : deliveries_.places()) {
        for (const Delivery& delivery : deliveries_.of(place, row[place])) {
            steps_->deliveries(*situations_[delivery.receiver - 1], delivery.message);
        }
    }
}

Next Successors::expand(const Row& before, const Visit& visit) {
    enter(before);
    visit_ = &visit;
    if (visit_section(&OwnMoves::arbitrary, &Successors::input_of) == Next::stop ||
        visit_network_deliveries() == Next::stop ||
        visit_section(&OwnMoves::timers, &Successors::timer_of) == Next::stop ||
        visit_section(&OwnMoves::actions, &Successors::step_of) == Next::stop ||
        visit_section(&OwnMoves::faults, &Successors::step_of) == Next::stop) {
        return Next::stop;
    }
    return visit_network();
}

std::uint32_t Successors::timer_of(const Process& process, Part part, const Move& move) const {
    return parts_.local(process.role, part).armed[move.input].first.value;
}

// Those with the least key first, of all processes; and where keys are equal, those of the first
// process.
Next Successors::visit_section(Section section, KeyOf key) {
    const auto& processes = parts_.places().processes();
    std::fill(at_.begin(), at_.end(), 0);
    while (true) {
        std::size_t least = processes.size();
        std::uint32_t least_key = kNone;
        for (std::size_t i = 0; i < processes.size(); ++i) {
            const auto& moves = own_[i]->*section;
            if (at_[i] == moves.size()) {
                continue;
            }
            const std::uint32_t own = (this->*key)(processes[i], (*before_)[i + 1], moves[at_[i]]);
            if (own < least_key) {
                least_key = own;
                least = i;
            }
        }
        if (least == processes.size()) {
            return Next::go_on;
        }
        const auto& moves = own_[least]->*section;
        const Part part = (*before_)[least + 1];
        while (at_[least] < moves.size() &&
               (this->*key)(processes[least], part, moves[at_[least]]) == least_key) {
            const Move& move = moves[at_[least]++];
            Successor successor;
            successor.process = processes[least];
            successor.part = part;
            successor.move = &move;
            if (visit_own(successor) == Next::stop) {
                return Next::stop;
            }
        }
    }
}

// Whether a timer may fire now can be undefined, and then its step goes wrong.
Next Successors::visit_own(Successor& successor) {
    if (system_.steps[successor.move->step].kind == StepKind::fire) {
        try {
            if (!timing_allows(successor.process, successor.part, *successor.move)) {
                return Next::go_on;
            }
        } catch (const Undefined& undefined) {
            successor.step = successor.move->step;
            successor.failure = &undefined.failure;
            return (*visit_)(successor);
        }
        const std::uint32_t place =
            parts_.places().process(successor.process.role, successor.process.index);
        steps_->let_fire(*situations_[place - 1], *successor.move);
    }
    return visit_move(successor, kNone);
}

bool Successors::timing_allows(const Process& process, Part part, const Move& move) {
    const auto& [timer, key] = parts_.local(process.role, part).armed[move.input];
    if (!is_timed_[timer.value]) {
        return true;
    }
    if (!state_) {
        state_ = parts_.unpack(*before_);
    }
    ChoiceScript script;
    interpreter_.begin(*state_, script);
    return interpreter_.timing_allows({timer, process.index, key});
}

Next Successors::visit_network_deliveries() {
    for (const std::uint32_t place : deliveries_.places()) {
        for (const Delivery& delivery : deliveries_.of(place, (*before_)[place])) {
            if (visit_delivery(delivery, delivery.is_taken ? place : kNone) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Next Successors::visit_delivery(const Delivery& delivery, std::uint32_t taken_from) {
    LocalSteps::Situation& to = *situations_[delivery.receiver - 1];
    for (const Move& move : steps_->deliveries(to, delivery.message)) {
        Successor successor;
        successor.process = to.process;
        successor.part = to.part;
        successor.move = &move;
        successor.message = delivery.message;
        if (visit_move(successor, taken_from) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_move(Successor& successor, std::uint32_t taken_from) {
    successor.step = successor.move->step;
    for (const Outcome& outcome : successor.move->outcomes) {
        successor.first = &outcome;
        if (visit_outcome(successor, taken_from) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_outcome(Successor& successor, std::uint32_t taken_from) {
    const Outcome& outcome = *successor.first;
    if (outcome.failure != kNone) {
        successor.failure = &steps_->failure(outcome.failure);
        successor.after = nullptr;
        return (*visit_)(successor);
    }
    successor.failure = nullptr;
    if (outcome.is_idle && taken_from == kNone) {
        successor.after = before_;
        successor.changed = &changed_; // none
        return (*visit_)(successor);
    }
    if (taken_from != kNone) {
        change(taken_from, network_.without(taken_from, after_[taken_from], successor.message));
    }
    change(parts_.places().process(successor.process.role, successor.process.index), outcome.after);
    apply(network_.effect(outcome.effect));
    return visit_changed(successor);
}

// Visits the state that was changed, and takes the changes back.
Next Successors::visit_changed(Successor& successor) {
    successor.after = &after_;
    successor.changed = &changed_;
    const Next next = (*visit_)(successor);
    restore();
    return next;
}

void Successors::change(std::uint32_t place, Part part) {
    if (after_[place] == part) {
        return;
    }
    // What a step takes away and puts back did not change.
    if (after_[place] == (*before_)[place]) {
        changed_.push_back(place);
    } else if (part == (*before_)[place]) {
        std::erase(changed_, place);
    }
    after_[place] = part;
}

void Successors::apply(const Effect& effect) {
    for (const Effect::Change& each : effect.changes) {
        change(each.place, network_.after(after_[each.place], each));
    }
}

void Successors::restore() {
    for (const std::uint32_t place : changed_) {
        after_[place] = (*before_)[place];
    }
    changed_.clear();
}

} // namespace muster::checker::product
