#include "tests/unit/runtime/host_fixture.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <limits>

namespace muster::runtime {
namespace {

class DurableTimersTest : public HostTest {
protected:
    void flush_all() {
        while (store_.waiting() > 0) {
            store_.complete(Flush::durable);
        }
    }

    /// The process dies, with whatever was not flushed, and another one starts on the same store.
    void restart() {
        store_.lose_waiting();
        host_ = make_host();
        sink_.wake_ms.reset();
        ASSERT_TRUE(host_->recover());
    }

    void lend(const std::string& label, std::int64_t duration_ms) {
        deliver(tally::Lend{label, duration_ms}, ++request_);
    }

    [[nodiscard]] std::vector<Entry> stored_timers() {
        auto entries = *store_.load("m");
        std::erase_if(entries, [](const Entry& entry) { return !is_timer_entry(entry); });
        return entries;
    }

    /// What stands for a timer that fires at that wall time.
    [[nodiscard]] static Entry
    entry(const std::string& label, WallMs at_ms, std::int64_t duration_ms) {
        return {"timer lapse", encode(label), encode(StoredDeadline{at_ms, duration_ms})};
    }

    tally::Request request_ = 0;
};

TEST_F(DurableTimersTest, AnAnswerWaitsForTheDeadlineToBeStored) {
    store_.put("m", entry("y", clock_.wall_ms() + 500, 500));
    ASSERT_TRUE(host_->recover());
    lend("x", 300);
    EXPECT_EQ(store_.waiting(), 1U) << "one write for the variables and the timer";
    EXPECT_EQ(sink_.take(), Seen{});
    store_.complete(Flush::durable);
    EXPECT_EQ(sink_.take(), (Seen{"1=1"}));
    EXPECT_EQ(stored_timers(),
              (std::vector{entry("x", clock_.wall_ms() + 300, 300),
                           entry("y", clock_.wall_ms() + 500, 500)}));
}

TEST_F(DurableTimersTest, ATimerGoesOnAfterARestartForWhatIsLeft) {
    lend("x", 300);
    flush_all();
    clock_.advance(100);
    restart();
    EXPECT_EQ(sink_.wake_ms, clock_.now_ms() + 200);
    clock_.advance(199);
    host_->fire_due();
    EXPECT_EQ(host_->find("m")->labels().count("x"), 1U);
    clock_.advance(1);
    sink_.take();
    host_->fire_due();
    flush_all();
    EXPECT_EQ(sink_.take(), (Seen{"library<-0"}));
    EXPECT_EQ(stored_timers(), std::vector<Entry>{});
    clock_.advance(1'000); // The alarm that `start` has set, because something was lent.
    host_->fire_due();
    EXPECT_EQ(host_->find("m"), nullptr) << "nothing is left of the machine";
}

TEST_F(DurableTimersTest, ADeadlineThatPassedMeanwhileFiresAtOnce) {
    lend("x", 300);
    flush_all();
    sink_.take();
    clock_.set_wall(clock_.wall_ms() + 10'000); // The process was down.
    restart();
    EXPECT_EQ(host_->find("m")->total(), 1) << "not before `start` has run and events can come";
    EXPECT_EQ(sink_.wake_ms, clock_.now_ms());
    host_->fire_due();
    flush_all();
    EXPECT_EQ(sink_.take(), (Seen{"library<-0"}));
}

TEST_F(DurableTimersTest, AFiringThatWasNotFlushedHappensAgain) {
    lend("x", 300);
    flush_all();
    sink_.take();
    clock_.advance(300);
    host_->fire_due();
    EXPECT_EQ(sink_.take(), Seen{}) << "nobody has learnt of it";
    restart();
    host_->fire_due();
    flush_all();
    EXPECT_EQ(sink_.take(), (Seen{"library<-0"}));
}

TEST_F(DurableTimersTest, AFailedFlushBringsBackTheDeadlineThatIsStored) {
    lend("x", 300);
    flush_all();
    clock_.advance(100);
    lend("x", 1'000);
    store_.complete(Flush::failed);
    sink_.take();
    clock_.advance(200);
    host_->fire_due();
    flush_all();
    EXPECT_EQ(sink_.take(), (Seen{"library<-0"}));
}

TEST_F(DurableTimersTest, TheLastThingThatIsSaidOfATimerIsStored) {
    lend("x", 300);
    clock_.advance(10);
    lend("x", 500);
    flush_all();
    EXPECT_EQ(stored_timers(), (std::vector{entry("x", clock_.wall_ms() + 500, 500)}));
    lend("x", 0);
    flush_all();
    EXPECT_EQ(stored_timers(), std::vector<Entry>{});
    restart();
    clock_.advance(500);
    sink_.take();
    host_->fire_due();
    EXPECT_EQ(sink_.take(), Seen{});
}

TEST_F(DurableTimersTest, OnlyWhatIsArmedCostsAWrite) {
    deliver(tally::Wait{500}, 1);
    EXPECT_EQ(store_.waiting(), 0U) << "a timer that is not durable";
    clock_.advance(500);
    host_->fire_due();
    TimerChanges<TallyTraits::Timer> changes(0);
    changes.note(tally::Audit{}, {}, 500);
    changes.note(tally::Audit{}, {tally::Audit{}}, std::nullopt);
    EXPECT_EQ(changes.changes().size(), 0U) << "started and stopped by one handler";
}

TEST_F(DurableTimersTest, AClockThatWasSetBackDoesNotMakeATimerLonger) {
    lend("x", 300);
    flush_all();
    clock_.set_wall(clock_.wall_ms() - 1'000'000);
    restart();
    EXPECT_EQ(sink_.wake_ms, clock_.now_ms() + 300);
}

TEST_F(DurableTimersTest, ATimerWithoutAKeyIsFoundAgain) {
    store_.put("m", {"timer audit", "", encode(StoredDeadline{clock_.wall_ms() + 70, 100})});
    ASSERT_TRUE(host_->recover());
    EXPECT_NE(host_->find("m"), nullptr) << "an armed timer keeps a machine that is otherwise new";
    clock_.advance(70);
    host_->fire_due();
    EXPECT_EQ(sink_.take(), Seen{});
    flush_all();
    EXPECT_EQ(sink_.take(), (Seen{"auditor<-0"}));
}

TEST_F(DurableTimersTest, RefusesStoredTimersThatItDoesNotUnderstand) {
    const auto deadline = encode(StoredDeadline{0, 0});
    const auto refusal = [this](const Entry& entry) {
        ManualStore store;
        store.put("m", entry);
        Host host(Host::Environment{clock_, store, hooks_, sink_}, {}, {});
        const auto recovered = host.recover();
        return recovered ? std::string() : recovered.error().message;
    };
    const auto unknown = [](std::string_view timer) {
        return fmt::format("machine 'm': the stored field 'timer {}' is unknown", timer);
    };
    const auto malformed = [](std::string_view timer) {
        return fmt::format("machine 'm': a stored entry of the field 'timer {}' is malformed",
                           timer);
    };
    EXPECT_EQ(refusal({"timer nap", "", deadline}), unknown("nap"));
    EXPECT_EQ(refusal({"timer alarm", "", deadline}), unknown("alarm"))
        << "a timer that is not durable any more";
    EXPECT_EQ(refusal({"timer audit", "x", deadline}), malformed("audit"));
    EXPECT_EQ(refusal({"timer lapse", "x", deadline}), malformed("lapse"));
    EXPECT_EQ(refusal({"timer audit", "", "x"}), malformed("audit"));
    constexpr auto kFarthest = std::numeric_limits<WallMs>::max();
    for (const auto& wrong : std::array<StoredDeadline, 4>{
             {{0, -1}, {0, kLongestTimerMs + 1}, {kFarthest, 0}, {-kFarthest, 0}}}) {
        EXPECT_EQ(refusal({"timer audit", "", encode(wrong)}), malformed("audit"));
    }
    EXPECT_EQ(refusal({"timer audit", "", deadline}), "");
}

/// A run of a host: at each step something is lent or the time goes on, and what has come out is
/// noted down with the time.
struct Step {
    char label = 'a';
    std::int64_t duration_ms = 0;
    std::int64_t pause_ms = 0;
    bool crash_before = false;
};

class RunOfSteps : public DurableTimersTest {
public:
    enum class Crashes { left_out, wanted };

    Seen run(const std::vector<Step>& steps, Crashes crashes) {
        for (const auto& step : steps) {
            if (step.crash_before && crashes == Crashes::wanted) {
                restart();
            }
            lend(std::string(1, step.label), apart(step));
            flush_all();
            for (std::int64_t i = 0; i < step.pause_ms; ++i) {
                clock_.advance(1);
                host_->fire_due();
                flush_all();
                note();
            }
            note();
        }
        return std::move(noted_);
    }

    void TestBody() override {}

private:
    /// The duration, made so much longer that no two labels have one deadline: in which order
    /// timers of one deadline fire is not said.
    [[nodiscard]] std::int64_t apart(const Step& step) const {
        if (step.duration_ms == 0) {
            return 0;
        }
        const auto due_ms = clock_.now_ms() + step.duration_ms;
        return step.duration_ms + (step.label - due_ms % 3 + 3) % 3;
    }

    void note() {
        for (const auto& seen : sink_.take()) {
            noted_.push_back(fmt::format("{}: {}", clock_.now_ms(), seen));
        }
    }

    Seen noted_;
};

RC_GTEST_PROP(DurableTimersProperty, CrashesDoNotChangeWhenDurableTimersFire, ()) {
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::build<Step>(rc::gen::set(&Step::label, rc::gen::element('a', 'b', 'c')),
                             rc::gen::set(&Step::duration_ms, rc::gen::inRange(0, 20)),
                             rc::gen::set(&Step::pause_ms, rc::gen::inRange(0, 10)),
                             rc::gen::set(&Step::crash_before, rc::gen::arbitrary<bool>())));
    const auto with_crashes = RunOfSteps().run(steps, RunOfSteps::Crashes::wanted);
    RC_ASSERT(with_crashes == RunOfSteps().run(steps, RunOfSteps::Crashes::left_out));
}

} // namespace
} // namespace muster::runtime
