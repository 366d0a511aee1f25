#include "tests/interop/kill_storm/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::interop {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(LedgerTest, KnowsALostCommitFromOneThatWasNotAnswered) {
    Ledger ledger(1);
    ledger.fetched(0, -1, std::nullopt);
    ledger.committing(0, 3);
    ledger.committed(0, 3);
    ledger.committing(0, 5);
    ledger.fetched(0, 3, Ledger::note(0, 3));
    ledger.fetched(0, 5, Ledger::note(0, 5));
    EXPECT_THAT(ledger.faults(), IsEmpty());
    ledger.fetched(0, 3, Ledger::note(0, 3)); // What was shown once is promised.
    EXPECT_THAT(ledger.faults(), ElementsAre("client 0 is at 3, after 5 was acknowledged"));
}

TEST(LedgerTest, KnowsAPositionThatNobodyCommitted) {
    Ledger ledger(1);
    ledger.committing(0, 3);
    ledger.commit_refused(0, 3);
    ledger.fetched(0, 3, Ledger::note(0, 3));
    ledger.fetched(0, 4, Ledger::note(0, 4));
    ledger.committing(0, 6);
    ledger.fetched(0, 6, "another");
    EXPECT_THAT(ledger.faults(),
                ElementsAre("client 0 is at 3, which it was refused",
                            "client 0 is at 4, which it never sent",
                            "client 0 is at 6 with the note 'another'"));
}

TEST(LedgerTest, KnowsAGenerationThatIsHandedOutTwice) {
    Ledger ledger(1);
    ledger.joined(0, {.generation = 1, .member = "b", .leader = "a", .members = {}});
    ledger.joined(0, {.generation = 1, .member = "a", .leader = "a", .members = {"a", "b"}});
    ledger.joined(1, {.generation = 2, .member = "a", .leader = "a", .members = {"a"}});
    EXPECT_EQ(ledger.highest_generation(), 2);
    EXPECT_THAT(ledger.faults(), IsEmpty());
    ledger.joined(2, {.generation = 2, .member = "a", .leader = "a", .members = {"a", "b"}});
    ledger.joined(2, {.generation = 2, .member = "a", .leader = "b", .members = {}});
    ledger.joined(2, {.generation = 1, .member = "b", .leader = "a", .members = {}});
    ledger.joined(2, {.generation = 3, .member = "c", .leader = "a", .members = {}});
    ledger.joined(2, {.generation = 3, .member = "a", .leader = "a", .members = {"a"}});
    EXPECT_THAT(ledger.faults(),
                ElementsAre("generation 2 was handed out with other members",
                            "generation 2 is led by a and by b",
                            "generation 1 after generation 2",
                            "c was told generation 3, whose leader does not know it"));
}

TEST(LedgerTest, KnowsAShareOfAnotherGeneration) {
    Ledger ledger(1);
    ledger.joined(0, {.generation = 1, .member = "a", .leader = "a", .members = {"a"}});
    ledger.synced(1, "a", Ledger::share(1, "a", "a"));
    EXPECT_THAT(ledger.faults(), IsEmpty());
    ledger.synced(1, "a", "");
    EXPECT_THAT(ledger.faults(), ElementsAre("the share '' instead of '1 by a for a'"));
}

TEST(LedgerTest, KnowsALogThatLostOrChangedWhatItHad) {
    Ledger ledger(1);
    for (const auto* text : {"x", "y", "z"}) {
        ledger.producing(0, text);
    }
    ledger.produced(0, {.offset = 0, .count = 2, .text = "x"});
    ledger.read(0, 0, {{0, 2, "x"}, {2, 1, "y"}});
    EXPECT_EQ(ledger.read_up_to(0), 3);
    EXPECT_THAT(ledger.faults(), IsEmpty());
    ledger.read(0, 0, {{0, 2, "x"}});
    ledger.read(0, 2, {{2, 1, "z"}});
    ledger.read(0, 3, {{3, 1, "x"}, {5, 1, "w"}});
    EXPECT_THAT(ledger.faults(),
                ElementsAre("log 0 has lost 'y', acknowledged at 2",
                            "log 0 has 'z' at 2, where 'y' was",
                            "log 0 has 'x' twice",
                            "log 0 goes on at 5 instead of 4",
                            HasSubstr("log 0 has 'w', which nobody sent")));
}

} // namespace
} // namespace muster::interop
