#include "checker/chart/message_paths.hpp"

#include "checker/trace/network_changes.hpp"

#include <algorithm>

namespace muster::checker {

namespace {

using Fate = ChartArrow::Fate;

bool same_pair(const spec::TypedSpec& spec, const SentMessage& a, const SentMessage& b) {
    const spec::MessageInfo& one = spec.message(a.message);
    const spec::MessageInfo& other = spec.message(b.message);
    return one.from == other.from && one.to == other.to && a.from == b.from && a.to == b.to;
}

class PathFinder {
public:
    PathFinder(const Evaluator& evaluator, const Trace& trace)
        : evaluator_(evaluator)
        , system_(evaluator.system())
        , spec_(*system_.spec)
        , trace_(trace) {}

    std::vector<MessagePath> find() {
        for (const SentMessage& message : sent_by_step(State{}, trace_.initial)) {
            if (may_still_arrive(message)) {
                copies_.push_back({message, 0});
            }
        }
        const State* before = &trace_.initial;
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            const TraceStep& step = trace_.steps[i];
            end_some(i + 1, step.event, *before, step.state);
            send(i + 1, evaluator_.sends(*before, step.event));
            before = &step.state;
        }
        if (trace_.ending && !trace_.initial.variables.empty()) {
            end_some(trace_.steps.size() + 1, trace_.ending->event, *before, *before);
        }
        for (const Copy& copy : copies_) {
            if (copy.arrivals == 0 && !copy.is_gone) {
                paths_.push_back({copy.message, Fate::pending, copy.sent, std::nullopt});
            }
        }
        return std::move(paths_);
    }

private:
    struct Copy {
        SentMessage message;
        std::size_t sent = 0;
        std::size_t arrivals = 0;
        bool is_gone = false; // lost, or delivered by a network that delivers once
    };

    [[nodiscard]] bool is_unreliable(const SentMessage& message) const {
        return spec_.message(message.message).network == spec::NetworkKind::unreliable;
    }

    // At the start of a step that may be no run, messages may be known that are gone.
    [[nodiscard]] bool may_still_arrive(const SentMessage& message) const {
        const InFlight& in_flight = trace_.initial.in_flight;
        const auto in = [&](const std::vector<SentMessage>& messages) {
            return std::find(messages.begin(), messages.end(), message) != messages.end();
        };
        return (is_unreliable(message) && !trace_.universe.max_in_flight) || in(in_flight.loose) ||
               in(in_flight.queued);
    }

    // An unreliable message is there once, however often a step sends it.
    void send(std::size_t step, const std::vector<SentMessage>& messages) {
        for (const SentMessage& message : messages) {
            const bool is_there =
                is_unreliable(message) &&
                std::any_of(copies_.begin(), copies_.end(), [&](const Copy& copy) {
                    return copy.sent == step && copy.message == message;
                });
            if (!is_there) {
                copies_.push_back({message, step});
            }
        }
    }

    void end_some(std::size_t step, const Event& event, const State& before, const State& after) {
        switch (system_.steps[event.step].kind) {
        case StepKind::deliver:
            deliver(step, event);
            return;
        case StepKind::lose:
            take_away(step, *event.message, Fate::lost);
            return;
        case StepKind::cut:
            for (const SentMessage& message : no_longer_queued(before, after)) {
                take_away(step, message, Fate::cut);
            }
            return;
        case StepKind::fire:
        case StepKind::act:
        case StepKind::crash:
        case StepKind::stop:
            return;
        }
    }

    // Whether something else from the same sender, sent later, has arrived already.
    [[nodiscard]] bool is_overtaken(const Copy& copy) const {
        return std::any_of(copies_.begin(), copies_.end(), [&](const Copy& other) {
            return other.arrivals > 0 && other.sent > copy.sent && other.message != copy.message &&
                   same_pair(spec_, other.message, copy.message);
        });
    }

    // One that did not arrive yet goes first, and of these one that is not overtaken. Of those that
    // have arrived it is the newest.
    Copy* find_copy(const SentMessage& message) {
        Copy* overtaken = nullptr;
        Copy* arrived = nullptr;
        for (Copy& copy : copies_) {
            if (copy.is_gone || copy.message != message) {
                continue;
            }
            if (copy.arrivals > 0) {
                arrived = &copy;
            } else if (!is_overtaken(copy)) {
                return &copy;
            } else {
                overtaken = overtaken == nullptr ? &copy : overtaken;
            }
        }
        return overtaken != nullptr ? overtaken : arrived;
    }

    void deliver(std::size_t step, const Event& event) {
        const SentMessage& message = *event.message;
        const bool may_be_sent = event.origin == Origin::network || is_unreliable(message);
        Copy* copy = may_be_sent ? find_copy(message) : nullptr;
        if (copy == nullptr) {
            paths_.push_back({message, Fate::made_up, std::nullopt, step});
            return;
        }
        const bool is_late = is_overtaken(*copy);
        const bool is_again = copy->arrivals > 0;
        const Fate fate = is_again ? (is_late ? Fate::again_late : Fate::again)
                                   : (is_late ? Fate::late : Fate::delivered);
        paths_.push_back({message, fate, copy->sent, step});
        ++copy->arrivals;
        copy->is_gone = !is_unreliable(message);
    }

    // An unreliable message that vanishes does not arrive any more, however often it was sent.
    void take_away(std::size_t step, const SentMessage& message, Fate fate) {
        Copy* copy = find_copy(message);
        if (copy == nullptr) {
            return;
        }
        for (Copy& each : copies_) {
            const bool goes_too = is_unreliable(message) && !each.is_gone &&
                                  each.message == message && each.arrivals == 0;
            if (&each == copy || goes_too) {
                paths_.push_back({message, fate, each.sent, step});
            }
            each.is_gone |= &each == copy || (is_unreliable(message) && each.message == message);
        }
    }

    const Evaluator& evaluator_;
    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Trace& trace_;
    std::vector<Copy> copies_; // in the order in which they were sent
    std::vector<MessagePath> paths_;
};

} // namespace

std::vector<MessagePath> message_paths(const Evaluator& evaluator, const Trace& trace) {
    return PathFinder(evaluator, trace).find();
}

} // namespace muster::checker
