#pragma once

#include <cstdint>

namespace muster::runtime {

/// Milliseconds on a clock that never goes back. Its zero means nothing.
using MonotonicMs = std::int64_t;

/// The only source of time for timers, so that tests and simulations supply their own.
class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    [[nodiscard]] virtual MonotonicMs now_ms() const = 0;
};

/// The machine's steady clock.
class SteadyClock final : public Clock {
public:
    [[nodiscard]] MonotonicMs now_ms() const override;
};

/// A clock that moves only when told to.
class ManualClock final : public Clock {
public:
    [[nodiscard]] MonotonicMs now_ms() const override { return now_ms_; }

    void advance(MonotonicMs milliseconds) { now_ms_ += milliseconds; }

private:
    MonotonicMs now_ms_ = 0;
};

} // namespace muster::runtime
