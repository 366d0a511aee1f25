#pragma once

#include "runtime/host/effects.hpp"

#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

namespace muster::runtime {

/// One machine of a host, with what has come out of it and not been let go: messages wait until the
/// writes before them are on disk.
template <class Traits>
struct MachineSlot {
    using Machine = typename Traits::Machine;
    using Request = typename Traits::Request;
    using Sink = typename Traits::Sink;
    using Message = typename Effects<Traits>::Message;

    /// A message and the write before it.
    struct Held {
        std::uint64_t after = 0;
        Message message;
    };

    MachineSlot(Machine initial, std::uint64_t number)
        : machine(std::move(initial))
        , incarnation(number) {}

    void hold(std::vector<Message> messages) {
        for (auto& message : messages) {
            held.push_back({submitted, std::move(message)});
        }
    }

    /// Lets out what waits for nothing any more.
    void release_durable(Sink& sink) {
        while (!held.empty() && held.front().after <= flushed) {
            const auto message = std::move(held.front().message);
            held.pop_front();
            if (message.answers) {
                open.erase(*message.answers);
            }
            message.release(sink);
        }
    }

    [[nodiscard]] bool is_flushed() const { return submitted == flushed; }

    /// Whether nothing of the machine is under way: no write, message or timer.
    [[nodiscard]] bool is_quiet() const { return is_flushed() && held.empty() && armed.empty(); }

    Machine machine;
    std::uint64_t incarnation;
    /// Writes are numbered from 1 in each incarnation.
    std::uint64_t submitted = 0;
    std::uint64_t flushed = 0;
    std::deque<Held> held;
    /// Requests that were handed over and whose answer has not been released.
    std::set<Request> open;
    std::set<typename Traits::Timer> armed;
};

} // namespace muster::runtime
