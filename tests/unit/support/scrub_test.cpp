#include "tests/support/scrub.hpp"

#include <gtest/gtest.h>

namespace muster::test {
namespace {

TEST(ScrubPath, ReplacesEveryMention) {
    EXPECT_EQ(scrub_path("/a/b/x.cpp and /a/b/y.cpp", "/a/b", "root"),
              "<root>/x.cpp and <root>/y.cpp");
}

TEST(ScrubPath, LeavesOtherTextAlone) {
    EXPECT_EQ(scrub_path("/a/c", "/a/b", "root"), "/a/c");
    EXPECT_EQ(scrub_path("anything", "", "root"), "anything");
}

TEST(ScrubDurations, ReplacesEveryUnit) {
    EXPECT_EQ(scrub_durations("took 0.4 s, then 12ms, then 3 min and 7 µs"),
              "took <time>, then <time>, then <time> and <time>");
}

TEST(ScrubDurations, KeepsCountsAndNames) {
    EXPECT_EQ(scrub_durations("16,668 states in 3 steps of s1 s"),
              "16,668 states in 3 steps of s1 s");
}

} // namespace
} // namespace muster::test
