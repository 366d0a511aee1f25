#include "tests/unit/runtime/host_fixture.hpp"

#include <limits>

namespace muster::runtime {
namespace {

TEST_F(HostTest, HoldsAnswersUntilTheChangesBeforeThemAreDurable) {
    deliver(tally::Add{"x", 5}, 1);
    deliver(tally::Add{"x", 2}, 2);
    deliver(tally::Read{}, 3);
    EXPECT_EQ(sink_.take(), Seen{}) << "the read would reveal what is not on disk";
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"1=5"}));
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"2=7", "3=7", "someone<-7"}));
    deliver(tally::Read{}, 4);
    EXPECT_EQ(sink_.take(), (Seen{"4=7", "someone<-7"})) << "nothing is unflushed: at once";
}

TEST_F(HostTest, MachinesDoNotWaitForEachOther) {
    deliver(tally::Add{"x", 5}, 1, "m");
    deliver(tally::Read{}, 2, "n");
    EXPECT_EQ(sink_.take(), (Seen{"2=0", "someone<-0"}));
}

TEST_F(HostTest, ALookTellsOnlyWhatIsOnDisk) {
    const auto total = [](const tally::Machine& machine) {
        return tally::Total{machine.total()};
    };
    EXPECT_FALSE(host_->is_known("m"));
    deliver(tally::Add{"x", 5}, 1);
    deliver(tally::Add{"x", 2}, 2);
    EXPECT_TRUE(host_->is_known("m"));
    EXPECT_EQ(host_->names(), (std::vector<std::string>{"m"}));
    host_->look_at("m", 3, total);
    EXPECT_EQ(sink_.take(), Seen{});
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"1=5"}));
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"2=7", "3=7"})) << "and the machine has seen no event";

    deliver(tally::Add{"x", 1}, 4);
    host_->look_at("m", 5, total);
    store_.readable = false;
    store_.complete(Flush::failed);
    EXPECT_EQ(sink_.take(), (Seen{"4 failed", "5 failed"}));
    EXPECT_TRUE(host_->is_known("m")) << "it is to be loaded again";
    EXPECT_EQ(host_->names(), std::vector<std::string>{});
    host_->look_at("m", 6, total);
    EXPECT_EQ(sink_.take(), (Seen{"6 failed"}));
    store_.readable = true;
    host_->look_at("m", 7, total);
    EXPECT_EQ(sink_.take(), (Seen{"7=7"})) << "what is stored";
}

TEST_F(HostTest, WritesOnlyWhatChanged) {
    deliver(tally::Add{"x", 5}, 1);
    deliver(tally::Add{"y", 1}, 2);
    deliver(tally::Add{"x", -5}, 3);
    while (store_.waiting() > 0) {
        store_.complete(Flush::durable);
    }
    EXPECT_EQ(*store_.load("m"), (std::vector<Entry>{{"labels", "y", "1"}, {"total", "", "1"}}));
    deliver(tally::Add{"z", 1}, 4);
    deliver(tally::Clear{}, 5);
    deliver(tally::Add{"w", 7}, 6);
    while (store_.waiting() > 0) {
        store_.complete(Flush::durable);
    }
    EXPECT_EQ(*store_.load("m"), (std::vector<Entry>{{"labels", "w", "7"}, {"total", "", "7"}}));
}

TEST_F(HostTest, OfAMachineThatIsAsANewOneNothingStays) {
    deliver(tally::Add{"x", 5}, 1);
    store_.complete(Flush::durable);
    sink_.take();
    deliver(tally::Clear{}, 2);
    EXPECT_EQ(sink_.take(), Seen{}) << "the answer waits for the removal";
    EXPECT_NE(host_->find("m"), nullptr);
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take().size(), 1U);
    EXPECT_EQ(*store_.load("m"), std::vector<Entry>{});
    EXPECT_EQ(host_->find("m"), nullptr);
}

TEST_F(HostTest, AFailedFlushIsACrashOfThatMachineOnly) {
    deliver(tally::Add{"x", 5}, 1);
    store_.complete(Flush::durable);
    sink_.take();
    deliver(tally::Wait{500}, 2);
    deliver(tally::Add{"x", 2}, 3);
    deliver(tally::Read{}, 4);
    deliver(tally::Add{"x", 1}, 5);
    deliver(tally::Add{"x", 9}, 6, "n");
    store_.complete(Flush::failed);
    EXPECT_EQ(sink_.take(), (Seen{"2 failed", "3 failed", "4 failed", "5 failed"}));
    EXPECT_EQ(host_->find("m")->total(), 5) << "what is stored";
    store_.complete(Flush::failed);
    EXPECT_EQ(sink_.take(), Seen{}) << "the late write belongs to the incarnation that crashed";
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"6=9"}));
    clock_.advance(500);
    host_->fire_due();
    EXPECT_EQ(sink_.take(), Seen{}) << "its timers went with it";
    deliver(tally::Read{}, 7);
    EXPECT_EQ(sink_.take(), (Seen{"7=5", "someone<-5"}));
}

TEST_F(HostTest, AMachineThatCannotBeLoadedIsTriedAgainWithTheNextEvent) {
    deliver(tally::Add{"x", 5}, 1);
    store_.complete(Flush::durable);
    deliver(tally::Add{"x", 1}, 2);
    sink_.take();
    store_.readable = false;
    store_.complete(Flush::failed);
    deliver(tally::Read{}, 3);
    EXPECT_EQ(sink_.take(), (Seen{"2 failed", "3 failed"}));
    store_.readable = true;
    deliver(tally::Read{}, 4);
    EXPECT_EQ(sink_.take(), (Seen{"4=5", "someone<-5"}));
}

TEST_F(HostTest, RecoversMachinesAndStartsThem) {
    store_.put("m", {"total", "", "12"});
    store_.put("m", {"labels", "x", "12"});
    store_.put("n", {"total", "", "0"});
    ASSERT_TRUE(host_->recover());
    EXPECT_EQ(host_->size(), 1U) << "what equals a new machine is not kept";
    EXPECT_EQ(host_->find("m")->total(), 12);
    EXPECT_EQ(host_->find("m")->labels().at("x"), 12);
    EXPECT_EQ(sink_.wake_ms, 1000) << "start armed a timer";
}

TEST_F(HostTest, RefusesToRecoverWhatItDoesNotUnderstand) {
    store_.put("m", {"total", "", "many"});
    EXPECT_NE(host_->recover().error().message.find("malformed"), std::string::npos);
    store_.put("m", {"total", "", "1"});
    store_.put("m", {"colour", "", "1"});
    EXPECT_NE(host_->recover().error().message.find("'colour' is unknown"), std::string::npos);
}

TEST_F(HostTest, TimersFireAtTheirDeadlineAndStartReplaces) {
    deliver(tally::Wait{500}, 1);
    EXPECT_EQ(sink_.wake_ms, 500);
    clock_.advance(400);
    deliver(tally::Wait{500}, 2);
    clock_.advance(499);
    host_->fire_due();
    EXPECT_EQ(sink_.take(), Seen{});
    EXPECT_EQ(sink_.wake_ms, 900);
    clock_.advance(1);
    host_->fire_due();
    EXPECT_EQ(sink_.take(), (Seen{"1=0", "2=0"}));
    EXPECT_EQ(host_->size(), 0U) << "nothing is left of the machine";
}

TEST_F(HostTest, DropsAMachineOnlyWhenNothingOfItIsLeft) {
    deliver(tally::Read{}, 1);
    EXPECT_EQ(host_->size(), 0U);
    deliver(tally::Add{"x", 1}, 2);
    deliver(tally::Add{"x", -1}, 3);
    EXPECT_EQ(host_->size(), 1U) << "unflushed";
    store_.complete(Flush::durable);
    EXPECT_EQ(host_->size(), 1U);
    store_.complete(Flush::durable);
    EXPECT_EQ(host_->size(), 0U);
    deliver(tally::Ignore{}, 4);
    EXPECT_EQ(sink_.take().back(), "4 failed") << "nobody is left who could answer";
}

TEST_F(HostTest, RefusesAnEventThatWouldOverflow) {
    deliver(tally::Add{"x", std::numeric_limits<std::int64_t>::max()}, 1);
    store_.complete(Flush::durable);
    deliver(tally::Add{"x", 1}, 2);
    EXPECT_EQ(sink_.take().back(), "2 failed");
    EXPECT_EQ(store_.waiting(), 0U);
}

TEST_F(HostTest, BoundsTheNumberOfMachines) {
    host_ = make_host({.max_machines = 1});
    deliver(tally::Add{"x", 1}, 1, "m");
    deliver(tally::Read{}, 2, "n");
    EXPECT_EQ(sink_.take(), (Seen{"2 failed"}));
}

} // namespace
} // namespace muster::runtime
