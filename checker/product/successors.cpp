#include "checker/product/successors.hpp"

#include <algorithm>

namespace muster::checker::product {

Successors::Successors(const TransitionSystem& system,
                       const Inputs& inputs,
                       Interpreter& interpreter,
                       Parts& parts,
                       NetworkParts& network,
                       const SourceMaker* sources)
    : system_(system)
    , spec_(*system.spec)
    , inputs_(inputs)
    , interpreter_(interpreter)
    , parts_(parts)
    , network_(network)
    , sources_(sources)
    , is_timed_(spec_.timers.size())
    , deliverable_(spec_.messages.size())
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

Next Successors::expand(const Row& before, const Visit& visit) {
    before_ = &before;
    visit_ = &visit;
    steps_ = &local(before);
    used_ = before[parts_.places().used()];
    after_ = before;
    state_.reset();
    const auto& processes = parts_.places().processes();
    for (std::size_t i = 0; i < processes.size(); ++i) {
        situations_[i] = &steps_->situation(processes[i], before[i + 1], used_);
        own_[i] = &steps_->own(*situations_[i]);
    }
    if (visit_section(&OwnMoves::arbitrary, &Successors::input_of) == Next::stop ||
        visit_sent() == Next::stop || visit_in_flight() == Next::stop ||
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

const std::vector<std::uint32_t>& Successors::deliverable_of(spec::MessageId kind, Part sent) {
    auto& known = deliverable_[kind.value];
    if (sent >= known.size()) {
        known.resize(2 * std::size_t{sent} + 1);
    }
    if (!known[sent]) {
        const bool arrives = parts_.slice().messages[kind.value].deliverable &&
                             parts_.layout().carrier(kind) == Carrier::history &&
                             !spec_.role(spec_.message(kind).to).handlers.empty();
        std::vector<std::uint32_t> result;
        for (const std::uint32_t number : parts_.list(parts_.places().sent(kind), sent)) {
            if (arrives && !inputs_.arrives_anyway(parts_.message(number))) {
                result.push_back(number);
            }
        }
        known[sent] = std::move(result);
    }
    return *known[sent];
}

Next Successors::visit_sent() {
    for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
        const spec::MessageId kind{m};
        for (const std::uint32_t message :
             deliverable_of(kind, (*before_)[parts_.places().sent(kind)])) {
            if (visit_deliveries(message, kNone) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Next Successors::visit_in_flight() {
    const Places& places = parts_.places();
    Parts::Numbers loose = parts_.list(places.loose(), (*before_)[places.loose()]);
    loose.erase(std::unique(loose.begin(), loose.end()), loose.end());
    for (const std::uint32_t number : loose) {
        const SentMessage& message = parts_.message(number);
        const bool stays = parts_.layout().carrier(message.message) == Carrier::set;
        // An unreliable message stays where it is, so that made up or not it is the same step.
        if (stays && inputs_.arrives_anyway(message)) {
            continue;
        }
        if (visit_deliveries(number, stays ? kNone : places.loose()) == Next::stop) {
            return Next::stop;
        }
    }
    const Part queued = (*before_)[places.queued()];
    if (parts_.list(places.queued(), queued).empty()) {
        return Next::go_on;
    }
    InFlight all;
    all.queued = parts_.messages(parts_.list(places.queued(), queued));
    for (const SentMessage& front : queue_fronts(spec_, all)) {
        if (visit_deliveries(parts_.number_of(front), places.queued()) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

std::uint32_t Successors::process_of(std::uint32_t message) {
    if (message >= receiver_.size()) {
        receiver_.resize(2 * std::size_t{message} + 1, kNone);
    }
    if (receiver_[message] == kNone) {
        const Process to = addressee(spec_, parts_.message(message));
        receiver_[message] = parts_.places().process(to.role, to.index);
    }
    return receiver_[message];
}

Next Successors::visit_deliveries(std::uint32_t message, std::uint32_t taken_from) {
    LocalSteps::Situation& to = *situations_[process_of(message) - 1];
    for (const Move& move : steps_->deliveries(to, message)) {
        Successor successor;
        successor.process = to.process;
        successor.part = to.part;
        successor.move = &move;
        successor.message = message;
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

Next Successors::visit_network() {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool stop = (step.kind == StepKind::lose && visit_losses(i) == Next::stop) ||
                          (step.kind == StepKind::cut && parts_.slice().keeps_cut(step) &&
                           visit_cuts(i) == Next::stop);
        if (stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_losses(std::uint32_t step) {
    const std::uint32_t place = parts_.places().loose();
    Parts::Numbers loose = parts_.list(place, (*before_)[place]);
    loose.erase(std::unique(loose.begin(), loose.end()), loose.end());
    for (const std::uint32_t number : loose) {
        const SentMessage& message = parts_.message(number);
        if (message.message != system_.steps[step].message) {
            continue;
        }
        Successor successor;
        successor.step = step;
        successor.process = addressee(spec_, message);
        successor.message = number;
        change(place, network_.without(place, after_[place], number));
        successor.after = &after_;
        successor.changed = &changed_;
        const Next next = (*visit_)(successor);
        restore();
        if (next == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_cuts(std::uint32_t index) {
    const Step& step = system_.steps[index];
    const auto count = [&](spec::RoleId role) {
        return static_cast<std::int64_t>(parts_.layout().processes(role));
    };
    for (std::int64_t one = 0; one < count(step.role); ++one) {
        for (std::int64_t other = step.peer == step.role ? one : 0; other < count(step.peer);
             ++other) {
            if (visit_cut(index, {{step.role, one}, {step.peer, other}}) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Next Successors::visit_cut(std::uint32_t index, const Connection& connection) {
    const Places& places = parts_.places();
    const Slice& slice = parts_.slice();
    const auto place_of = [&](const Process& process) {
        return places.process(process.role, process.index);
    };
    static const std::vector<Outcome> kUnchanged{{}};
    const bool one_runs = slice.keep_role[connection.one.role.value];
    const bool other_runs =
        slice.keep_role[connection.other.role.value] && connection.other != connection.one;
    const std::uint32_t one = place_of(connection.one);
    const std::uint32_t other = place_of(connection.other);
    const auto& firsts =
        one_runs ? steps_->lost(*situations_[one - 1], connection.other) : kUnchanged;
    for (const Outcome& first : firsts) {
        Successor successor;
        successor.step = index;
        successor.process = connection.one;
        successor.peer = connection.other;
        successor.first = one_runs ? &first : nullptr;
        const auto cut_first = [&] {
            change(places.queued(), network_.cut(after_[places.queued()], connection));
            if (one_runs) {
                change(one, first.after);
                apply(network_.effect(first.effect));
            }
        };
        if (one_runs && first.failure != kNone) {
            successor.failure = &steps_->failure(first.failure);
            if ((*visit_)(successor) == Next::stop) {
                return Next::stop;
            }
            continue;
        }
        cut_first();
        const Part used = after_[places.used()];
        successor.used = used;
        restore();
        const auto& seconds =
            other_runs ? steps_->lost(steps_->situation(connection.other, (*before_)[other], used),
                                      connection.one)
                       : kUnchanged;
        for (const Outcome& second : seconds) {
            successor.second = other_runs ? &second : nullptr;
            if (other_runs && second.failure != kNone) {
                successor.failure = &steps_->failure(second.failure);
                if ((*visit_)(successor) == Next::stop) {
                    return Next::stop;
                }
                continue;
            }
            successor.failure = nullptr;
            cut_first();
            if (other_runs) {
                change(other, second.after);
                apply(network_.effect(second.effect));
            }
            successor.after = &after_;
            successor.changed = &changed_;
            const Next next = (*visit_)(successor);
            restore();
            if (next == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

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
