#pragma once

#include "runtime/base/clock.hpp"

#include <asio/steady_timer.hpp>

#include <functional>
#include <optional>

namespace asio {
class io_context;
} // namespace asio

namespace muster::runtime::net {

/// Calls a function at the earliest of the times that it was set to, and is unset then.
class Alarm {
public:
    Alarm(asio::io_context& loop, std::function<void()> ring);
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    /// Times are those of SystemClock.
    void set(MonotonicMs at_ms);

private:
    void wait();

    asio::steady_timer timer_;
    std::function<void()> ring_;
    std::optional<MonotonicMs> at_ms_;
};

} // namespace muster::runtime::net
