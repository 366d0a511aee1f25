#include "checker/bounded/symbolic_interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>

/// Messages that arrive.
namespace muster::checker::bounded {

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

} // namespace muster::checker::bounded
