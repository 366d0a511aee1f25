#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/explore/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

/// One step of each kind, for every process and with all parameters at once.
namespace muster::checker::bounded {

using Mishap = Mishaps::Mishap;

namespace {

std::uint32_t
step_of(const TransitionSystem& system, StepKind kind, spec::RoleId role, std::uint32_t index) {
    const auto found =
        std::find_if(system.steps.begin(), system.steps.end(), [&](const Step& step) {
            return step.kind == kind && step.role == role && step.index == index;
        });
    return static_cast<std::uint32_t>(found - system.steps.begin());
}

} // namespace

/// A message that arrives, wherever it comes from.
struct SymbolicInterpreter::Delivery {
    std::shared_ptr<const SymbolicMessage> message;
    Bit possible;
    Bit made_up;
    Flags taken_loose; // by slot
    Flags taken_queued;
};

SymbolicStep SymbolicInterpreter::begin(std::uint32_t step, const SymbolicState& state) {
    reuse_choices();
    choices_.clear();
    mishaps_ = {};
    unsettled_ = Bit();
    context_ = Bit::constant(true);
    admissible_ = Bit::constant(true);
    now_ = &state;
    before_ = &state;
    SymbolicStep result;
    result.step = step;
    return result;
}

void SymbolicInterpreter::finish(SymbolicStep& step, Path path) {
    step.possible = path.live;
    step.after = std::move(path.state);
    step.failures.insert(step.failures.end(), mishaps_.failures.begin(), mishaps_.failures.end());
    step.choices = choices_;
}

void SymbolicInterpreter::enter(spec::RoleId role, const Datum& process) {
    process_ = process;
    if (const spec::LocalId me = spec_.role(role).me; me.valid()) {
        locals_[me.value] = process;
    }
}

Bit SymbolicInterpreter::is_running(const SymbolicState& state,
                                    spec::RoleId role,
                                    const Datum& process) {
    Bit stopped;
    for (const Alternative& alternative : process->alternatives) {
        const Bit here =
            state.stopped[role.value].at(static_cast<std::size_t>(alternative.atom.offset));
        stopped = circuit_.disjunction(stopped, circuit_.conjunction(alternative.guard, here));
    }
    return !stopped;
}

std::vector<SymbolicStep> SymbolicInterpreter::steps(const SymbolicState& state) {
    forget_choices();
    std::vector<SymbolicStep> result;
    for (std::uint32_t i = 0; i < spec_.messages.size(); ++i) {
        const spec::MessageInfo& message = spec_.messages[i];
        if (slice_.keep_role[message.to.value] &&
            (slice_.messages[i].deliverable || system_.is_arbitrary(message.from))) {
            deliveries(spec::MessageId{i}, state, result);
        }
    }
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        switch (step.kind) {
        case StepKind::deliver:
            break;
        case StepKind::lose:
            result.push_back(lose(i, state));
            break;
        case StepKind::cut:
            if (slice_.keeps_cut(step)) {
                result.push_back(cut(i, state));
            }
            break;
        case StepKind::fire:
        case StepKind::act:
        case StepKind::crash:
        case StepKind::stop:
            if (slice_.keep_role[step.role.value]) {
                result.push_back(step.kind == StepKind::fire    ? fire(i, state)
                                 : step.kind == StepKind::act   ? act(i, state)
                                 : step.kind == StepKind::crash ? crash(i, state)
                                                                : stop(i, state));
            }
            break;
        }
    }
    std::erase_if(result, [](const SymbolicStep& step) {
        return step.possible.is_false() && step.failures.empty();
    });
    forget_choices(); // which of them a run takes is a choice of its own
    return result;
}

// Of each queue between two processes, whether a slot is the first that is taken.
Flags SymbolicInterpreter::fronts(const std::vector<Slot>& queued) {
    const spec::TypeId scalar = spec_.types.integer();
    Flags result;
    for (std::size_t i = 0; i < queued.size(); ++i) {
        const SymbolicMessage& message = *queued[i].message;
        const spec::MessageInfo& info = spec_.message(message.message);
        Bit is_front = queued[i].present;
        for (std::size_t j = 0; j < i; ++j) {
            const SymbolicMessage& earlier = *queued[j].message;
            const spec::MessageInfo& other = spec_.message(earlier.message);
            if (info.from != other.from || info.to != other.to) {
                continue;
            }
            const Bit same =
                circuit_.conjunction(algebra_.equal(scalar, message.from, earlier.from),
                                     algebra_.equal(scalar, message.to, earlier.to));
            is_front =
                circuit_.conjunction(is_front, !circuit_.conjunction(same, queued[j].present));
        }
        result.push_back(is_front);
    }
    return result;
}

SymbolicMessage SymbolicInterpreter::any_message(spec::MessageId id) {
    const spec::MessageInfo& info = spec_.message(id);
    const Slice::MessageRule& rule = slice_.messages[id.value];
    const spec::SortId sender = spec_.role(info.from).index;
    const bool any_sender = rule.sender_is_read || (sender.valid() && layout_.draws_fresh(sender));
    SymbolicMessage message{id,
                            any_sender ? any_process(info.from) : zero_,
                            any_process(info.to),
                            rule.correlation_is_read && info.is_request
                                ? any_of(static_cast<std::size_t>(universe_.correlations), 0)
                                : zero_,
                            {}};
    for (std::uint32_t i = 0; i < info.fields.size(); ++i) {
        const spec::FieldInfo& field = info.fields[i];
        if (!rule.field_is_read[i] && !layout_.holds_drawn(field.type)) {
            message.fields.push_back(anything(field.type)); // no handler looks at it
            continue;
        }
        Opening place{fmt::format("{}.{}", info.name, field.name), {}};
        for (const spec::FieldBound& bound : instance_.fields) {
            if (bound.message == id && bound.field == i) {
                place.range = bound.range;
            }
        }
        message.fields.push_back(any_value(field.type, place));
    }
    return message;
}

SymbolicInterpreter::Delivery SymbolicInterpreter::any_delivery(spec::MessageId id,
                                                                const SymbolicState& state) {
    const Carrier carrier = layout_.carrier(id);
    const std::vector<Slot>& slots = carrier == Carrier::history ? *state.sent[id.value]
                                     : carrier == Carrier::queue ? *state.queued
                                                                 : *state.loose[id.value];
    const Flags available = carrier == Carrier::queue ? fronts(slots) : Flags{};
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < slots.size() && slice_.messages[id.value].deliverable; ++i) {
        if (slots[i].message->message == id) {
            places.push_back(i);
        }
    }
    const bool arbitrary = system_.is_arbitrary(spec_.message(id).from);
    Delivery delivery;
    const std::size_t count = places.size() + (arbitrary ? 1 : 0);
    if (count == 0) {
        return delivery;
    }
    const Flags chosen = fresh_choice(count);
    Flags taken(slots.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Slot& slot = slots[places[i]];
        const Bit ready = available.empty() ? slot.present : available[places[i]];
        const Bit is_it = circuit_.conjunction(chosen[i], ready);
        taken[places[i]] = is_it;
        delivery.possible = circuit_.disjunction(delivery.possible, is_it);
        delivery.message = delivery.message
                               ? std::make_shared<const SymbolicMessage>(
                                     choice(algebra_, chosen[i], *slot.message, *delivery.message))
                               : slot.message;
    }
    if (arbitrary) {
        const SymbolicMessage any = any_message(id);
        delivery.made_up = chosen.back();
        delivery.possible = circuit_.disjunction(delivery.possible,
                                                 circuit_.conjunction(chosen.back(), admissible_));
        delivery.message = std::make_shared<const SymbolicMessage>(
            delivery.message ? choice(algebra_, chosen.back(), any, *delivery.message) : any);
    }
    if (carrier == Carrier::bag) {
        delivery.taken_loose = std::move(taken);
    } else if (carrier == Carrier::queue) {
        delivery.taken_queued = std::move(taken);
    }
    return delivery;
}

// The guards are evaluated in source order. One that is undefined is a failure of its own handler,
// even if a later one would hold.
SymbolicInterpreter::Dispatch
SymbolicInterpreter::dispatch(spec::RoleId role_id, const SymbolicMessage& message, Bit& live) {
    const spec::RoleInfo& role = spec_.role(role_id);
    const std::string& name = spec_.message(message.message).name;
    Dispatch result;
    std::optional<std::size_t> otherwise;
    for (std::uint32_t i = 0; i < role.handlers.size(); ++i) {
        const spec::MessageHandler& handler = role.handlers[i];
        if (handler.message != message.message) {
            continue;
        }
        result.push_back({.handler = i, .takes = {}, .failures = {}});
        if (handler.otherwise) {
            otherwise = result.size() - 1;
            continue;
        }
        bind_message(handler, message);
        mishaps_.failures.clear();
        context_ = live;
        Bit accepts = handler.guard.valid() ? truth(handler.guard) : Bit::constant(true);
        result.back().failures = std::move(mishaps_.failures);
        live = circuit_.conjunction(live, !std::exchange(unsettled_, Bit()));
        // Of several that accept it, all must be marked `either`.
        for (std::size_t j = 0; j + 1 < result.size(); ++j) {
            if (handler.either && role.handlers[result[j].handler].either) {
                continue;
            }
            const Bit both =
                circuit_.conjunction(live, circuit_.conjunction(accepts, result[j].takes));
            if (!both.is_false()) {
                result[j].failures.push_back(
                    {both,
                     {Failure::Kind::ambiguous,
                      fmt::format("two handlers of `{}` take `{}`, and their guards overlap",
                                  role.name,
                                  name),
                      handler.span}});
                live = circuit_.conjunction(live, !both);
            }
        }
        result.back().takes = accepts;
    }
    mishaps_.failures.clear();
    Bit taken;
    for (const Taking& one : result) {
        taken = circuit_.disjunction(taken, one.takes);
    }
    if (otherwise) {
        result[*otherwise].takes = !taken;
    } else if (!result.empty()) {
        const Bit unhandled = circuit_.conjunction(live, !taken);
        if (!unhandled.is_false()) {
            result.front().failures.push_back(
                {unhandled,
                 {Failure::Kind::unhandled,
                  fmt::format("no handler of `{}` takes `{}`", role.name, name),
                  role.handlers[result.front().handler].span}});
        }
    }
    return result;
}

void SymbolicInterpreter::bind_message(const spec::MessageHandler& handler,
                                       const SymbolicMessage& message) {
    for (std::size_t i = 0; i < handler.fields.size(); ++i) {
        locals_[handler.fields[i].value] = message.fields[i];
    }
    if (handler.sender.valid()) {
        locals_[handler.sender.value] = message.from;
    }
    if (handler.request.valid()) {
        locals_[handler.request.value] = Algebra::row({message.from, message.correlation});
    }
}

void SymbolicInterpreter::deliveries(spec::MessageId id,
                                     const SymbolicState& state,
                                     std::vector<SymbolicStep>& steps) {
    const spec::MessageInfo& info = spec_.message(id);
    begin(0, state);
    const Delivery delivery = any_delivery(id, state);
    if (delivery.possible.is_false()) {
        return;
    }
    const SymbolicMessage& message = *delivery.message;
    enter(info.to, message.to);
    Bit live = circuit_.conjunction(delivery.possible, is_running(state, info.to, message.to));
    const Dispatch taking = dispatch(info.to, message, live);
    for (const Taking& one : taking) {
        SymbolicStep step;
        step.step = step_of(system_, StepKind::deliver, info.to, one.handler);
        step.process = message.to;
        step.message = delivery.message;
        step.made_up = delivery.made_up;
        step.failures = one.failures;
        choices_.clear();
        mishaps_ = {};
        now_ = &state;
        Path path{circuit_.conjunction(live, one.takes), state};
        if (!delivery.taken_loose.empty()) {
            auto& loose = path.state.loose[id.value];
            loose = without(algebra_, loose, delivery.taken_loose);
        }
        if (!delivery.taken_queued.empty()) {
            path.state.queued = without(algebra_, path.state.queued, delivery.taken_queued);
        }
        for (std::size_t i = 0; i < message.fields.size(); ++i) {
            mark_used(info.fields[i].type, message.fields[i], path.live, path.state);
        }
        if (const spec::SortId sender = spec_.role(info.from).index; sender.valid()) {
            mark_used(sender, message.from, path.live, path.state);
        }
        const spec::MessageHandler& handler = spec_.role(info.to).handlers[one.handler];
        enter(info.to, message.to);
        bind_message(handler, message);
        run_whole(handler.body, path);
        finish(step, std::move(path));
        steps.push_back(std::move(step));
    }
}

SymbolicStep SymbolicInterpreter::fire(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::TimerHandler& handler = spec_.role(step.role).timer_handlers[step.index];
    const spec::TypeId key_type = spec_.timer(handler.timer).key_type;
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    Path path{is_running(state, step.role, result.process), state};
    const Datum armed = of_process(state.layer.armed[handler.timer.value], result.process);
    if (key_type.valid()) {
        std::vector<Member> keys;
        for (const Entry& entry : armed->entries) {
            keys.push_back({entry.present, algebra_.of_key(key_type, entry.key)});
        }
        if (keys.empty()) {
            return result;
        }
        result.timer_key = choose_among(keys, key_type, path);
        choices_.clear(); // it is a part of the event
    } else {
        path.live = circuit_.conjunction(path.live, algebra_.contains(armed->entries, Key{}));
    }
    for (const spec::TimingAssumption& assumption : spec_.timing) {
        if (assumption.timer != handler.timer) {
            continue;
        }
        if (assumption.process.valid()) {
            locals_[assumption.process.value] = result.process;
        }
        if (assumption.key.valid()) {
            locals_[assumption.key.value] = result.timer_key;
        }
        context_ = path.live;
        const Bit allows = truth(assumption.condition);
        settle(path);
        path.live = circuit_.conjunction(path.live, allows);
    }
    write(path.state.layer.armed[handler.timer.value], [&](const Datum& old) {
        std::vector<Entry> entries = old->entries;
        if (!key_type.valid()) {
            return Algebra::collection({});
        }
        for (const auto& [key, guard] : algebra_.keys(key_type, result.timer_key)) {
            algebra_.remove(entries, key, guard);
        }
        return Algebra::collection(std::move(entries));
    });
    if (handler.key.valid()) {
        locals_[handler.key.value] = result.timer_key;
    }
    run_whole(handler.body, path);
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::act(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::RoleInfo& role = spec_.role(step.role);
    const spec::ActionInfo& action = role.actions[step.index];
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    for (std::uint32_t i = 0; i < action.parameters.size(); ++i) {
        const spec::LocalInfo& parameter = spec_.local(action.parameters[i]);
        Opening place{fmt::format("{}.{}.{}", role.name, action.name, parameter.name), {}};
        for (const spec::ArgumentBound& bound : instance_.arguments) {
            if (bound.role == step.role && bound.action == step.index && bound.parameter == i) {
                place.range = bound.range;
            }
        }
        result.arguments.push_back(any_value(parameter.type, place));
        locals_[action.parameters[i].value] = result.arguments.back();
    }
    Path path{circuit_.conjunction(admissible_, is_running(state, step.role, result.process)),
              state};
    if (action.guard.valid()) {
        context_ = path.live;
        const Bit guard = truth(action.guard);
        settle(path);
        path.live = circuit_.conjunction(path.live, guard);
    }
    for (std::size_t i = 0; i < result.arguments.size(); ++i) {
        mark_used(
            spec_.local(action.parameters[i]).type, result.arguments[i], path.live, path.state);
    }
    run_whole(action.body, path);
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::crash(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::RoleInfo& role = spec_.role(step.role);
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    enter(step.role, result.process);
    Path path{is_running(state, step.role, result.process), state};
    now_ = &path.state;
    for (const spec::VariableId variable : role.variables) {
        if (spec_.variable(variable).kind != spec::VariableKind::volatile_) {
            continue;
        }
        context_ = path.live;
        const Datum initial = eval(spec_.variable(variable).initial);
        settle(path);
        write(path.state.layer.variables[variable.value], [&](const Datum&) { return initial; });
    }
    for (const spec::TimerId timer : role.timers) {
        if (!spec_.timer(timer).durable) {
            write(path.state.layer.armed[timer.value],
                  [](const Datum&) { return Algebra::collection({}); });
        }
    }
    if (role.on_start.valid()) {
        run_whole(role.on_start, path);
    }
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::stop(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    Path path{is_running(state, step.role, result.process), state};
    for (const Alternative& alternative : result.process->alternatives) {
        Bit& stopped =
            path.state.stopped[step.role.value][static_cast<std::size_t>(alternative.atom.offset)];
        stopped = circuit_.disjunction(stopped, alternative.guard);
    }
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::lose(std::uint32_t index, const SymbolicState& state) {
    const spec::MessageId id = system_.steps[index].message;
    SymbolicStep result = begin(index, state);
    const std::vector<Slot>& slots = *state.loose[id.value];
    if (slots.empty()) {
        return result;
    }
    const Flags chosen = fresh_choice(slots.size());
    Flags taken;
    Path path{Bit(), state};
    for (std::size_t i = 0; i < slots.size(); ++i) {
        taken.push_back(circuit_.conjunction(chosen[i], slots[i].present));
        path.live = circuit_.disjunction(path.live, taken.back());
        result.message = result.message
                             ? std::make_shared<const SymbolicMessage>(
                                   choice(algebra_, chosen[i], *slots[i].message, *result.message))
                             : slots[i].message;
    }
    result.process = result.message->to;
    path.state.loose[id.value] = without(algebra_, path.state.loose[id.value], taken);
    finish(result, std::move(path));
    return result;
}

SymbolicStep SymbolicInterpreter::cut(std::uint32_t index, const SymbolicState& state) {
    const Step& step = system_.steps[index];
    const spec::TypeId scalar = spec_.types.integer();
    SymbolicStep result = begin(index, state);
    result.process = any_process(step.role);
    result.peer = any_process(step.peer);
    const bool one_role = step.role == step.peer;
    Path path{one_role ? !algebra_.less(result.peer, result.process) : Bit::constant(true), state};
    Flags taken;
    for (const Slot& slot : *state.queued) {
        const SymbolicMessage& message = *slot.message;
        const spec::MessageInfo& info = spec_.message(message.message);
        const auto goes =
            [&](spec::RoleId from_role, const Datum& from, spec::RoleId to_role, const Datum& to) {
                return info.from == from_role && info.to == to_role
                           ? circuit_.conjunction(algebra_.equal(scalar, message.from, from),
                                                  algebra_.equal(scalar, message.to, to))
                           : Bit();
            };
        taken.push_back(
            circuit_.disjunction(goes(step.role, result.process, step.peer, result.peer),
                                 goes(step.peer, result.peer, step.role, result.process)));
    }
    path.state.queued = without(algebra_, path.state.queued, taken);
    const Bit yes = Bit::constant(true);
    if (slice_.keep_role[step.role.value]) {
        run_lost({step.role, result.process}, {step.peer, result.peer}, yes, state, path);
    }
    if (slice_.keep_role[step.peer.value]) {
        const Bit another = one_role ? !algebra_.equal(scalar, result.process, result.peer) : yes;
        run_lost({step.peer, result.peer}, {step.role, result.process}, another, state, path);
    }
    finish(result, std::move(path));
    return result;
}

void SymbolicInterpreter::run_lost(
    const End& end, const End& peer, Bit condition, const SymbolicState& state, Path& path) {
    const spec::LostHandler* handler = lost_handler(spec_, end.role, peer.role);
    if (handler == nullptr) {
        return;
    }
    const Bit runs = circuit_.conjunction(condition, is_running(state, end.role, end.process));
    Path skipped{circuit_.conjunction(path.live, !runs), path.state};
    path.live = circuit_.conjunction(path.live, runs);
    enter(end.role, end.process);
    if (handler->process.valid()) {
        mark_used(spec_.role(peer.role).index, peer.process, path.live, path.state);
        locals_[handler->process.value] = peer.process;
    }
    run_whole(handler->body, path);
    path = joined({std::move(path), std::move(skipped)});
}

Bit SymbolicInterpreter::is_inside(const SymbolicState& state) {
    Bit inside = Bit::constant(true);
    for (const spec::VariableBound& bound : instance_.variables) {
        if (inputs_ == Inputs::any || !slice_.keep_variable[bound.variable.value]) {
            continue;
        }
        for (const Datum& datum : state.layer.variables[bound.variable.value]) {
            const Bit beyond = is_beyond(spec_.variable(bound.variable).type, datum, bound.range);
            if (!beyond.is_false()) {
                limits_.insert(describe_bound(spec_, bound));
            }
            inside = circuit_.conjunction(inside, !beyond);
        }
    }
    if (universe_.max_in_flight) {
        std::vector<Entry> in_flight;
        const auto count = [&](const Slots& slots) {
            for (const Slot& slot : *slots) {
                in_flight.push_back({{}, slot.present, nullptr});
            }
        };
        for (const Slots& slots : state.loose) {
            count(slots);
        }
        count(state.queued);
        const Datum size = algebra_.size(Algebra::collection(std::move(in_flight)));
        const auto most = static_cast<std::int64_t>(*universe_.max_in_flight);
        const Bit too_many = algebra_.less(Algebra::number(most), size);
        if (!too_many.is_false()) {
            limits_.insert(fmt::format("in flight <= {}", most));
        }
        inside = circuit_.conjunction(inside, !too_many);
    }
    return inside;
}

// Whether some integer in it, the keys of maps included, lies outside of the range.
Bit SymbolicInterpreter::is_beyond(spec::TypeId id,
                                   const Datum& datum,
                                   const spec::IntegerRange& range) {
    if (!datum || !holds_integers(spec_, id)) {
        return {};
    }
    const spec::Type& type = spec_.types[id];
    Bit result;
    const auto look = [&](spec::TypeId part, const Datum& inner, Bit present) {
        result = circuit_.disjunction(result,
                                      circuit_.conjunction(present, is_beyond(part, inner, range)));
    };
    switch (type.kind) {
    case spec::TypeKind::integer:
        if (range.low) {
            result = algebra_.less(datum, Algebra::number(*range.low));
        }
        if (range.high) {
            result =
                circuit_.disjunction(result, algebra_.less(Algebra::number(*range.high), datum));
        }
        return result;
    case spec::TypeKind::record:
        for (std::size_t i = 0; i < datum->parts.size(); ++i) {
            look(spec_.records[type.declaration].fields[i].type,
                 datum->parts[i],
                 Bit::constant(true));
        }
        return result;
    case spec::TypeKind::option:
        look(type.first, datum->parts[0], datum->flag);
        return result;
    default:
        break;
    }
    for (const Entry& entry : datum->entries) {
        look(type.first, algebra_.element(id, entry), entry.present);
        if (type.kind == spec::TypeKind::map) {
            look(type.second, entry.value, entry.present);
        }
    }
    return result;
}

} // namespace muster::checker::bounded
