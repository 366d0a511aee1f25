// The host writes the durable part of generated roles down and puts it back: also of sets, maps and
// lists that do not begin empty, whose first entries must neither be lost nor come back.

#include "runtime/host/effects.hpp"
#include "runtime/host/journal.hpp"
#include "runtime/machine/choose.hpp"
#include "slices/durable_begun.hpp"

#include <gtest/gtest.h>

#include <map>
#include <variant>

namespace muster::codegen {
namespace {

namespace protocol = protocols::durable_begun;
using protocol::Room;
using runtime::Change;
using runtime::Outcome;
using Types = protocol::DefaultTypes;
using Machine = protocol::desk<Types, runtime::DefaultHooks>;

struct NoTimer {
    static constexpr std::string_view kName = "none";
    static constexpr bool kDurable = false;
};

struct NoSink {};

struct Traits {
    using Machine = codegen::Machine;
    using Sink = NoSink;
    using Request = int;
    using Timer = std::variant<NoTimer>;
    using Field = protocol::desk_field;
};

/// What is on disk.
class Disk {
public:
    void write(const Machine& machine, const runtime::Effects<Traits>& effects) {
        for (const Change& change : runtime::changes_to_store<Traits>(machine, effects.changes)) {
            switch (change.kind) {
            case Change::Kind::clear_field:
                std::erase_if(entries_,
                              [&](const auto& entry) { return entry.first.first == change.field; });
                break;
            case Change::Kind::put:
                entries_[{change.field, change.key}] = change.value;
                break;
            case Change::Kind::erase:
                entries_.erase({change.field, change.key});
                break;
            }
        }
    }

    [[nodiscard]] std::vector<runtime::Entry> entries() const {
        std::vector<runtime::Entry> result;
        for (const auto& [place, value] : entries_) {
            result.push_back({place.first, place.second, value});
        }
        return result;
    }

private:
    std::map<std::pair<std::string, runtime::Bytes>, runtime::Bytes> entries_;
};

class DurableBegun : public testing::Test {
protected:
    /// Runs one event and writes down what it changed.
    template <class Event>
    void run(Event event) {
        runtime::Effects<Traits> effects;
        EXPECT_EQ(event(effects), Outcome::handled);
        disk_.write(desk_, effects);
    }

    /// The machine that a new process makes of what is on disk.
    Machine restarted() {
        Machine machine(hooks_);
        EXPECT_TRUE(runtime::restore<Traits>(machine, disk_.entries()));
        return machine;
    }

    runtime::DefaultHooks hooks_;
    Machine desk_{hooks_};
    Disk disk_;
};

TEST_F(DurableBegun, TheFirstEntriesHoldUntilSomethingIsWritten) {
    EXPECT_TRUE(disk_.entries().empty());
    const Machine machine = restarted();
    EXPECT_TRUE(machine.is_initial());
    EXPECT_EQ(machine.free(), (std::set{Room::Small, Room::Large}));
    EXPECT_EQ(machine.seats().at(Room::Large), 12);
    EXPECT_EQ(machine.order(), (std::vector{Room::Large, Room::Small}));
}

TEST_F(DurableBegun, AFirstEntryThatWasRemovedStaysRemoved) {
    run([&](auto& out) { return desk_.handle(protocol::Book<Types>{Room::Small}, out); });
    EXPECT_TRUE(restarted() == desk_);
    EXPECT_EQ(restarted().free(), std::set{Room::Large});
    EXPECT_EQ(restarted().seats(), (std::map<Room, std::int64_t>{{Room::Large, 12}}));
    EXPECT_EQ(restarted().order(), std::vector{Room::Large});
    EXPECT_EQ(restarted().booked(), std::set{Room::Small});
    run([&](auto& out) { return desk_.handle(protocol::Return<Types>{Room::Small, 3}, out); });
    EXPECT_TRUE(restarted() == desk_);
    EXPECT_EQ(restarted().seats().at(Room::Small), 3);
}

TEST_F(DurableBegun, WhatHasBecomeEmptyStaysEmpty) {
    run([&](auto& out) { return desk_.close(out); });
    EXPECT_TRUE(restarted() == desk_);
    EXPECT_TRUE(restarted().free().empty());
    EXPECT_TRUE(restarted().seats().empty());
    EXPECT_TRUE(restarted().order().empty());
}

} // namespace
} // namespace muster::codegen
