#include "checker/product/local_steps.hpp"

#include "checker/eval/value_space.hpp"

#include <algorithm>

namespace muster::checker::product {

LocalSteps::LocalSteps(const TransitionSystem& system,
                       const Inputs& inputs,
                       Interpreter& interpreter,
                       Parts& parts,
                       NetworkParts& network,
                       const State& interpretation)
    : system_(system)
    , spec_(*system.spec)
    , inputs_(inputs)
    , interpreter_(interpreter)
    , parts_(parts)
    , network_(network)
    , state_(interpretation)
    , known_(parts.places().count()) {
    for (std::uint32_t sort = 0; sort < spec_.sorts.size(); ++sort) {
        draws_fresh_ = draws_fresh_ || parts.layout().draws_fresh(spec::SortId{sort});
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
        arbitrary_[parts.places().process(to.role, to.index)].push_back(i);
    }
    state_.used.resize(spec_.sorts.size());
    for (const spec::VariableInfo& variable : spec_.variables) {
        state_.variables.emplace_back(parts.layout().processes(variable.role),
                                      default_value(spec_, variable.type));
    }
}

LocalSteps::Situation& LocalSteps::situation(const Process& process, Part part, Part used) {
    FlatMap& known = known_[parts_.places().process(process.role, process.index)];
    const std::uint64_t key = FlatMap::key(part, draws_fresh_ ? used : 0);
    if (const auto number = known.find(key)) {
        return situations_[*number];
    }
    known.insert(key, static_cast<std::uint32_t>(situations_.size()));
    Situation& now = situations_.emplace_back();
    now.process = process;
    now.part = part;
    now.used = used;
    now.local = parts_.local(process.role, part);
    return now;
}

const std::vector<Move>& LocalSteps::compute_deliveries(Situation& now, std::uint32_t message) {
    enter(now);
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
        enter(now);
        std::vector<Outcome> all;
        if (now.local.stopped) {
            all.push_back({now.part, network_.effect_of({}, {}), choices_.intern({}), kNone, true});
        } else {
            all = outcomes(now, [&] { return interpreter_.lost(now.process, peer); });
        }
        known = now.lost.emplace(place, std::move(all)).first;
    }
    return known->second;
}

void LocalSteps::enter(const Situation& now) {
    const auto& variables = spec_.role(now.process.role).variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        state_.variables[variables[i].value][static_cast<std::size_t>(now.process.index)] =
            now.local.variables[i];
    }
    state_.armed.clear();
    for (const auto& [timer, key] : now.local.armed) {
        state_.armed.push_back({timer, now.process.index, key});
    }
    if (draws_fresh_) {
        state_.used = parts_.used(now.used);
    }
}

OwnMoves LocalSteps::compute(const Situation& now) {
    OwnMoves moves;
    if (now.local.stopped) {
        return moves;
    }
    enter(now);
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

// The handlers that take a message do not depend on the choices in them, so each is a step of its
// own with choices of its own. That the message leaves the network is not theirs to do.
std::vector<Move> LocalSteps::receive(const Situation& now, const SentMessage& message) {
    const Process& process = now.process;
    std::vector<Move> moves;
    script_.clear();
    interpreter_.begin(state_, script_);
    const auto dispatch = interpreter_.dispatch(process.role, process.index, message);
    for (const std::uint32_t handler : dispatch.handlers) {
        const auto run = [&] {
            if (dispatch.failure) {
                throw Undefined{*dispatch.failure};
            }
            return interpreter_.deliver(
                process.role, process.index, handler, message, Origin::made_up);
        };
        if (auto all = outcomes(now, run); !all.empty()) {
            moves.push_back({deliver_step_[process.role.value].at(handler), 0, std::move(all)});
        }
    }
    return moves;
}

std::vector<Move> LocalSteps::fire(const Situation& now) {
    const Process& process = now.process;
    std::vector<Move> moves;
    const auto& handlers = spec_.role(process.role).timer_handlers;
    for (std::uint32_t armed = 0; armed < now.local.armed.size(); ++armed) {
        const auto& [timer, key] = now.local.armed[armed];
        const bool keyed = spec_.timer(timer).key_type.valid();
        for (std::uint32_t i = 0; i < handlers.size(); ++i) {
            if (handlers[i].timer != timer) {
                continue;
            }
            auto all = outcomes(now, [&, &key = key] {
                return interpreter_.fire(
                    process.role, process.index, i, keyed ? std::optional(key) : std::nullopt);
            });
            // Even without an outcome: an assumption about the timer may be undefined.
            moves.push_back({fire_step_[process.role.value][i], armed, std::move(all)});
        }
    }
    return moves;
}

std::vector<Move> LocalSteps::act(const Situation& now) {
    const Process& process = now.process;
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        if (step.kind != StepKind::act || step.role != process.role) {
            continue;
        }
        const auto& arguments = inputs_.arguments(step.role, step.index);
        for (std::uint32_t input = 0; input < arguments.size(); ++input) {
            auto all = outcomes(now, [&] {
                return interpreter_.act(step.role, process.index, step.index, arguments[input]);
            });
            if (!all.empty()) {
                moves.push_back({i, input, std::move(all)});
            }
        }
    }
    return moves;
}

std::vector<Move> LocalSteps::befall(const Situation& now) {
    const Process& process = now.process;
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool is_fault = step.kind == StepKind::crash || step.kind == StepKind::stop;
        if (!is_fault || step.role != process.role) {
            continue;
        }
        auto all = outcomes(now, [&] {
            return step.kind == StepKind::crash ? interpreter_.crash(step.role, process.index)
                                                : interpreter_.stop(process);
        });
        if (!all.empty()) {
            moves.push_back({i, 0, std::move(all)});
        }
    }
    return moves;
}

template <class Run>
std::vector<Outcome> LocalSteps::outcomes(const Situation& now, Run run) {
    std::vector<Outcome> all;
    script_.clear();
    do {
        interpreter_.begin(state_, script_);
        Outcome outcome;
        try {
            const Flow flow = run();
            if (flow == Flow::disabled || flow == Flow::dead) {
                continue;
            }
            const Workspace& step = interpreter_.workspace();
            outcome.after = part_after(now.process);
            outcome.effect = network_.effect_of(step.sends(), step.newly_used());
            outcome.is_idle =
                outcome.after == now.part && network_.effect(outcome.effect).changes.empty();
        } catch (const Undefined& undefined) {
            outcome.failure = static_cast<std::uint32_t>(failures_.size());
            failures_.push_back(undefined.failure);
        }
        outcome.choices = choices_.intern(script_.chosen());
        all.push_back(outcome);
    } while (script_.advance());
    return all;
}

Part LocalSteps::part_after(const Process& process) {
    const Workspace& step = interpreter_.workspace();
    LocalState after;
    for (const spec::VariableId variable : spec_.role(process.role).variables) {
        after.variables.push_back(step.read(variable, static_cast<std::size_t>(process.index)));
    }
    for (const ArmedTimer& armed : step.armed()) {
        after.armed.emplace_back(armed.timer, armed.key);
    }
    after.stopped = step.stopped().has_value();
    return parts_.local(process.role, std::move(after));
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
