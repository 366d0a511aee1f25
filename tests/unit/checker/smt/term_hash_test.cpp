#include "checker/smt/term_hash.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace muster::checker::smt {
namespace {

using Build = std::function<z3::expr(z3::context&)>;

AnswerKey hash_of(const Build& build) {
    z3::context ctx;
    TermHasher hasher;
    const auto key = hasher.hash(build(ctx));
    EXPECT_TRUE(key.has_value());
    return key.value_or(AnswerKey{});
}

z3::sort process(z3::context& ctx) {
    return ctx.uninterpreted_sort("Process");
}

z3::expr holds(z3::context& ctx, const z3::expr& x) {
    return ctx.function("holds", process(ctx), ctx.bool_sort())(x);
}

z3::expr for_all_named(z3::context& ctx, const char* name) {
    const z3::expr x = ctx.constant(name, process(ctx));
    return z3::forall(x, holds(ctx, x));
}

TEST(TermHash, IsTheSameInEveryContext) {
    const Build build = [](z3::context& ctx) {
        const z3::expr n = ctx.int_const("n");
        return n + 1 > 2 * n && for_all_named(ctx, "x");
    };
    const AnswerKey fresh = hash_of(build);
    const AnswerKey later = hash_of([&](z3::context& ctx) {
        // Other terms came first, so that the numbers of all nodes are others.
        for (int i = 0; i < 100; ++i) {
            ctx.int_const(("other" + std::to_string(i)).c_str()) + i;
        }
        return build(ctx);
    });
    EXPECT_EQ(fresh, later);
}

TEST(TermHash, DoesNotDependOnWhatBoundVariablesAreCalled) {
    EXPECT_EQ(hash_of([](z3::context& ctx) { return for_all_named(ctx, "x"); }),
              hash_of([](z3::context& ctx) { return for_all_named(ctx, "y!17"); }));
}

TEST(TermHash, DoesNotDependOnTheOrderOfWhatCommutes) {
    EXPECT_EQ(hash_of([](z3::context& ctx) { return ctx.int_const("a") == ctx.int_const("b"); }),
              hash_of([](z3::context& ctx) { return ctx.int_const("b") == ctx.int_const("a"); }));
    EXPECT_EQ(hash_of([](z3::context& ctx) { return ctx.bool_const("a") && ctx.bool_const("b"); }),
              hash_of([](z3::context& ctx) { return ctx.bool_const("b") && ctx.bool_const("a"); }));
}

// Every two of them mean something else.
TEST(TermHash, TellsApartWhatDiffers) {
    const std::vector<Build> different{
        [](z3::context& ctx) { return ctx.bool_const("a") && ctx.bool_const("b"); },
        [](z3::context& ctx) { return ctx.bool_const("a") && ctx.bool_const("c"); },
        [](z3::context& ctx) { return z3::implies(ctx.bool_const("a"), ctx.bool_const("b")); },
        [](z3::context& ctx) { return z3::implies(ctx.bool_const("b"), ctx.bool_const("a")); },
        [](z3::context& ctx) { return ctx.bool_const("a") || ctx.bool_const("b"); },
        [](z3::context& ctx) { return ctx.bool_const("a"); },
        [](z3::context& ctx) { return !ctx.bool_const("a"); },
        [](z3::context& ctx) { return ctx.int_const("a"); },
        [](z3::context& ctx) { return ctx.constant("a", process(ctx)); },
        [](z3::context& ctx) { return ctx.constant("a", ctx.uninterpreted_sort("Other")); },
        [](z3::context& ctx) { return ctx.int_val(1); },
        [](z3::context& ctx) { return ctx.int_val(-1); },
        [](z3::context& ctx) { return ctx.int_val("12345678901234567890"); },
        [](z3::context& ctx) { return ctx.int_const("a") < 1; },
        [](z3::context& ctx) { return ctx.int_const("a") <= 1; },
        [](z3::context& ctx) { return 1 <= ctx.int_const("a"); },
        [](z3::context& ctx) { return ctx.int_const("a") - 1 == 1 - ctx.int_const("a"); },
        [](z3::context& ctx) { return ctx.int_const("a") == 1; },
        [](z3::context& ctx) { return ctx.bool_val(true); },
        [](z3::context& ctx) { return ctx.bool_val(false); },
        [](z3::context& ctx) { return for_all_named(ctx, "x"); },
        [](z3::context& ctx) {
            const z3::expr x = ctx.constant("x", process(ctx));
            return z3::exists(x, holds(ctx, x));
        },
        [](z3::context& ctx) {
            const z3::expr x = ctx.constant("x", process(ctx));
            const z3::expr y = ctx.constant("y", process(ctx));
            return z3::forall(x, y, holds(ctx, x));
        },
        [](z3::context& ctx) {
            const z3::expr x = ctx.constant("x", process(ctx));
            const z3::expr y = ctx.constant("y", process(ctx));
            return z3::forall(x, y, holds(ctx, y));
        },
        [](z3::context& ctx) { return holds(ctx, ctx.constant("x", process(ctx))); },
        [](z3::context& ctx) { return holds(ctx, ctx.constant("y", process(ctx))); },
    };
    for (std::size_t i = 0; i < different.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(hash_of(different[i]) == hash_of(different[j])) << i << " and " << j;
        }
    }
}

z3::expr phase(z3::context& ctx, std::vector<const char*> names) {
    z3::func_decl_vector values(ctx);
    z3::func_decl_vector testers(ctx);
    const z3::sort sort = ctx.enumeration_sort(
        "Phase", static_cast<unsigned>(names.size()), names.data(), values, testers);
    return ctx.constant("phase", sort) == values[0]();
}

TEST(TermHash, KnowsWhichValuesAnEnumerationHas) {
    const AnswerKey two = hash_of([](z3::context& ctx) { return phase(ctx, {"on", "off"}); });
    EXPECT_EQ(two, hash_of([](z3::context& ctx) { return phase(ctx, {"on", "off"}); }));
    EXPECT_FALSE(two == hash_of([](z3::context& ctx) {
                     return phase(ctx, {"on", "off", "broken"});
                 }));
    EXPECT_FALSE(two == hash_of([](z3::context& ctx) { return phase(ctx, {"off", "on"}); }));
}

// A number of a node that is given to another one must not bring its hash along.
TEST(TermHash, KeepsTermsApartThatComeAndGo) {
    z3::context ctx;
    TermHasher hasher;
    std::vector<AnswerKey> seen;
    for (int i = 0; i < 200; ++i) {
        seen.push_back(hasher.hash(ctx.int_const("n") > i).value());
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            ASSERT_FALSE(seen[i] == seen[j]);
        }
    }
}

TEST(TermHash, GivesNothingForWhatTheEncodingDoesNotUse) {
    z3::context ctx;
    TermHasher hasher;
    EXPECT_FALSE(hasher.hash(ctx.real_const("r") > 0).has_value());
    EXPECT_FALSE(hasher.hash(ctx.bv_const("b", 8) == 1).has_value());
    const z3::sort array = ctx.array_sort(ctx.int_sort(), ctx.int_sort());
    EXPECT_FALSE(hasher.hash(z3::select(ctx.constant("m", array), 1) == 1).has_value());
}

} // namespace
} // namespace muster::checker::smt
