#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/clock.hpp"
#include "runtime/base/error.hpp"
#include "runtime/machine/codec.hpp"
#include "runtime/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// How the store keeps the timers that stay armed through a crash. Each armed one is an entry: the
/// field is `timer NAME`, which no variable can be called, the key is that of the timer, and the
/// value its deadline.
///
/// `Timer` is a std::variant of the generated timers of a role.
namespace muster::runtime {

/// No timer runs for longer.
inline constexpr std::int64_t kLongestTimerMs = std::int64_t{1} << 40U;

/// The deadline is in wall time, because it has to mean something to the next process.
struct StoredDeadline {
    WallMs at_ms = 0;
    /// From start to deadline; from 0 to kLongestTimerMs.
    std::int64_t duration_ms = 0;

    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit("at_ms", self.at_ms);
        visit("duration_ms", self.duration_ms);
    }

    /// How long the timer still has to run; nothing is left when the deadline is past. A wall clock
    /// that was set back does not make the timer run for longer than it was started for.
    [[nodiscard]] std::int64_t left_ms(WallMs now_ms) const {
        return at_ms <= now_ms ? 0 : std::min(at_ms - now_ms, duration_ms);
    }
};

template <class Timer>
struct RestoredTimer {
    Timer timer;
    StoredDeadline deadline;
};

template <class Timer>
[[nodiscard]] bool is_durable(const Timer& timer) {
    return std::visit([](const auto& one) { return one.kDurable; }, timer);
}

inline constexpr std::string_view kTimerFieldPrefix = "timer ";

[[nodiscard]] inline bool is_timer_entry(const Entry& entry) {
    return entry.field.starts_with(kTimerFieldPrefix);
}

/// What makes the store know that the timer is armed until then, or that it is not armed.
template <class Timer>
[[nodiscard]] Change timer_change(const Timer& timer,
                                  const std::optional<StoredDeadline>& deadline) {
    return std::visit(
        [&deadline](const auto& one) {
            Bytes key;
            if constexpr (requires { one.key; }) {
                key = encode(one.key);
            }
            return Change{.kind = deadline ? Change::Kind::put : Change::Kind::erase,
                          .field = std::string(kTimerFieldPrefix).append(one.kName),
                          .key = std::move(key),
                          .value = deadline ? encode(*deadline) : Bytes()};
        },
        timer);
}

/// Collects what one handler does to durable timers. The last thing said of a timer counts.
template <class Timer>
class TimerChanges {
public:
    explicit TimerChanges(WallMs now_ms)
        : now_ms_(now_ms) {}

    /// To be called before the timer is set: `armed` has the timers of the moment before. Without a
    /// duration the timer will not be armed.
    void note(const Timer& timer,
              const std::set<Timer>& armed,
              std::optional<std::int64_t> duration_ms) {
        if (!is_durable(timer)) {
            return;
        }
        auto& noted = noted_.try_emplace(timer, Noted{armed.contains(timer), {}}).first->second;
        noted.deadline.reset();
        if (duration_ms) {
            noted.deadline = StoredDeadline{now_ms_ + *duration_ms, *duration_ms};
        }
    }

    /// The changes, ordered by timer. There is none for a timer that was not armed and is not.
    [[nodiscard]] std::vector<Change> changes() const {
        std::vector<Change> result;
        for (const auto& [timer, noted] : noted_) {
            if (noted.was_armed || noted.deadline) {
                result.push_back(timer_change(timer, noted.deadline));
            }
        }
        return result;
    }

private:
    struct Noted {
        /// Before the handler.
        bool was_armed = false;
        std::optional<StoredDeadline> deadline;
    };

    WallMs now_ms_;
    std::map<Timer, Noted> noted_;
};

/// The durable timer of that type under an encoded key, or nothing if the key is malformed.
template <class OneTimer>
[[nodiscard]] std::optional<OneTimer> timer_with_key(const Bytes& key) {
    OneTimer timer{};
    if constexpr (requires { timer.key; }) {
        auto decoded = decode<decltype(timer.key)>(key);
        if (!decoded) {
            return std::nullopt;
        }
        timer.key = *std::move(decoded);
        return timer;
    } else {
        return key.empty() ? std::optional(timer) : std::nullopt;
    }
}

[[nodiscard]] inline bool is_sound(const StoredDeadline& deadline) {
    constexpr WallMs kFarthestMs = WallMs{1} << 60U; // No difference to it overflows.
    return deadline.duration_ms >= 0 && deadline.duration_ms <= kLongestTimerMs &&
           deadline.at_ms >= -kFarthestMs && deadline.at_ms <= kFarthestMs;
}

/// Reads back what timer_change() wrote. Fails on what the role has no durable timer for, which
/// means that another version of the protocol wrote it. `index` is the alternative to begin with.
template <class Timer, std::size_t index = 0>
[[nodiscard]] Result<RestoredTimer<Timer>> restored_timer(const Entry& entry) {
    if constexpr (index == std::variant_size_v<Timer>) {
        return failure(fmt::format("the stored field '{}' is unknown", entry.field));
    } else {
        using One = std::variant_alternative_t<index, Timer>;
        const auto name = std::string_view(entry.field).substr(kTimerFieldPrefix.size());
        if (!One::kDurable || name != One::kName) {
            return restored_timer<Timer, index + 1>(entry);
        }
        const auto timer = timer_with_key<One>(entry.key);
        const auto deadline = decode<StoredDeadline>(entry.value);
        if (!timer || !deadline || !is_sound(*deadline)) {
            return failure(
                fmt::format("a stored entry of the field '{}' is malformed", entry.field));
        }
        return RestoredTimer<Timer>{Timer(*timer), *deadline};
    }
}

} // namespace muster::runtime
