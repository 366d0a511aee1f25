#pragma once

#include "runtime/base/bytes.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace muster::runtime {

/// What one handler of a generated machine asked for: the `out` that the host passes to it. It only
/// collects; the host carries it out afterwards.
template <class Traits>
class Effects {
public:
    using Sink = typename Traits::Sink;
    using Request = typename Traits::Request;
    using Timer = typename Traits::Timer;
    using Field = typename Traits::Field;

    /// A message that waits for the changes before it to be durable.
    struct Message {
        /// The request that it answers, if it answers one.
        std::optional<Request> answers;
        std::function<void(Sink&)> release;
    };

    struct TimerCommand {
        Timer timer;
        /// Nothing stops the timer.
        std::optional<std::int64_t> duration_ms;
    };

    struct ChangeNote {
        Field field;
        /// Nothing: the field as a whole.
        std::optional<Bytes> key;
    };

    template <class Body, class Receiver>
    void send(const Body& body, const Receiver& to) {
        messages.push_back({std::nullopt, [body, to](Sink& sink) {
                                sink.send(body, to);
                            }});
    }

    template <class Body>
    void reply(const Body& body, const Request& to) {
        messages.push_back({to, [body, to](Sink& sink) {
                                sink.reply(body, to);
                            }});
    }

    template <class OneTimer>
    void start_timer(const OneTimer& timer, std::int64_t duration_ms) {
        timers.push_back({Timer(timer), duration_ms});
    }

    template <class OneTimer>
    void stop_timer(const OneTimer& timer) {
        timers.push_back({Timer(timer), std::nullopt});
    }

    void changed(Field field) { changes.push_back({field, std::nullopt}); }

    void changed(Field field, Bytes key) { changes.push_back({field, std::move(key)}); }

    std::vector<Message> messages;
    std::vector<TimerCommand> timers;
    std::vector<ChangeNote> changes;
};

} // namespace muster::runtime
