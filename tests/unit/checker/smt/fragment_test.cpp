#include "checker/smt/fragment.hpp"

#include <gtest/gtest.h>

namespace muster::checker::smt {
namespace {

class FragmentTest : public ::testing::Test {
protected:
    z3::sort sort(const char* name) { return ctx_.uninterpreted_sort(name); }

    z3::expr variable(const char* name, const z3::sort& sort) { return ctx_.constant(name, sort); }

    z3::func_decl relation(const char* name, const z3::sort& a, const z3::sort& b) {
        return ctx_.function(name, a, b, ctx_.bool_sort());
    }

    static FragmentVerdict verdict_of(const z3::expr& formula) {
        Fragment fragment;
        fragment.add(formula, "lemma l");
        return fragment.verdict();
    }

    z3::context ctx_;
    z3::sort member_ = sort("Member");
    z3::sort group_ = sort("Group");
    z3::expr m_ = variable("m", member_);
    z3::expr n_ = variable("n", member_);
    z3::expr g_ = variable("g", group_);
    z3::func_decl in_ = relation("in", member_, group_);
    z3::func_decl knows_ = relation("knows", member_, member_);
};

TEST_F(FragmentTest, UniversalFormulasAreDecided) {
    EXPECT_TRUE(verdict_of(z3::forall(m_, g_, in_(m_, g_))).is_decided());
    EXPECT_TRUE(verdict_of(!z3::exists(m_, n_, knows_(m_, n_))).is_decided());
}

TEST_F(FragmentTest, AnAlternationBetweenTwoSortsIsDecided) {
    EXPECT_TRUE(verdict_of(z3::forall(m_, z3::exists(g_, in_(m_, g_)))).is_decided());
}

TEST_F(FragmentTest, AnAlternationWithinASortIsNot) {
    const FragmentVerdict verdict = verdict_of(z3::forall(m_, z3::exists(n_, knows_(m_, n_))));
    ASSERT_EQ(verdict.cycle.size(), 1U);
    EXPECT_EQ(why_outside(verdict), "for every Member there is another Member in lemma l");
    EXPECT_EQ(remedy(verdict),
              "keep what the existential quantifier asks for in a ghost variable, set where it "
              "comes to be, and speak of that variable instead");
}

TEST_F(FragmentTest, ADeniedFormulaAlternatesTheOtherWayRound) {
    EXPECT_TRUE(verdict_of(!z3::forall(m_, z3::exists(g_, in_(m_, g_)))).is_decided());
    const FragmentVerdict verdict = verdict_of(!z3::exists(m_, z3::forall(n_, knows_(m_, n_))));
    EXPECT_EQ(why_outside(verdict), "for every Member there is another Member in lemma l");
}

TEST_F(FragmentTest, AWitnessDependsOnlyOnWhatItsFormulaSpeaksOf) {
    // The existential part does not mention the universal variable, so its witness is a constant.
    const z3::expr apart = z3::forall(m_, knows_(m_, m_) || z3::exists(n_, knows_(n_, n_)));
    EXPECT_TRUE(verdict_of(apart).is_decided());
}

TEST_F(FragmentTest, AWitnessOfAWitnessDependsOnTheOuterVariable) {
    const z3::expr through =
        z3::forall(m_, z3::exists(g_, in_(m_, g_) && z3::exists(n_, in_(n_, g_))));
    EXPECT_EQ(verdict_of(through).cycle.size(), 1U); // Member to Member, by way of g
}

TEST_F(FragmentTest, FunctionsAreLinksOfChains) {
    const z3::func_decl home = ctx_.function("home", member_, group_);
    const z3::func_decl head = ctx_.function("head", group_, member_);
    Fragment fragment;
    fragment.add(z3::forall(m_, in_(m_, home(m_))), "lemma one");
    EXPECT_TRUE(fragment.verdict().is_decided());
    fragment.add(z3::forall(g_, in_(head(g_), g_)), "lemma two");
    EXPECT_EQ(
        why_outside(fragment.verdict()),
        "`head` takes Group to Member in lemma two, and `home` takes Member to Group in lemma "
        "one");
    EXPECT_EQ(remedy(fragment.verdict()), "keep one of these functions as a set of pairs instead");
}

TEST_F(FragmentTest, AFunctionOfWhatIsFixedIsNoLink) {
    const z3::func_decl next = ctx_.function("next", member_, member_);
    const z3::expr someone = variable("someone", member_);
    EXPECT_TRUE(verdict_of(z3::forall(m_, knows_(m_, next(next(someone))))).is_decided());
    EXPECT_FALSE(verdict_of(z3::forall(m_, knows_(m_, next(m_)))).is_decided());
}

TEST_F(FragmentTest, AnEquivalenceIsBothDirections) {
    const z3::expr flag = ctx_.bool_const("flag");
    const z3::expr everyone = z3::forall(m_, z3::exists(g_, in_(m_, g_)));
    // Read backwards, for every g there is an m only where the other quantifier is outside of it.
    EXPECT_TRUE(verdict_of(flag == everyone).is_decided());
    const z3::expr two = z3::forall(g_, (flag == z3::exists(m_, in_(m_, g_))));
    Fragment fragment;
    fragment.add(two, "lemma two");
    fragment.add(everyone, "lemma all");
    EXPECT_EQ(fragment.verdict().cycle.size(), 2U);
}

TEST_F(FragmentTest, EnumerationsAreNoLinks) {
    const char* names[] = {"red", "green"};
    z3::func_decl_vector values(ctx_);
    z3::func_decl_vector tests(ctx_);
    const z3::sort colour = ctx_.enumeration_sort("Colour", 2, names, values, tests);
    const z3::expr c = variable("c", colour);
    const z3::expr d = variable("d", colour);
    const z3::func_decl next = ctx_.function("next", colour, colour);
    EXPECT_TRUE(verdict_of(z3::forall(c, z3::exists(d, next(c) == d))).is_decided());
}

TEST_F(FragmentTest, IntegersMayBeComparedUnderAQuantifier) {
    const z3::expr i = ctx_.int_const("i");
    const z3::expr k = ctx_.int_const("k");
    const z3::func_decl used = ctx_.function("used", ctx_.int_sort(), ctx_.bool_sort());
    EXPECT_TRUE(verdict_of(z3::forall(i, z3::implies(used(i), i <= k + 1))).is_decided());
    const FragmentVerdict verdict = verdict_of(z3::forall(i, z3::implies(used(i), used(i + 1))));
    EXPECT_EQ(why_outside(verdict),
              "arithmetic on integers that a quantifier ranges over, or a product of unknowns, in "
              "lemma l");
}

TEST_F(FragmentTest, AProductOfUnknownsIsNamed) {
    const z3::expr i = ctx_.int_const("i");
    const z3::expr k = ctx_.int_const("k");
    EXPECT_TRUE(verdict_of(i * 2 == k).is_decided());
    EXPECT_FALSE(verdict_of(i * k == 4).is_decided());
}

TEST_F(FragmentTest, CollectedFormulasCanBeAddedToOthers) {
    Fragment lemmas;
    lemmas.add(z3::forall(m_, z3::exists(g_, in_(m_, g_))), "lemma one");
    Fragment question;
    question.add(z3::forall(g_, z3::exists(m_, in_(m_, g_))), "invariant two");
    EXPECT_TRUE(question.verdict().is_decided());
    question.add(lemmas);
    EXPECT_EQ(why_outside(question.verdict()),
              "for every Group there is some Member in invariant two, and for every Member there "
              "is some Group in lemma one");
}

} // namespace
} // namespace muster::checker::smt
