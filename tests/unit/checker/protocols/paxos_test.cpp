#include "tests/unit/checker/protocols/state_count.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

// No published model keeps its messages and its proposers as this one does, so these counts are
// our own; an enumeration of the same protocol by hand, in another language, gave the same.
TEST(Paxos, HasAsManyStatesAsEver) {
    const std::string paxos = shipped("paxos.muster");
    EXPECT_EQ(state_count(paxos, 0), 86990U);
    EXPECT_EQ(state_count(paxos, 1), 307U);
}

} // namespace
} // namespace muster::checker::testing
