#include "checker/smt/query.hpp"

#include <gtest/gtest.h>

namespace muster::checker::smt {
namespace {

class Questions : public testing::Test {
protected:
    Session session() { return {ctx_, options_, queries_, &cache_}; }

    z3::context ctx_;
    InductionOptions options_;
    std::size_t queries_ = 0;
    Answers answers_;
    QueryCache cache_{answers_};
    z3::expr a_ = ctx_.bool_const("a");
    z3::expr b_ = ctx_.bool_const("b");
    z3::expr n_ = ctx_.int_const("n");
};

TEST_F(Questions, KeepProofsAlone) {
    Session session = this->session();
    session.add(a_);
    EXPECT_EQ(session.check(!a_, "no"), Answer::unsatisfiable);
    EXPECT_EQ(answers_.found(), 1U);
    EXPECT_EQ(session.check(b_, "yes"), Answer::satisfiable);
    EXPECT_EQ(answers_.found(), 1U);
    EXPECT_EQ(session.check(!a_, "no"), Answer::unsatisfiable);
    EXPECT_EQ(answers_.found(), 1U);
    EXPECT_EQ(queries_, 3U);
}

TEST_F(Questions, AreOthersWithoutWhatWasPopped) {
    Session session = this->session();
    session.push();
    session.add(a_);
    EXPECT_EQ(session.check(!a_, "q"), Answer::unsatisfiable);
    session.pop();
    EXPECT_EQ(session.check(!a_, "q"), Answer::satisfiable);
    session.push();
    session.add(b_);
    EXPECT_EQ(session.check(!a_, "q"), Answer::satisfiable);
    session.pop();
    session.push();
    session.add(a_);
    EXPECT_EQ(session.check(!a_, "q"), Answer::unsatisfiable);
    EXPECT_EQ(answers_.found(), 1U);
}

// The solver learns of levels that were begun and ended while the cache answered.
TEST_F(Questions, MayComeAfterLevelsThatTheSolverHasNotSeen) {
    {
        Session first = session();
        first.add(n_ > 0);
        first.push();
        first.add(n_ < 5);
        EXPECT_EQ(first.check(n_ > 7, "q"), Answer::unsatisfiable);
    }
    Session second = session();
    second.add(n_ > 0);
    second.push();
    second.add(n_ < 5);
    EXPECT_EQ(second.check(n_ > 7, "q"), Answer::unsatisfiable); // known
    second.push();
    second.push();
    second.add(n_ != 3);
    EXPECT_EQ(second.check(n_ == 3, "q"), Answer::unsatisfiable);
    second.pop();
    EXPECT_EQ(second.check(n_ == 3, "q"), Answer::satisfiable);
    second.pop();
    second.pop();
    EXPECT_EQ(second.check(n_ > 7, "q"), Answer::satisfiable);
    EXPECT_EQ(second.check(n_ < 0, "q"), Answer::unsatisfiable);
}

TEST_F(Questions, OfAGlanceAreKeptWithBothAnswers) {
    Session session = this->session();
    session.add(a_);
    EXPECT_EQ(session.glance(b_, "q"), Answer::satisfiable);
    EXPECT_EQ(session.glance(!a_, "q"), Answer::unsatisfiable);
    EXPECT_EQ(answers_.found(), 2U);
    EXPECT_EQ(session.glance(b_, "q"), Answer::satisfiable);
    EXPECT_EQ(session.glance(!a_, "q"), Answer::unsatisfiable);
    EXPECT_EQ(answers_.found(), 2U);
    // That something is possible proves nothing.
    EXPECT_EQ(session.check(b_, "q"), Answer::satisfiable);
}

TEST_F(Questions, EndWhereSomebodyAsksForIt) {
    Stop stop;
    options_.stop = &stop;
    Session session = this->session();
    session.add(a_);
    EXPECT_EQ(session.check(!a_, "q"), Answer::unsatisfiable);
    stop.request("the test says so");
    stop.request("later");
    EXPECT_EQ(stop.reason(), "the test says so");
    EXPECT_EQ(session.check(!a_, "q"), Answer::unsatisfiable) << "known already";
    EXPECT_THROW(session.check(b_, "q"), Stopped);
    EXPECT_THROW(session.glance(b_, "q"), Stopped);
}

TEST_F(Questions, OfThePrunerAreKept) {
    Pruner pruner(ctx_, nullptr, &cache_);
    pruner.add({a_});
    EXPECT_FALSE(pruner.perhaps({!a_}));
    EXPECT_TRUE(pruner.perhaps({b_}));
    EXPECT_EQ(answers_.found(), 2U);
    Pruner other(ctx_, nullptr, &cache_);
    other.add({a_});
    EXPECT_FALSE(other.perhaps({!a_}));
    EXPECT_TRUE(other.perhaps({b_}));
    EXPECT_EQ(answers_.found(), 2U);
}

} // namespace
} // namespace muster::checker::smt
