#include "tests/unit/checker/protocols/state_count.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

std::uint64_t states_of(const std::string& instance) {
    return state_count(
        replaced(shipped("raft_election.muster"), "Server = 3, server.term <= 1", instance));
}

// Counted a second time by a search written for this protocol alone, in another language. States
// past the bound are counted and not expanded.
TEST(RaftElection, HasTheStatesOfASearchOfItsOwn) {
    EXPECT_EQ(states_of("Server = 2, server.term <= 1"), 45U);
    EXPECT_EQ(states_of("Server = 2, server.term <= 2"), 389U);
    EXPECT_EQ(states_of("Server = 3, server.term <= 1"), 537U);
}

} // namespace
} // namespace muster::checker::testing
