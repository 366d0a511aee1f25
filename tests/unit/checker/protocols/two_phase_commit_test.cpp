#include "tests/unit/checker/protocols/state_count.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

std::uint64_t states_of(const std::string& participants) {
    return state_count(replaced(
        shipped("two_phase_commit.muster"), "Participant = 3", "Participant = " + participants));
}

// What is published: 288 for three (TLC on the TwoPhase specification of Gray and Lamport, and
// Stateright's version of it), 8832 for five (Stateright), 50816 for six (the specification's own
// comment). Crashes add nothing: everything is durable.
TEST(TwoPhaseCommit, HasTheStatesOfTheTlaSpecification) {
    EXPECT_EQ(states_of("3"), 288U);
    EXPECT_EQ(states_of("5"), 8832U);
    EXPECT_EQ(states_of("6"), 50816U);
}

} // namespace
} // namespace muster::checker::testing
