#pragma once

#include "checker/eval/state.hpp"

namespace muster::checker {

/// What carries the messages of one kind on a universe.
enum class Carrier {
    history, // unreliable: whatever was sent can be delivered, again and again
    set,     // unreliable where the instance bounds messages in flight: until it vanishes
    bag,     // once: every send is delivered at most once, or lost
    queue,   // fifo: in order between two processes, until their connection is cut
};

Carrier carrier_of(const spec::MessageInfo& message, const Universe& universe);

/// Whether a message stops being in flight at some time. What is unreliable never does: where an
/// instance bounds the messages in flight, it only stops arriving there, which no formula sees.
[[nodiscard]] constexpr bool leaves_the_network(Carrier carrier) {
    return carrier == Carrier::bag || carrier == Carrier::queue;
}

/// Two processes that exchange messages in order.
struct Connection {
    Process one;
    Process other;
};

[[nodiscard]] Process sender(const spec::TypedSpec& spec, const SentMessage& message);
[[nodiscard]] Process addressee(const spec::TypedSpec& spec, const SentMessage& message);

[[nodiscard]] bool is_stopped(const State& state, const Process& process);

/// Whether the network can deliver this message now.
[[nodiscard]] bool can_arrive(const spec::TypedSpec& spec,
                              Carrier carrier,
                              const State& state,
                              const SentMessage& message);
/// Whether it can still deliver it at some time. Not for `Carrier::history`.
[[nodiscard]] bool
is_in_flight(Carrier carrier, const InFlight& in_flight, const SentMessage& message);

/// The message at the front of every queue.
[[nodiscard]] std::vector<SentMessage> queue_fronts(const spec::TypedSpec& spec,
                                                    const InFlight& in_flight);

/// Sending, which changes nothing for `Carrier::history`.
void put(const spec::TypedSpec& spec,
         Carrier carrier,
         InFlight& in_flight,
         const SentMessage& message);
/// Delivery, which takes nothing away unless each send is delivered at most once.
void take(const spec::TypedSpec& spec,
          Carrier carrier,
          InFlight& in_flight,
          const SentMessage& message);
/// The loss of one message that is not queued.
void lose(InFlight& in_flight, const SentMessage& message);
/// The loss of everything queued between two processes, in both directions.
void cut(const spec::TypedSpec& spec, InFlight& in_flight, const Connection& connection);

} // namespace muster::checker
