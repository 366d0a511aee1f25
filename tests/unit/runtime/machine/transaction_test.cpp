#include "runtime/machine/transaction.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace muster::runtime {
namespace {

// Notes the texts that are sent to it.
struct NotingOut {
    std::vector<std::string> sent;

    void send(const std::string& text) { sent.push_back(text); }

    void send(const std::string& text, int to) { sent.push_back(text + std::to_string(to)); }

    void reply(const std::string& text, int to) {
        sent.push_back("re " + text + std::to_string(to));
    }

    void start_timer(const std::string& timer, std::int64_t ms) {
        sent.push_back("start " + timer + std::to_string(ms));
    }

    void stop_timer(const std::string& timer) { sent.push_back("stop " + timer); }

    void changed(int field) { sent.push_back("changed " + std::to_string(field)); }

    void changed(int field, const std::string& key) {
        sent.push_back("changed " + std::to_string(field) + key);
    }
};

struct State {
    std::int64_t number = 0;
    std::map<int, std::vector<int>> map;
    std::set<int> set;

    friend bool operator==(const State&, const State&) = default;
};

// One write of some kind, decided by three numbers.
template <class Out>
void write(Out& out, State& state, int kind, int key, int value) {
    switch (kind) {
    case 0:
        assign(out, state.number, std::int64_t{value});
        break;
    case 1:
        put(out, state.map, key, std::vector<int>{value});
        break;
    case 2:
        erase(out, state.map, key);
        break;
    case 3:
        insert(out, state.set, key);
        break;
    case 4:
        erase(out, state.set, key);
        break;
    case 5:
        assign(out, state.map, std::map<int, std::vector<int>>{{key, {value}}});
        break;
    case 6:
        assign(out, state.set, std::set<int>{key});
        break;
    case 7:
        modify(out, state.set, [&](auto& set) { set.insert(key); });
        break;
    default:
        if (state.map.contains(key)) {
            modify_entry(out, state.map, key, [&](auto& list) { list.push_back(value); });
        }
        break;
    }
}

using Writes = std::vector<std::tuple<std::uint8_t, std::uint8_t, int>>;

template <class Out>
void write_all(Out& out, State& state, const Writes& writes) {
    for (const auto& [kind, key, value] : writes) {
        write(out, state, kind % 9, key % 4, value);
        out.send(std::to_string(value));
    }
}

TEST(Transaction, AnOverflowUndoesWhateverWasWritten) {
    EXPECT_TRUE(rc::check("undo", [](const Writes& before, const Writes& during) {
        State state;
        NotingOut plain;
        write_all(plain, state, before);
        const State kept = state;
        NotingOut out;
        const Outcome outcome = atomically(out, [&](auto& effects) {
            write_all(effects, state, during);
            static_cast<void>(add(std::numeric_limits<std::int64_t>::max(), 1));
            return Outcome::handled;
        });
        RC_ASSERT(outcome == Outcome::overflow);
        RC_ASSERT(state == kept);
        RC_ASSERT(out.sent.empty());
    }));
}

TEST(Transaction, OtherwiseItIsAsIfItWereNotThere) {
    EXPECT_TRUE(rc::check("commit", [](const Writes& writes) {
        State direct;
        NotingOut direct_out;
        write_all(direct_out, direct, writes);
        State state;
        NotingOut out;
        const Outcome outcome = atomically(out, [&](auto& effects) {
            write_all(effects, state, writes);
            return Outcome::ignored;
        });
        RC_ASSERT(outcome == Outcome::ignored);
        RC_ASSERT(state == direct);
        RC_ASSERT(out.sent == direct_out.sent);
    }));
}

TEST(Transaction, EffectsKeepTheirOrder) {
    NotingOut out;
    const Outcome outcome = atomically(out, [&](auto& effects) {
        effects.send(std::string("a"), 1);
        effects.start_timer(std::string("t"), 5);
        effects.changed(3);
        effects.changed(3, std::string("k"));
        effects.reply(std::string("b"), 2);
        effects.stop_timer(std::string("t"));
        EXPECT_TRUE(out.sent.empty());
        return Outcome::handled;
    });
    EXPECT_EQ(outcome, Outcome::handled);
    EXPECT_EQ(
        out.sent,
        (std::vector<std::string>{"a1", "start t5", "changed 3", "changed 3k", "re b2", "stop t"}));
}

TEST(Arithmetic, IsThatOfTheIntegersOrAnOverflow) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(add(kMost - 1, 1), kMost);
    EXPECT_EQ(subtract(kLeast + 1, 1), kLeast);
    EXPECT_EQ(multiply(kMost, -1), kLeast + 1);
    EXPECT_THROW(static_cast<void>(add(kMost, 1)), Overflow);
    EXPECT_THROW(static_cast<void>(subtract(0, kLeast)), Overflow);
    EXPECT_THROW(static_cast<void>(multiply(kLeast, -1)), Overflow);
}

TEST(SimultaneousLoop, AnIterationSeesOnlyItsOwnWrites) {
    std::map<int, int> map{{1, 1}, {2, 2}, {3, 3}};
    {
        Simultaneous carried(map);
        for (const int key : {1, 2, 3}) {
            EXPECT_EQ(map, (std::map<int, int>{{1, 1}, {2, 2}, {3, 3}}));
            if (key == 2) {
                map.erase(key);
            } else {
                map[key] = 10 * key;
            }
            carried.next(key);
        }
        carried.finish();
    }
    EXPECT_EQ(map, (std::map<int, int>{{1, 10}, {3, 30}}));
}

TEST(OutcomeNames, AreWords) {
    EXPECT_EQ(name_of(Outcome::handled), "handled");
    EXPECT_EQ(name_of(Outcome::ignored), "ignored");
    EXPECT_EQ(name_of(Outcome::not_enabled), "not enabled");
    EXPECT_EQ(name_of(Outcome::overflow), "overflow");
}

} // namespace
} // namespace muster::runtime
