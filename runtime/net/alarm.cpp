#include "runtime/net/alarm.hpp"

#include <asio/io_context.hpp>

#include <chrono>
#include <utility>

namespace muster::runtime::net {

Alarm::Alarm(asio::io_context& loop, std::function<void()> ring)
    : timer_(loop)
    , ring_(std::move(ring)) {}

void Alarm::set(MonotonicMs at_ms) {
    if (at_ms_ && *at_ms_ <= at_ms) {
        return;
    }
    at_ms_ = at_ms;
    wait();
}

void Alarm::wait() {
    const std::chrono::steady_clock::time_point at{std::chrono::milliseconds(*at_ms_)};
    timer_.expires_at(at); // Cancels the wait before.
    timer_.async_wait([this](asio::error_code cancelled) {
        if (cancelled || !at_ms_) {
            return;
        }
        at_ms_.reset();
        ring_();
    });
}

} // namespace muster::runtime::net
