#include "cli/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <thread>

namespace muster::cli {
namespace {

using testing::MatchesRegex;

TEST(Progress, SaysNothingOfWhatIsOverAtOnce) {
    std::ostringstream terminal;
    {
        Progress progress(terminal);
        progress.now("proving join");
        progress.tick();
    }
    EXPECT_EQ(terminal.str(), "");
}

TEST(Progress, TakesItsLineAwayAndLeavesWhatWasFound) {
    std::ostringstream terminal;
    {
        Progress progress(terminal);
        progress.found("early is not kept by join");
        progress.now("proving join");
        std::this_thread::sleep_for(std::chrono::milliseconds(320));
        progress.tick();
        progress.found("late is not kept by join");
    }
    EXPECT_THAT(terminal.str(),
                MatchesRegex("early is not kept by join\n"
                             "\r.\\[Kproving join … [0-9.]+ s"
                             "\r.\\[Klate is not kept by join\n"
                             "\r.\\[Kproving join … [0-9.]+ s"
                             "\r.\\[K"));
}

} // namespace
} // namespace muster::cli
