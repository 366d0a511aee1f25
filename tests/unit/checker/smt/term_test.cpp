#include "checker/smt/term.hpp"

#include <gtest/gtest.h>

// What the helpers over terms fold away. That they keep the meaning, the encoding's tests show.
namespace muster::checker::smt {
namespace {

class TermTest : public testing::Test {
protected:
    [[nodiscard]] z3::expr p(const z3::expr& argument) { return predicate_(argument); }

    z3::context ctx_;
    z3::sort sort_ = ctx_.uninterpreted_sort("S");
    z3::expr a_ = ctx_.constant("a", sort_);
    z3::expr x_ = ctx_.constant("x", sort_);
    z3::expr y_ = ctx_.constant("y", sort_);

private:
    z3::func_decl predicate_ = ctx_.function("p", sort_, ctx_.bool_sort());
};

TEST_F(TermTest, AnEquationFixesWhatIsBound) {
    EXPECT_TRUE(z3::eq(there_is({x_}, both(p(x_), x_ == a_)), p(a_)));
    EXPECT_TRUE(z3::eq(there_is({x_}, both(a_ == x_, p(x_))), p(a_)));
    EXPECT_TRUE(z3::eq(for_all({x_}, implication(x_ == a_, p(x_))), p(a_)));
    EXPECT_TRUE(there_is({x_}, x_ == a_).is_true());
}

TEST_F(TermTest, AnEquationFixesOneOfTwo) {
    const z3::expr rest = there_is({x_, y_}, both(x_ == y_, both(p(x_), p(y_))));
    ASSERT_TRUE(rest.is_exists());
    EXPECT_EQ(Z3_get_quantifier_num_bound(ctx_, rest), 1U);
}

TEST_F(TermTest, NoOtherEquationFixesAnything) {
    const z3::func_decl next = ctx_.function("next", sort_, sort_);
    EXPECT_TRUE(there_is({x_}, x_ == next(x_)).is_exists());
    EXPECT_TRUE(there_is({x_}, either(x_ == a_, p(x_))).is_exists());
    EXPECT_TRUE(for_all({x_}, implication(p(x_), x_ == a_)).is_forall());
    EXPECT_TRUE(there_is({x_}, both(negation(x_ == a_), p(x_))).is_exists());
}

TEST_F(TermTest, AClaimThatItsConditionRepeatsIsTrue) {
    EXPECT_TRUE(where(p(a_), p(a_)).is_true());
    EXPECT_TRUE(where(both(p(a_), p(x_)), either(p(y_), p(x_))).is_true());
    EXPECT_TRUE(where(negation(p(a_)), implication(p(a_), p(x_))).is_true());
    EXPECT_TRUE(where(p(a_), for_all({x_}, either(p(x_), p(a_)))).is_true());
    EXPECT_FALSE(where(p(a_), p(x_)).is_true());
    EXPECT_FALSE(where(either(p(a_), p(x_)), p(a_)).is_true());
}

} // namespace
} // namespace muster::checker::smt
