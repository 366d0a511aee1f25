#include "checker/eval/network.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

// Queues stand in the order of these.
struct Direction {
    Process from;
    Process to;
    auto operator<=>(const Direction&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Direction&) const = default;
};

Direction direction(const spec::TypedSpec& spec, const SentMessage& message) {
    return {sender(spec, message), addressee(spec, message)};
}

template <class Messages>
auto front_of(const spec::TypedSpec& spec, Messages& queued, const Direction& wanted) {
    return std::find_if(queued.begin(), queued.end(), [&](const SentMessage& message) {
        return direction(spec, message) == wanted;
    });
}

bool is_loose(const InFlight& in_flight, const SentMessage& message) {
    return std::binary_search(in_flight.loose.begin(), in_flight.loose.end(), message);
}

} // namespace

Carrier carrier_of(const spec::MessageInfo& message, const Universe& universe) {
    switch (message.network) {
    case spec::NetworkKind::unreliable:
        return universe.max_in_flight ? Carrier::set : Carrier::history;
    case spec::NetworkKind::once:
        return Carrier::bag;
    case spec::NetworkKind::fifo:
        return Carrier::queue;
    }
    return Carrier::history;
}

Process sender(const spec::TypedSpec& spec, const SentMessage& message) {
    return {spec.message(message.message).from, message.from};
}

Process addressee(const spec::TypedSpec& spec, const SentMessage& message) {
    return {spec.message(message.message).to, message.to};
}

bool is_stopped(const State& state, const Process& process) {
    return std::binary_search(state.stopped.begin(), state.stopped.end(), process);
}

bool can_arrive(const spec::TypedSpec& spec,
                Carrier carrier,
                const State& state,
                const SentMessage& message) {
    switch (carrier) {
    case Carrier::history:
        return std::binary_search(state.sent.begin(), state.sent.end(), message);
    case Carrier::set:
    case Carrier::bag:
        return is_loose(state.in_flight, message);
    case Carrier::queue: {
        const auto& queued = state.in_flight.queued;
        const auto front = front_of(spec, queued, direction(spec, message));
        return front != queued.end() && *front == message;
    }
    }
    return false;
}

bool is_in_flight(Carrier carrier, const InFlight& in_flight, const SentMessage& message) {
    MUSTER_ASSERT(carrier != Carrier::history, "such a message is in flight once it was sent");
    const auto& queued = in_flight.queued;
    return carrier == Carrier::queue
               ? std::find(queued.begin(), queued.end(), message) != queued.end()
               : is_loose(in_flight, message);
}

std::vector<SentMessage> queue_fronts(const spec::TypedSpec& spec, const InFlight& in_flight) {
    std::vector<SentMessage> fronts;
    for (const SentMessage& message : in_flight.queued) {
        if (fronts.empty() || direction(spec, fronts.back()) != direction(spec, message)) {
            fronts.push_back(message);
        }
    }
    return fronts;
}

void put(const spec::TypedSpec& spec,
         Carrier carrier,
         InFlight& in_flight,
         const SentMessage& message) {
    auto& loose = in_flight.loose;
    auto& queued = in_flight.queued;
    switch (carrier) {
    case Carrier::history:
        return;
    case Carrier::set:
        if (!is_loose(in_flight, message)) {
            loose.insert(std::lower_bound(loose.begin(), loose.end(), message), message);
        }
        return;
    case Carrier::bag:
        loose.insert(std::lower_bound(loose.begin(), loose.end(), message), message);
        return;
    case Carrier::queue:
        queued.insert(std::find_if(queued.begin(),
                                   queued.end(),
                                   [&](const SentMessage& other) {
                                       return direction(spec, message) < direction(spec, other);
                                   }),
                      message);
        return;
    }
}

void take(const spec::TypedSpec& spec,
          Carrier carrier,
          InFlight& in_flight,
          const SentMessage& message) {
    if (carrier == Carrier::bag) {
        lose(in_flight, message);
    } else if (carrier == Carrier::queue) {
        auto& queued = in_flight.queued;
        const auto front = front_of(spec, queued, direction(spec, message));
        MUSTER_ASSERT(front != queued.end() && *front == message, "only a front is delivered");
        queued.erase(front);
    }
}

void lose(InFlight& in_flight, const SentMessage& message) {
    auto& loose = in_flight.loose;
    const auto at = std::lower_bound(loose.begin(), loose.end(), message);
    MUSTER_ASSERT(at != loose.end() && *at == message, "what is lost must be in flight");
    loose.erase(at);
}

void cut(const spec::TypedSpec& spec, InFlight& in_flight, const Connection& connection) {
    std::erase_if(in_flight.queued, [&](const SentMessage& message) {
        const Direction way = direction(spec, message);
        return way == Direction{connection.one, connection.other} ||
               way == Direction{connection.other, connection.one};
    });
}

} // namespace muster::checker
