#include "checker/simulate/random_steps.hpp"

#include "checker/eval/network.hpp"
#include "checker/simulate/random_value.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace muster::checker {

RandomSteps::RandomSteps(const Evaluator& evaluator,
                         const spec::InstanceInfo& instance,
                         const Weights& weights,
                         Random& random)
    : evaluator_(evaluator)
    , system_(evaluator.system())
    , spec_(*system_.spec)
    , instance_(instance)
    , random_(random)
    , script_([&random](std::size_t count) { return random.below(count); }) {
    const auto add = [&](std::uint32_t step, Arrival arrival) {
        const double weight = weights.of(system_.steps[step], arrival);
        if (weight > 0) {
            kinds_.push_back({step, arrival, weight});
        }
    };
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        add(i, Arrival::first);
        if (step.kind != StepKind::deliver) {
            continue;
        }
        const spec::MessageId id = spec_.role(step.role).handlers[step.index].message;
        const spec::MessageInfo& message = spec_.message(id);
        if (message.network == spec::NetworkKind::unreliable) {
            add(i, Arrival::repeated);
        }
        if (system_.is_arbitrary(message.from)) {
            add(i, Arrival::made_up);
        }
    }
}

std::optional<Successor> RandomSteps::take(const State& state) {
    std::vector<Kind> open = kinds_;
    while (!open.empty()) {
        const Kind kind = draw_kind(open);
        if (auto taken = take(state, kind)) {
            if (system_.steps[kind.step].kind == StepKind::deliver) {
                delivered_.insert(*taken->event.message);
            }
            return taken;
        }
    }
    return std::nullopt;
}

/// Takes it out of those that are open.
RandomSteps::Kind RandomSteps::draw_kind(std::vector<Kind>& open) {
    double total = 0;
    for (const Kind& kind : open) {
        total += kind.weight;
    }
    double left = random_.fraction() * total;
    std::size_t at = 0;
    while (at + 1 < open.size() && left >= open[at].weight) {
        left -= open[at].weight;
        ++at;
    }
    const Kind kind = open[at];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    return kind;
}

std::optional<Successor> RandomSteps::take(const State& state, const Kind& kind) {
    switch (system_.steps[kind.step].kind) {
    case StepKind::deliver:
        return kind.arrival == Arrival::made_up ? make_up(state, kind.step) : deliver(state, kind);
    case StepKind::fire:
        return fire(state, kind.step);
    case StepKind::act:
        return act(state, kind.step);
    case StepKind::crash:
    case StepKind::stop:
        return befall(state, kind.step);
    case StepKind::lose:
        return lose(state, kind.step);
    case StepKind::cut:
        return cut(state, kind.step);
    }
    return std::nullopt;
}

/// A step that the evaluator cannot follow counts as impossible.
std::optional<Successor> RandomSteps::attempt(const State& state, const Event& event) {
    script_.clear();
    auto successor = evaluator_.outcome(state, event, script_);
    const Failure* failure = successor ? std::get_if<Failure>(&successor->result) : nullptr;
    if (failure != nullptr && failure->kind == Failure::Kind::out_of_reach) {
        return std::nullopt;
    }
    return successor;
}

template <class Candidate, class MakeEvent>
std::optional<Successor> RandomSteps::first_possible(const State& state,
                                                     std::vector<Candidate> candidates,
                                                     MakeEvent event) {
    while (!candidates.empty()) {
        std::swap(candidates[random_.below(candidates.size())], candidates.back());
        if (auto successor = attempt(state, event(candidates.back()))) {
            return successor;
        }
        candidates.pop_back();
    }
    return std::nullopt;
}

std::vector<const SentMessage*>
RandomSteps::deliverable(const State& state, spec::MessageId message, Arrival arrival) const {
    std::vector<const SentMessage*> result;
    const bool is_unreliable = spec_.message(message).network == spec::NetworkKind::unreliable;
    const std::vector<SentMessage>& from = is_unreliable ? state.sent : state.in_flight.loose;
    const bool was_delivered = arrival == Arrival::repeated;
    for (const SentMessage& each : from) {
        if (each.message == message &&
            (!is_unreliable || delivered_.contains(each) == was_delivered)) {
            result.push_back(&each);
        }
    }
    return result;
}

std::optional<Successor> RandomSteps::deliver(const State& state, const Kind& kind) {
    const Step& step = system_.steps[kind.step];
    const spec::MessageId message = spec_.role(step.role).handlers[step.index].message;
    const auto event = [&](const SentMessage* sent) {
        Event result;
        result.step = kind.step;
        result.process = sent->to;
        result.message = *sent;
        return result;
    };
    if (spec_.message(message).network != spec::NetworkKind::fifo) {
        return first_possible(state, deliverable(state, message, kind.arrival), event);
    }
    const std::vector<SentMessage> fronts = queue_fronts(spec_, state.in_flight);
    std::vector<const SentMessage*> next;
    for (const SentMessage& front : fronts) {
        if (front.message == message) {
            next.push_back(&front);
        }
    }
    return first_possible(state, std::move(next), event);
}

std::optional<Successor> RandomSteps::make_up(const State& state, std::uint32_t index) {
    const Step& step = system_.steps[index];
    const spec::MessageId id = spec_.role(step.role).handlers[step.index].message;
    const spec::MessageInfo& info = spec_.message(id);
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
        SentMessage message;
        message.message = id;
        message.from = any_process(info.from);
        message.to = any_process(info.to);
        for (std::uint32_t field = 0; field < info.fields.size(); ++field) {
            message.fields.push_back(any_field(id, field));
        }
        Event event;
        event.step = index;
        event.process = message.to;
        event.message = std::move(message);
        event.origin = Origin::made_up;
        if (auto successor = attempt(state, event)) {
            return successor;
        }
    }
    return std::nullopt;
}

std::optional<Successor> RandomSteps::fire(const State& state, std::uint32_t index) {
    const Step& step = system_.steps[index];
    const spec::TimerId timer = spec_.role(step.role).timer_handlers[step.index].timer;
    std::vector<const ArmedTimer*> armed;
    for (const ArmedTimer& each : state.armed) {
        if (each.timer == timer) {
            armed.push_back(&each);
        }
    }
    return first_possible(state, std::move(armed), [&](const ArmedTimer* each) {
        Event event;
        event.step = index;
        event.process = each->process;
        if (spec_.timer(timer).key_type.valid()) {
            event.timer_key = each->key;
        }
        return event;
    });
}

std::optional<Successor> RandomSteps::act(const State& state, std::uint32_t index) {
    const Step& step = system_.steps[index];
    const std::size_t parameters = spec_.role(step.role).actions[step.index].parameters.size();
    if (parameters == 0) {
        return befall(state, index);
    }
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
        Event event;
        event.step = index;
        event.process = any_process(step.role);
        for (std::uint32_t parameter = 0; parameter < parameters; ++parameter) {
            event.arguments.push_back(any_argument(step, parameter));
        }
        if (auto successor = attempt(state, event)) {
            return successor;
        }
    }
    return std::nullopt;
}

/// Something that needs nothing but a process.
std::optional<Successor> RandomSteps::befall(const State& state, std::uint32_t index) {
    return first_possible(state, processes(system_.steps[index].role), [&](std::int64_t process) {
        Event event;
        event.step = index;
        event.process = process;
        return event;
    });
}

std::optional<Successor> RandomSteps::lose(const State& state, std::uint32_t index) {
    const spec::MessageId message = system_.steps[index].message;
    std::vector<const SentMessage*> loose;
    for (const SentMessage& each : state.in_flight.loose) {
        if (each.message == message) {
            loose.push_back(&each);
        }
    }
    return first_possible(state, std::move(loose), [&](const SentMessage* each) {
        Event event;
        event.step = index;
        event.process = each->to;
        event.message = *each;
        return event;
    });
}

std::optional<Successor> RandomSteps::cut(const State& state, std::uint32_t index) {
    const Step& step = system_.steps[index];
    std::vector<std::pair<std::int64_t, std::int64_t>> connections;
    for (const std::int64_t one : processes(step.role)) {
        for (const std::int64_t other : processes(step.peer)) {
            if (step.role != step.peer || one <= other) {
                connections.emplace_back(one, other);
            }
        }
    }
    return first_possible(state, std::move(connections), [&](const auto& connection) {
        Event event;
        event.step = index;
        event.process = connection.first;
        event.peer = connection.second;
        return event;
    });
}

std::vector<std::int64_t> RandomSteps::processes(spec::RoleId role) const {
    const spec::SortId index = spec_.role(role).index;
    std::vector<std::int64_t> all(
        index.valid() ? static_cast<std::size_t>(evaluator_.universe().sort_sizes[index.value])
                      : 1);
    std::iota(all.begin(), all.end(), std::int64_t{0});
    return all;
}

std::int64_t RandomSteps::any_process(spec::RoleId role) {
    const spec::SortId index = spec_.role(role).index;
    const std::int64_t count =
        index.valid() ? evaluator_.universe().sort_sizes[index.value] : std::int64_t{1};
    return static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(count)));
}

Value RandomSteps::any_field(spec::MessageId message, std::uint32_t field) {
    spec::IntegerRange range;
    for (const spec::FieldBound& bound : instance_.fields) {
        if (bound.message == message && bound.field == field) {
            range = bound.range;
        }
    }
    const spec::TypeId type = spec_.message(message).fields[field].type;
    return random_value(spec_, evaluator_.universe(), type, range, random_);
}

Value RandomSteps::any_argument(const Step& step, std::uint32_t parameter) {
    spec::IntegerRange range;
    for (const spec::ArgumentBound& bound : instance_.arguments) {
        if (bound.role == step.role && bound.action == step.index && bound.parameter == parameter) {
            range = bound.range;
        }
    }
    const spec::LocalId local = spec_.role(step.role).actions[step.index].parameters[parameter];
    return random_value(spec_, evaluator_.universe(), spec_.local(local).type, range, random_);
}

} // namespace muster::checker
