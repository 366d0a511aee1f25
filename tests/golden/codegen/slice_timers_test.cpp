// The host keeps durable timers of generated roles: what it writes down it reads back.

#include "runtime/host/durable_timers.hpp"
#include "slices/timers.hpp"

#include <gtest/gtest.h>

namespace muster::codegen {
namespace {

namespace shop_timers = protocols::timers::shop_timers;
using Types = protocols::timers::DefaultTypes;
using protocols::timers::Level;
using Timer = std::variant<shop_timers::due<Types>,
                           shop_timers::count<Types>,
                           shop_timers::review,
                           shop_timers::pause>;

TEST(GeneratedTimers, DurableOnesAreReadBack) {
    const runtime::StoredDeadline deadline{1'000, 500};
    const std::vector<Timer> timers{shop_timers::due<Types>{"bicycle"},
                                    shop_timers::count<Types>{Level::High},
                                    shop_timers::review{}};
    std::vector<std::string> fields;
    for (const Timer& timer : timers) {
        ASSERT_TRUE(runtime::is_durable(timer));
        const runtime::Change change = runtime::timer_change(timer, deadline);
        fields.push_back(change.field);
        const auto restored =
            runtime::restored_timer<Timer>({change.field, change.key, change.value});
        ASSERT_TRUE(restored) << restored.error().message;
        EXPECT_TRUE(restored->timer == timer);
        EXPECT_EQ(restored->deadline.at_ms, deadline.at_ms);
        EXPECT_EQ(restored->deadline.duration_ms, deadline.duration_ms);
    }
    EXPECT_EQ(fields, (std::vector<std::string>{"timer due", "timer count", "timer review"}));
}

TEST(GeneratedTimers, WhatNoDurableTimerHasWrittenIsRefused) {
    const auto value = runtime::encode(runtime::StoredDeadline{1'000, 500});
    EXPECT_FALSE(runtime::is_durable(Timer(shop_timers::pause{})));
    EXPECT_FALSE(runtime::restored_timer<Timer>({"timer pause", "", value}));
    const auto no_level = runtime::encode(std::int32_t{3});
    EXPECT_FALSE(runtime::restored_timer<Timer>({"timer count", no_level, value}));
}

} // namespace
} // namespace muster::codegen
