#pragma once

#include "runtime/base/clock.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace muster::runtime {

/// Armed timers by key, and a heap of the moments at which to look at them. Moving a deadline back,
/// which every heartbeat does, only writes the new deadline down: the heap is corrected when the
/// old moment comes. Timers that are due fire in the order of their deadlines, those of one
/// deadline in the order in which they were queued.
template <class Key>
class TimerQueue {
public:
    /// Arms the timer, or moves its deadline if it is armed.
    void start(const Key& key, MonotonicMs deadline_ms) {
        const auto [timer, is_new] = armed_.try_emplace(key, Armed{deadline_ms, deadline_ms});
        timer->second.deadline_ms = deadline_ms;
        if (is_new || deadline_ms < timer->second.queued_ms) {
            queue(key, timer->second);
        }
    }

    void stop(const Key& key) { armed_.erase(key); }

    [[nodiscard]] std::size_t size() const { return armed_.size(); }

    /// When to call pop_due() next. It may turn out that nothing is due then.
    [[nodiscard]] std::optional<MonotonicMs> next_look_ms() const {
        if (looks_.empty() || armed_.empty()) {
            return std::nullopt;
        }
        return looks_.front().at_ms;
    }

    /// Disarms and returns one timer whose deadline has come, or nothing.
    [[nodiscard]] std::optional<Key> pop_due(MonotonicMs now_ms) {
        while (!looks_.empty() && looks_.front().at_ms <= now_ms) {
            std::pop_heap(looks_.begin(), looks_.end(), is_later);
            const auto look = std::move(looks_.back());
            looks_.pop_back();
            const auto timer = armed_.find(look.key);
            if (timer == armed_.end() || timer->second.queued_ms != look.at_ms) {
                continue; // Stopped, or another look stands for it.
            }
            if (timer->second.deadline_ms > look.at_ms) {
                queue(look.key, timer->second);
                continue;
            }
            armed_.erase(timer);
            return look.key;
        }
        return std::nullopt;
    }

private:
    struct Armed {
        MonotonicMs deadline_ms = 0;
        /// The moment of the look that stands for this timer; never after the deadline.
        MonotonicMs queued_ms = 0;
    };

    struct Look {
        MonotonicMs at_ms = 0;
        std::uint64_t order = 0;
        Key key;
    };

    static bool is_later(const Look& left, const Look& right) {
        return std::tie(left.at_ms, left.order) > std::tie(right.at_ms, right.order);
    }

    void queue(const Key& key, Armed& timer) {
        timer.queued_ms = timer.deadline_ms;
        looks_.push_back({timer.deadline_ms, next_order_++, key});
        std::push_heap(looks_.begin(), looks_.end(), is_later);
        drop_dead_looks();
    }

    /// Stopped timers leave their looks behind. Sorting them out when they are the most keeps the
    /// heap at most about twice as large as what is armed, whatever is started and stopped.
    void drop_dead_looks() {
        constexpr std::size_t kWorthIt = 64;
        if (looks_.size() < 2 * armed_.size() + kWorthIt) {
            return;
        }
        std::map<Key, MonotonicMs> kept;
        const auto is_dead = [this, &kept](const Look& look) {
            const auto timer = armed_.find(look.key);
            return timer == armed_.end() || timer->second.queued_ms != look.at_ms ||
                   !kept.emplace(look.key, look.at_ms).second;
        };
        std::erase_if(looks_, is_dead);
        std::make_heap(looks_.begin(), looks_.end(), is_later);
    }

    std::map<Key, Armed> armed_;
    std::vector<Look> looks_;
    std::uint64_t next_order_ = 0;
};

} // namespace muster::runtime
