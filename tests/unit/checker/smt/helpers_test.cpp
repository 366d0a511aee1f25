#include "checker/smt/helpers.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace muster::checker::smt {
namespace {

class HelpersTest : public ::testing::Test {
protected:
    HelpersTest() {
        task_.system = &system_;
        task_.with_obligations = true;
        for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
            const spec::PropertyKind kind = spec_.properties[i].kind;
            if (kind != spec::PropertyKind::cover && kind != spec::PropertyKind::axiom) {
                task_.properties.push_back(i);
            }
        }
        options_.answers = &answers_;
    }

    void expect_all_proved() {
        const GroupResult result = prove_group(task_, options_);
        EXPECT_EQ(result.properties.size(), task_.properties.size());
        for (const PropertyProof& proof : result.properties) {
            EXPECT_EQ(proof.outcome, ProofOutcome::proved) << proof.reason;
        }
    }

    spec::TypedSpec spec_ = testing::analysed(testing::shipped("ticket_lock.muster"));
    TransitionSystem system_ = lower(spec_, {});
    GroupTask task_;
    Answers answers_;
    InductionOptions options_;
};

// Everything that the helpers could ask, the proof finds.
TEST_F(HelpersTest, FindWhatTheProofAsks) {
    Helpers helpers(3, spec_, options_);
    helpers.work_on(task_, 0);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
    while (answers_.size() < 20 && std::chrono::steady_clock::now() < end) {
        helpers.collect();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_GE(answers_.size(), 20U);
    EXPECT_TRUE(answers_.used().empty());
    const std::size_t sent = answers_.size();
    expect_all_proved();
    // Apart from the start and what is asked of messages, the questions are those of the helpers.
    EXPECT_GE(answers_.used().size(), sent);
}

TEST_F(HelpersTest, ThatDieLeaveMoreToAsk) {
    Helpers helpers(2, spec_, options_);
    std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    int killed = 0;
    for (pid_t child = 0; children >> child; ++killed) {
        ::kill(child, SIGKILL);
    }
    EXPECT_EQ(killed, 2);
    helpers.work_on(task_, 0);
    expect_all_proved();
}

TEST_F(HelpersTest, MayBeSentAwayAtAnyTime) {
    {
        Helpers helpers(2, spec_, options_);
        helpers.work_on(task_, 0);
        helpers.work_on(task_, 1);
    }
    std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    pid_t child = 0;
    EXPECT_FALSE(children >> child) << "a helper is left";
    expect_all_proved();
}

} // namespace
} // namespace muster::checker::smt
