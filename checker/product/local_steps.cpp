#include "checker/product/local_steps.hpp"

namespace muster::checker::product {

LocalSteps::LocalSteps(const TransitionSystem& system,
                       const Inputs& inputs,
                       Interpreter& interpreter,
                       Parts& parts,
                       NetworkParts& network,
                       const State& interpretation,
                       const SourceMaker* sources)
    : system_(system)
    , spec_(*system.spec)
    , inputs_(inputs)
    , parts_(parts)
    , is_timed_(spec_.timers.size())
    , numbers_(parts, network)
    , evaluator_(spec_, interpreter, parts, numbers_, interpretation)
    , known_(parts.places().count()) {
    if (sources != nullptr) {
        generated_ =
            sources->make({system, interpreter, parts, numbers_, evaluator_, interpretation});
    }
    for (std::uint32_t sort = 0; sort < spec_.sorts.size(); ++sort) {
        draws_fresh_ = draws_fresh_ || parts.layout().draws_fresh(spec::SortId{sort});
    }
    for (const spec::TimingAssumption& assumption : spec_.timing) {
        is_timed_[assumption.timer.value] = true;
    }
    for (const spec::RoleInfo& role : spec_.roles) {
        deliver_step_.emplace_back(role.handlers.size());
        fire_step_.emplace_back(role.timer_handlers.size());
    }
    for (std::uint32_t i = 0; i < system.steps.size(); ++i) {
        const Step& step = system.steps[i];
        if (step.kind == StepKind::deliver) {
            deliver_step_[step.role.value][step.index] = i;
        } else if (step.kind == StepKind::fire) {
            fire_step_[step.role.value][step.index] = i;
        }
    }
    arbitrary_.resize(parts.places().count());
    for (std::uint32_t i = 0; i < inputs.arbitrary().size(); ++i) {
        const Process to = addressee(spec_, inputs.arbitrary()[i]);
        receivers_.push_back(parts.places().process(to.role, to.index));
        arbitrary_[receivers_.back()].push_back(i);
    }
}

LocalSteps::Situation& LocalSteps::situation(const Process& process, Part part, Part used) {
    FlatMap& known = known_[parts_.places().process(process.role, process.index)];
    const Part seen = draws_fresh_ ? used : 0;
    const std::uint64_t key = FlatMap::key(part, seen);
    if (const auto number = known.find(key)) {
        return situations_[*number];
    }
    known.insert(key, static_cast<std::uint32_t>(situations_.size()));
    Situation& now = situations_.emplace_back();
    now.process = process;
    now.part = part;
    now.used = seen;
    now.local = parts_.local(process.role, part);
    return now;
}

const std::vector<Move>& LocalSteps::compute_deliveries(Situation& now, std::uint32_t message) {
    // The time may be over in the middle, so it is noted as known only afterwards.
    std::vector<Move> moves =
        now.local.stopped ? std::vector<Move>() : receive(now, parts_.message(message));
    if (message >= now.delivery_at.size()) {
        now.delivery_at.resize(message + 1, -1);
    }
    now.delivery_at[message] = static_cast<std::int32_t>(now.deliveries.size());
    return now.deliveries.emplace_back(std::move(moves));
}

const std::vector<Outcome>& LocalSteps::lost(Situation& now, const Process& peer) {
    const std::uint32_t place = parts_.places().process(peer.role, peer.index);
    auto known = now.lost.find(place);
    if (known == now.lost.end()) {
        auto all = now.local.stopped
                       ? std::vector<Outcome>{numbers_.unchanged(now)}
                       : source().outcomes(now, {.kind = StepKind::cut, .peer = peer});
        known = now.lost.emplace(place, std::move(all)).first;
    }
    return known->second;
}

OwnMoves LocalSteps::compute(const Situation& now) {
    OwnMoves moves;
    if (now.local.stopped) {
        return moves;
    }
    for (const std::uint32_t input :
         arbitrary_[parts_.places().process(now.process.role, now.process.index)]) {
        for (Move& move : receive(now, inputs_.arbitrary()[input])) {
            move.input = input;
            moves.arbitrary.push_back(std::move(move));
        }
    }
    moves.timers = fire(now);
    if (parts_.slice().keep_role[now.process.role.value]) {
        moves.actions = act(now);
        moves.faults = befall(now);
    }
    return moves;
}

// Each handler that takes a message is a step of its own, with choices of its own.
std::vector<Move> LocalSteps::receive(const Situation& now, const SentMessage& message) {
    std::vector<Move> moves;
    const auto dispatch = evaluator_.dispatch(now, message);
    for (const std::uint32_t handler : dispatch.handlers) {
        std::vector<Outcome> all;
        if (dispatch.failure) {
            all.push_back(numbers_.failed(*dispatch.failure, {}));
        } else {
            all = source().outcomes(
                now, {.kind = StepKind::deliver, .index = handler, .message = &message});
        }
        if (!all.empty()) {
            moves.push_back({deliver_step_[now.process.role.value].at(handler), 0, std::move(all)});
        }
    }
    return moves;
}

std::vector<Move> LocalSteps::fire(const Situation& now) {
    const spec::RoleId role = now.process.role;
    std::vector<Move> moves;
    const auto& handlers = spec_.role(role).timer_handlers;
    for (std::uint32_t armed = 0; armed < now.local.armed.size(); ++armed) {
        const auto& [timer, key] = now.local.armed[armed];
        for (std::uint32_t i = 0; i < handlers.size(); ++i) {
            if (handlers[i].timer != timer) {
                continue;
            }
            // Even without an outcome: an assumption about the timer may be undefined.
            Move& move = moves.emplace_back(Move{fire_step_[role.value][i], armed, {}});
            move.awaits_timing = is_timed_[timer.value];
            if (!move.awaits_timing) {
                move.outcomes = outcomes_of_timer(now, move);
            }
        }
    }
    return moves;
}

std::vector<Outcome> LocalSteps::outcomes_of_timer(const Situation& now, const Move& move) {
    return source().outcomes(now,
                             {.kind = StepKind::fire,
                              .index = system_.steps[move.step].index,
                              .timer_key = &now.local.armed[move.input].second});
}

void LocalSteps::let_fire(Situation& now, const Move& move) {
    if (move.awaits_timing) {
        Move& own = now.own->timers[static_cast<std::size_t>(&move - now.own->timers.data())];
        own.outcomes = outcomes_of_timer(now, own);
        own.awaits_timing = false;
    }
}

std::vector<Move> LocalSteps::act(const Situation& now) {
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        if (step.kind != StepKind::act || step.role != now.process.role) {
            continue;
        }
        const auto& arguments = inputs_.arguments(step.role, step.index);
        for (std::uint32_t input = 0; input < arguments.size(); ++input) {
            auto all = source().outcomes(
                now, {.kind = step.kind, .index = step.index, .arguments = &arguments[input]});
            if (!all.empty()) {
                moves.push_back({i, input, std::move(all)});
            }
        }
    }
    return moves;
}

std::vector<Move> LocalSteps::befall(const Situation& now) {
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool is_fault = step.kind == StepKind::crash || step.kind == StepKind::stop;
        if (!is_fault || step.role != now.process.role) {
            continue;
        }
        if (auto all = source().outcomes(now, {.kind = step.kind}); !all.empty()) {
            moves.push_back({i, 0, std::move(all)});
        }
    }
    return moves;
}

const std::vector<Value>& LocalSteps::choices(const Situation& now,
                                              const Move& move,
                                              std::optional<std::uint32_t> message,
                                              const Outcome& outcome) {
    const Step& step = system_.steps[move.step];
    Occasion occasion{.kind = step.kind, .index = step.index};
    if (step.kind == StepKind::deliver) {
        occasion.message = message ? &parts_.message(*message) : &inputs_.arbitrary()[move.input];
    } else if (step.kind == StepKind::fire) {
        occasion.timer_key = &now.local.armed[move.input].second;
    } else if (step.kind == StepKind::act) {
        occasion.arguments = &inputs_.arguments(step.role, step.index)[move.input];
    }
    return choices(now, occasion, outcome);
}

const std::vector<Value>&
LocalSteps::choices_when_lost(const Situation& now, const Process& peer, const Outcome& outcome) {
    return choices(now, {.kind = StepKind::cut, .peer = peer}, outcome);
}

const std::vector<Value>&
LocalSteps::choices(const Situation& now, const Occasion& occasion, const Outcome& outcome) {
    return outcome.choices == kNone ? generated_->choices(now, occasion, outcome)
                                    : numbers_.choices(outcome.choices);
}

Event LocalSteps::event(const Process& process, Part part, const Move& move) const {
    Event event;
    event.step = move.step;
    event.process = process.index;
    const Step& step = system_.steps[move.step];
    if (step.kind == StepKind::act) {
        event.arguments = inputs_.arguments(step.role, step.index)[move.input];
    } else if (step.kind == StepKind::fire) {
        const auto& [timer, key] = parts_.local(process.role, part).armed[move.input];
        if (spec_.timer(timer).key_type.valid()) {
            event.timer_key = key;
        }
    } else if (step.kind == StepKind::deliver) {
        event.message = inputs_.arbitrary()[move.input];
        event.origin = Origin::made_up;
    }
    return event;
}

} // namespace muster::checker::product
