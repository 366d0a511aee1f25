#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

ExploreResult searched(std::string_view text) {
    // Both searches find the very same, ends included.
    return find(text, {.slicing = Slicing::off}).result;
}

TEST(Ends, are_where_only_faults_change_anything) {
    const ExploreResult result = searched(R"(protocol steps
role walker { var step: int = 0  action walk when step < 2 { step += 1 } }
fault crash walker
instance one {}
)");
    EXPECT_EQ(result.states, 3U);
    EXPECT_EQ(result.ends, 1U);
    ASSERT_TRUE(result.run_to_end);
    EXPECT_EQ(result.run_to_end->steps.size(), 2U);
}

// What the default network keeps can be delivered for ever, which is no way out.
TEST(Ends, are_where_messages_change_nothing_any_more) {
    const ExploreResult result = searched(R"(protocol note
message Note from ann to ben {}
role ann { var wrote: bool = false
  action write when not wrote { wrote = true; send Note() to ben } }
role ben { var has: bool = false  on Note() { has = true } }
instance one {}
)");
    EXPECT_EQ(result.states, 3U);
    EXPECT_EQ(result.ends, 1U);
    EXPECT_EQ(result.run_to_end->steps.size(), 2U);
}

TEST(Ends, are_none_where_a_message_is_on_its_way) {
    EXPECT_EQ(searched(R"(protocol note
message Note from ann to ben {} via once
role ann { action write { send Note() to ben } }
role ben { on Note() { ignore } }
instance one { in flight <= 1 }
)")
                  .ends,
              0U);
}

// What somebody makes up is a fault; a state outside of a bound is no end.
TEST(Ends, are_told_from_what_lies_outside) {
    const ExploreResult result = searched(R"(protocol guess
message Say from stranger to clerk { number: int }
role stranger { }
role clerk { var heard: int = 0
  on Say(number) when number > heard { heard = number }  on Say() otherwise { ignore } }
fault arbitrary stranger
instance few { Say.number in 0 .. 3, clerk.heard <= 2 }
)");
    EXPECT_EQ(result.states, 4U);
    EXPECT_EQ(result.ends, 3U);
    EXPECT_EQ(result.run_to_end->steps.size(), 0U);
}

} // namespace
} // namespace muster::checker::testing
