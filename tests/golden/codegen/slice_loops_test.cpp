#include "runtime/machine/choose.hpp"
#include "slices/pick.hpp"
#include "slices/return_in_procedure.hpp"
#include "slices/simultaneous_for.hpp"
#include "tests/golden/codegen/recording_out.hpp"

#include <gtest/gtest.h>

#include <map>

namespace muster::codegen {
namespace {

using runtime::DefaultHooks;

TEST(SimultaneousFor, EveryIterationSeesTheStateBeforeTheLoop) {
    namespace protocol = protocols::simultaneous_for;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::board<Types, DefaultHooks> board(hooks);
    // In sequence, c would still see a at 1 or see it raised, depending on the order; at once, the
    // least one stays and all others move.
    EXPECT_EQ(board.add("a", 2, out), Outcome::handled);
    EXPECT_EQ(board.add("b", 1, out), Outcome::handled);
    EXPECT_EQ(board.add("c", 200, out), Outcome::handled);
    out.take();
    EXPECT_EQ(board.handle(protocol::Raise<Types>{}, out), Outcome::handled);
    const std::map<std::string, std::int64_t> expected{{"a", 100}, {"b", 1}, {"c", 100}};
    EXPECT_EQ(board.rank(), expected);
    EXPECT_EQ(out.take(), (Said{"changed rank a", "changed rank c"}));
}

// A loop that lowers everybody above somebody: one after the other, "a" at 100 would shield nobody,
// but "b" would still be seen after it fell.
TEST(SimultaneousFor, AnIterationNeverSeesWhatAnotherWrote) {
    namespace protocol = protocols::simultaneous_for;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::board<Types, DefaultHooks> board(hooks);
    EXPECT_EQ(board.add("a", 150, out), Outcome::handled);
    EXPECT_EQ(board.add("b", 120, out), Outcome::handled);
    EXPECT_EQ(board.add("c", 130, out), Outcome::handled);
    EXPECT_EQ(board.handle(protocol::Raise<Types>{}, out), Outcome::handled);
    // In sequence, b would see a at 100 below it and become 100 as well.
    const std::map<std::string, std::int64_t> expected{{"a", 100}, {"b", 120}, {"c", 100}};
    EXPECT_EQ(board.rank(), expected);
}

TEST(SimultaneousFor, RemovesFromWhatItRangesOver) {
    namespace protocol = protocols::simultaneous_for;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::board<Types, DefaultHooks> board(hooks);
    EXPECT_EQ(board.add("a", 1, out), Outcome::handled);
    EXPECT_EQ(board.add("b", 3, out), Outcome::handled);
    EXPECT_EQ(board.add("c", 4, out), Outcome::handled);
    out.take();
    EXPECT_EQ(board.handle(protocol::Trim<Types>{}, out), Outcome::handled);
    EXPECT_EQ(out.take(),
              (Said{"changed rank b", "changed chosen b", "changed rank c", "changed chosen c"}));
    EXPECT_EQ(board.handle(protocol::Drain<Types>{}, out), Outcome::handled);
    EXPECT_EQ(board.listed(), (std::set<std::string>{"b", "c"}));
    EXPECT_EQ(board.chosen(), (std::set<std::string>{"b", "c"}));
    EXPECT_EQ(board.rank().size(), 1U);
}

// Always the last candidate.
struct LastHooks {
    std::vector<std::vector<std::string>> asked = {};

    std::size_t pick(const std::vector<std::string>& candidates) {
        asked.push_back(candidates);
        return candidates.size() - 1;
    }
};

TEST(Pick, TakesTheFirstThatFits) {
    namespace protocol = protocols::picks;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::box<Types, DefaultHooks> box(hooks);
    EXPECT_EQ(box.handle(protocol::Choose<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), std::nullopt);
    EXPECT_EQ(box.fill("a", 1, out), Outcome::handled);
    EXPECT_EQ(box.fill("b", 3, out), Outcome::handled);
    EXPECT_EQ(box.fill("c", 2, out), Outcome::handled);
    EXPECT_EQ(box.fill("d", 3, out), Outcome::handled);
    EXPECT_EQ(box.fill("e", 2, out), Outcome::handled);
    EXPECT_EQ(box.handle(protocol::Choose<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "b");
    EXPECT_EQ(box.handle(protocol::Worst<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "c");
    EXPECT_EQ(box.handle(protocol::Best<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "b");
}

TEST(Pick, AsksAPolicyAboutThoseThatTie) {
    namespace protocol = protocols::picks;
    using Types = protocol::DefaultTypes;
    LastHooks hooks;
    RecordingOut out;
    protocol::box<Types, LastHooks> box(hooks);
    EXPECT_EQ(box.handle(protocol::Worst<Types>{}, out), Outcome::handled);
    EXPECT_TRUE(hooks.asked.empty()); // nothing to choose from: the `else` branch
    EXPECT_EQ(box.fill("a", 1, out), Outcome::handled);
    EXPECT_EQ(box.fill("b", 3, out), Outcome::handled);
    EXPECT_EQ(box.fill("c", 2, out), Outcome::handled);
    EXPECT_EQ(box.fill("d", 3, out), Outcome::handled);
    EXPECT_EQ(box.handle(protocol::Choose<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "d");
    EXPECT_EQ(box.handle(protocol::Best<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "d");
    EXPECT_EQ(box.handle(protocol::Worst<Types>{}, out), Outcome::handled);
    EXPECT_EQ(box.taken(), "c");
    EXPECT_EQ(hooks.asked,
              (std::vector<std::vector<std::string>>{{"b", "c", "d"}, {"b", "d"}, {"c"}}));
}

TEST(PickDeathTest, NothingToPickIsABrokenObligation) {
    namespace protocol = protocols::picks;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::box<Types, DefaultHooks> box(hooks);
    EXPECT_DEATH(static_cast<void>(box.handle(protocol::Best<Types>{}, out)),
                 "broken obligation: pick i in keys\\(weight\\): there is none");
}

TEST(ReturnInProcedure, EndsTheProcedureOnly) {
    namespace protocol = protocols::return_in_procedure;
    using Types = protocol::DefaultTypes;
    DefaultHooks hooks;
    RecordingOut out;
    protocol::button<Types, DefaultHooks> button(hooks);
    EXPECT_EQ(button.handle(protocol::Press<Types>{-1}, out), Outcome::handled);
    EXPECT_TRUE(button.pressed());
    EXPECT_FALSE(button.late());
    EXPECT_EQ(button.low(), 1);
    EXPECT_EQ(button.handle(protocol::Press<Types>{0}, out), Outcome::handled);
    EXPECT_FALSE(button.late());
    EXPECT_EQ(button.handle(protocol::Press<Types>{12}, out), Outcome::handled);
    EXPECT_TRUE(button.late());
    EXPECT_EQ(button.low(), 12);
}

} // namespace
} // namespace muster::codegen
