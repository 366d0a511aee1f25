#include "checker/cache/answers.hpp"

#include <gtest/gtest.h>

namespace muster::checker {
namespace {

constexpr AnswerKey kOne{1, 10};
constexpr AnswerKey kTwo{2, 20};
constexpr AnswerKey kThree{3, 30};

TEST(Answers, FindsWhatEarlierRunsKnewAndWhatThisOneAdds) {
    Answers answers({kOne, kTwo});
    EXPECT_TRUE(answers.find(kOne));
    EXPECT_FALSE(answers.find(kThree));
    answers.add(kThree);
    EXPECT_TRUE(answers.find(kThree));
    EXPECT_EQ(answers.found(), 1U);
}

// What is used goes to the end of a shelf, so the order counts.
TEST(Answers, TellsWhatThisRunUsedInOrderAndOnce) {
    Answers answers({kOne, kTwo, kOne});
    answers.add(kThree);
    EXPECT_TRUE(answers.find(kTwo));
    EXPECT_TRUE(answers.find(kTwo));
    EXPECT_TRUE(answers.knows(kOne));
    EXPECT_EQ(answers.used(), (std::vector<AnswerKey>{kThree, kTwo}));
    EXPECT_EQ(answers.found(), 1U);
}

TEST(Answers, AreNotTakenForOthersWithOneHalf) {
    const Answers answers({kOne});
    EXPECT_FALSE(answers.knows({1, 11}));
    EXPECT_FALSE(answers.knows({2, 10}));
}

} // namespace
} // namespace muster::checker
