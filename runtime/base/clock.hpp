#pragma once

#include <cstdint>

namespace muster::runtime {

/// Milliseconds on a clock that never goes back. Its zero means nothing.
using MonotonicMs = std::int64_t;

/// Milliseconds since 1970-01-01 UTC on a clock that people may set, so it may jump in either
/// direction. Only what has to mean something to a later process is told in it.
using WallMs = std::int64_t;

/// The only source of time for timers, so that tests and simulations supply their own.
class Clock {
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    [[nodiscard]] virtual MonotonicMs now_ms() const = 0;
    [[nodiscard]] virtual WallMs wall_ms() const = 0;
};

/// The computer's steady clock, and its wall clock.
class SystemClock final : public Clock {
public:
    [[nodiscard]] MonotonicMs now_ms() const override;
    [[nodiscard]] WallMs wall_ms() const override;
};

/// A clock that moves only when told to.
class ManualClock final : public Clock {
public:
    [[nodiscard]] MonotonicMs now_ms() const override { return now_ms_; }

    [[nodiscard]] WallMs wall_ms() const override { return wall_ms_; }

    /// Time passes.
    void advance(MonotonicMs milliseconds) {
        now_ms_ += milliseconds;
        wall_ms_ += milliseconds;
    }

    /// Somebody sets the wall clock.
    void set_wall(WallMs wall_ms) { wall_ms_ = wall_ms; }

private:
    MonotonicMs now_ms_ = 0;
    WallMs wall_ms_ = 1'000'000'000'000;
};

} // namespace muster::runtime
