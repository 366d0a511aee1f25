#include "checker/smt/grounding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

// A question about few elements whose quantifiers are written out has the answer that it has with
// its quantifiers.
namespace muster::checker::smt::testing {
namespace {

/// Random claims about one sort: a constant, a function, a set and a relation.
class Claims {
public:
    Claims(z3::context& ctx, unsigned seed)
        : ctx_(ctx)
        , random_(seed)
        , sort_(ctx.uninterpreted_sort("S"))
        , constant_(ctx.constant("c", sort_))
        , function_(ctx.function("f", sort_, sort_))
        , set_(ctx.function("s", sort_, ctx.bool_sort()))
        , relation_(ctx.function("r", sort_, sort_, ctx.bool_sort())) {}

    [[nodiscard]] const z3::sort& sort() const { return sort_; }

    z3::expr any() { return claim(4); }

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

    z3::expr claim(unsigned depth) {
        switch (depth == 0 ? below(3) : below(8)) {
        case 0:
            return set_(element());
        case 1:
            return relation_(element(), element());
        case 2:
            return element() == element();
        case 3:
            return !claim(depth - 1);
        case 4:
            return claim(depth - 1) && claim(depth - 1);
        case 5:
            return z3::implies(claim(depth - 1), claim(depth - 1));
        case 6:
            return quantified(depth, true);
        default:
            return quantified(depth, false);
        }
    }

    z3::expr quantified(unsigned depth, bool of_all) {
        const z3::expr bound(ctx_, Z3_mk_fresh_const(ctx_, "x", sort_));
        bound_.push_back(bound);
        const z3::expr body = claim(depth - 1);
        bound_.pop_back();
        return of_all ? z3::forall(bound, body) : z3::exists(bound, body);
    }

    z3::expr element() {
        const unsigned choice = below(static_cast<unsigned>(bound_.size()) + 2);
        if (choice < bound_.size())
            return bound_[choice];
        return choice == bound_.size() ? constant_ : function_(element());
    }

    z3::context& ctx_;
    std::mt19937 random_;
    z3::sort sort_;
    z3::expr constant_;
    z3::func_decl function_;
    z3::func_decl set_;
    z3::func_decl relation_;
    Terms bound_;
};

z3::check_result ask(z3::context& ctx, const Terms& question) {
    z3::solver solver(ctx, z3::solver::simple());
    for (const z3::expr& term : question)
        solver.add(term);
    return solver.check();
}

/// With its quantifiers: a sort of so many elements.
Terms with_size(Terms question, const z3::sort& sort, unsigned size) {
    question.push_back(at_most(sort, size));
    z3::expr_vector elements(sort.ctx());
    for (unsigned i = 0; i < size; ++i)
        elements.push_back(z3::expr(sort.ctx(), Z3_mk_fresh_const(sort.ctx(), "e", sort)));
    if (size > 1)
        question.push_back(z3::distinct(elements));
    return question;
}

bool has_any_quantifier(const Terms& terms) {
    return std::any_of(terms.begin(), terms.end(), has_quantifier);
}

TEST(Grounding, ChangesNoAnswer) {
    std::size_t possible = 0;
    std::size_t impossible = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        for (unsigned size = 1; size <= 3; ++size) {
            z3::context ctx;
            Claims claims(ctx, seed);
            const Terms question{claims.any(), claims.any(), claims.any()};
            const auto exact = Grounding(ctx, {1, {{claims.sort(), size}}})(question);
            const auto most = Grounding(ctx, {size})(question);
            ASSERT_TRUE(exact && most);
            EXPECT_FALSE(has_any_quantifier(*exact) || has_any_quantifier(*most));
            const auto expected = ask(ctx, with_size(question, claims.sort(), size));
            EXPECT_EQ(ask(ctx, *exact), expected) << "seed " << seed << ", size " << size;
            Terms few = question;
            few.push_back(at_most(claims.sort(), size));
            EXPECT_EQ(ask(ctx, *most), ask(ctx, few)) << "seed " << seed << ", size " << size;
            (expected == z3::sat ? possible : impossible) += 1;
        }
    }
    // A comparison of questions that have all the same answer would say little.
    EXPECT_GT(possible, 100U);
    EXPECT_GT(impossible, 100U);
}

TEST(Grounding, KeepsQuantifiersOverNumbers) {
    z3::context ctx;
    const z3::sort sort = ctx.uninterpreted_sort("S");
    const z3::func_decl at = ctx.function("at", ctx.int_sort(), sort);
    const z3::func_decl set = ctx.function("s", sort, ctx.bool_sort());
    const z3::expr i = ctx.int_const("i");
    const z3::expr x = ctx.constant("x", sort);
    const Terms question{z3::forall(i, x, z3::implies(at(i) == x, set(x))),
                         !set(at(ctx.int_val(7)))};
    const auto few = Grounding(ctx, {2})(question);
    ASSERT_TRUE(few);
    EXPECT_TRUE(has_any_quantifier(*few));
    EXPECT_EQ(ask(ctx, *few), z3::unsat);
    const auto without = Grounding(ctx, {2})({question.front()});
    ASSERT_TRUE(without);
    EXPECT_EQ(ask(ctx, *without), z3::sat);
}

TEST(Grounding, GivesUpWhatIsTooLong) {
    z3::context ctx;
    const z3::sort sort = ctx.uninterpreted_sort("S");
    const z3::func_decl set = ctx.function("s", sort, ctx.bool_sort());
    z3::expr claim = ctx.bool_val(true);
    z3::expr_vector bound(ctx);
    for (unsigned i = 0; i < 12; ++i) {
        bound.push_back(z3::expr(ctx, Z3_mk_fresh_const(ctx, "x", sort)));
        claim = claim && set(bound.back());
    }
    EXPECT_FALSE(Grounding(ctx, {3})({z3::forall(bound, claim)}));
    EXPECT_TRUE(Grounding(ctx, {2})({z3::forall(bound, claim)}));
}

} // namespace
} // namespace muster::checker::smt::testing
