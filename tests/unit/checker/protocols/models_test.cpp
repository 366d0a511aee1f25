#include "tests/unit/checker/protocols/state_count.hpp"

#include <gtest/gtest.h>

namespace muster::checker::testing {
namespace {

std::uint64_t caches(const std::string& count) {
    return state_count(
        replaced(shipped("models/cache_coherence.muster"), "Cache = 3", "Cache = " + count));
}

// Each was counted a second time by a search written for that model alone, in another language.
TEST(Models, CacheCoherenceHasTheStatesOfASearchOfItsOwn) {
    EXPECT_EQ(caches("1"), 73U);
    EXPECT_EQ(caches("2"), 1497U);
    EXPECT_EQ(caches("3"), 28593U);
}

// States past the bound are counted and not expanded.
TEST(Models, MutualExclusionHasTheStatesOfASearchOfItsOwn) {
    EXPECT_EQ(state_count(shipped("models/mutual_exclusion.muster")), 3485U);
}

} // namespace
} // namespace muster::checker::testing
