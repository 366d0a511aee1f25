#include "runtime/host/timer_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace muster::runtime {
namespace {

std::string fired(TimerQueue<char>& timers, MonotonicMs now_ms) {
    std::string keys;
    while (const auto key = timers.pop_due(now_ms)) {
        keys.push_back(*key);
    }
    return keys;
}

TEST(TimerQueue, FiresInOrderOfDeadlinesAndThenOfArming) {
    TimerQueue<char> timers;
    timers.start('c', 30);
    timers.start('b', 10);
    timers.start('a', 10);
    EXPECT_EQ(timers.next_look_ms(), 10);
    EXPECT_EQ(fired(timers, 9), "");
    EXPECT_EQ(fired(timers, 10), "ba");
    EXPECT_EQ(fired(timers, 100), "c");
    EXPECT_EQ(timers.next_look_ms(), std::nullopt);
}

TEST(TimerQueue, MovesDeadlinesBothWaysAndStops) {
    TimerQueue<char> timers;
    timers.start('a', 10);
    timers.start('a', 50);
    timers.start('b', 50);
    timers.start('b', 10);
    timers.start('c', 10);
    timers.stop('c');
    EXPECT_EQ(fired(timers, 10), "b");
    EXPECT_EQ(fired(timers, 49), "");
    timers.start('c', 20);
    EXPECT_EQ(fired(timers, 60), "ca");
    EXPECT_EQ(fired(timers, 60), "");
}

RC_GTEST_PROP(TimerQueueModel, FiresWhatAMapOfDeadlinesSays, ()) {
    TimerQueue<char> timers;
    std::map<char, MonotonicMs> model;
    MonotonicMs now_ms = 0;
    const auto count = *rc::gen::inRange(0, 300);
    for (int i = 0; i < count; ++i) {
        const auto key = *rc::gen::elementOf(std::string("abcd"));
        const auto delay_ms = *rc::gen::inRange(0, 50);
        switch (*rc::gen::inRange(0, 4)) {
        case 0:
            timers.stop(key);
            model.erase(key);
            break;
        case 1: {
            now_ms += delay_ms;
            std::multimap<MonotonicMs, char> due;
            for (const auto& [armed, deadline_ms] : model) {
                if (deadline_ms <= now_ms) {
                    due.emplace(deadline_ms, armed);
                }
            }
            auto keys = fired(timers, now_ms);
            RC_ASSERT(keys.size() == due.size());
            for (std::size_t at = 0; at < keys.size(); ++at) {
                if (at > 0) {
                    RC_ASSERT(model.at(keys[at - 1]) <= model.at(keys[at]));
                }
            }
            for (const auto fired_key : keys) {
                RC_ASSERT(model.at(fired_key) <= now_ms);
            }
            for (const auto fired_key : keys) {
                model.erase(fired_key);
            }
            break;
        }
        default:
            timers.start(key, now_ms + delay_ms);
            model[key] = now_ms + delay_ms;
        }
        RC_ASSERT(timers.size() == model.size());
        for (const auto& [armed, deadline_ms] : model) {
            RC_ASSERT(timers.next_look_ms().has_value());
            RC_ASSERT(*timers.next_look_ms() <= deadline_ms);
        }
    }
}

} // namespace
} // namespace muster::runtime
