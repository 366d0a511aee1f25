#include "tests/unit/checker/bounded/two_searches.hpp"

#include <gmock/gmock.h>

namespace muster::checker::bounded {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

struct Found {
    BoundedResult result;
    testing::Lengths lengths;
};

Found search(const spec::TypedSpec& spec, BoundedOptions options) {
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        const spec::PropertyKind kind = spec.properties[i].kind;
        if (kind != spec::PropertyKind::axiom) {
            (kind == spec::PropertyKind::cover ? options.covers : options.properties).push_back(i);
        }
    }
    options.on_violation = OnViolation::go_on;
    const spec::InstanceInfo& instance = spec.instances.front();
    const TransitionSystem system = lower(spec, {}, vanishing_on(instance));
    auto result = search_runs(system, instance, options);
    if (!result) {
        throw std::runtime_error(result.error().text);
    }
    testing::Lengths lengths = testing::lengths(spec, *result, options.max_depth);
    return {std::move(*result), std::move(lengths)};
}

// An integer that comes from outside, is kept and is compared with another one later: no
// exploration can try all of them.
constexpr const char* kAccount = R"(protocol account
role bank {
  durable balance: int = 0
  durable limit: int = 1000000
  action deposit(amount: int) when amount > 0 and amount < 500000 { balance += amount }
  action withdraw(amount: int) when amount > 0 { balance -= amount }
  action raise(by: int) when by > 100 { limit = limit + by }
}
invariant solvent: bank.balance > -1000000000000
invariant below_the_limit: bank.balance <= bank.limit
invariant not_magic: bank.balance != 123456789
instance whole {}
)";

TEST(Integers, need_no_bound) {
    const auto spec = testing::analysed(kAccount);
    const Found found = search(spec, {.max_depth = 5});
    // One withdrawal is enough; deposits are below half of the limit; and 246 deposits would be
    // needed but for a negative amount.
    EXPECT_THAT(found.lengths, ElementsAre(Pair("below_the_limit", 3), Pair("solvent", 1)));
    EXPECT_EQ(found.result.complete_depth, 5U);
    for (const Violation& violation : found.result.violations) {
        EXPECT_FALSE(violation.failure.has_value());
    }
}

TEST(Integers, of_which_too_few_can_be_tried_are_refused_by_name) {
    const auto spec = testing::analysed(R"(protocol p
role s { var x: int = 0 action go { x += 1 } }
invariant squares: forall i: int. i * i != s.x + 3
invariant small: s.x < 3
instance one {}
)");
    const Found found = search(spec, {.max_depth = 4});
    EXPECT_THAT(found.lengths, ElementsAre(Pair("small", 3)));
    ASSERT_THAT(found.result.refused, ::testing::SizeIs(1));
    EXPECT_THAT(found.result.refused.begin()->second.what, HasSubstr("`i` over integers"));
}

TEST(Search, ends_where_no_run_is_longer) {
    const auto spec = testing::analysed(R"(protocol p
role s { var x: int = 0 action go when x < 3 { x += 1 } }
invariant small: s.x < 5
instance one {}
)");
    const Found found = search(spec, {.max_depth = 20});
    EXPECT_THAT(found.lengths, IsEmpty());
    EXPECT_EQ(found.result.ended, BoundedResult::Ended::complete);
    EXPECT_EQ(found.result.complete_depth, 3U);
}

TEST(Search, finds_steps_that_go_wrong_and_what_is_undefined) {
    const auto spec = testing::analysed(R"(protocol p
sort K
role s[me: K] {
  var m: map K -> int
  var x: option int = none
  action add(k: K) when not (k in m) { m[k] = 1 }
  action look(k: K) { assert m[k] < 2 x = some(m[k]) }
  action double(k: K) when k in m { m[k] = m[k] * 2 }
}
invariant known: forall k: K. s[k].x.value < 7
invariant size: forall k: K. s[k].x is some implies s[k].x.value < 2
instance two { K = 2 }
)");
    const Found found = search(spec, {.max_depth = 4, .obligations = Obligations::of_all_roles});
    EXPECT_THAT(found.lengths, Contains(Pair("known is undefined", 0)));
    std::multiset<std::size_t> failures;
    for (const Violation& violation : found.result.violations) {
        if (!violation.property) {
            failures.insert(testing::length(violation.trace));
        }
    }
    // A key that is not there, and the assertion after an addition and a doubling.
    EXPECT_THAT(failures, ElementsAre(1, 3));
}

TEST(Search, limits_are_named) {
    const auto spec = testing::analysed(R"(protocol p
sort K
role s { var got: set K action take { let k = fresh K got += k } }
invariant few: size(s.got) < 3
instance two { K = 2 }
)");
    const Found found = search(spec, {.max_depth = 4});
    EXPECT_THAT(found.lengths, IsEmpty());
    EXPECT_THAT(found.result.limits, ElementsAre(HasSubstr("`fresh K` found none left")));
}

// There are 2^36 combinations of sets, which nobody waits for.
TEST(Search, ends_in_the_middle_of_a_formula_once_its_time_is_over) {
    const auto spec = testing::analysed(R"(protocol p
sort Item
role a { var n: int = 0  action up when n < 3 { n += 1 } }
axiom heavy: forall x, y, z: set Item. size(x union y union z) <= 12
invariant low: a.n < 9
instance i { Item = 12 }
)");
    const Found found =
        search(spec,
               {.max_depth = 5,
                .deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100)});
    EXPECT_EQ(found.result.ended, BoundedResult::Ended::at_deadline);
    EXPECT_FALSE(found.result.complete_depth.has_value());
}

TEST(Search, has_no_answer_once_its_effort_is_spent) {
    const auto spec = testing::analysed(kAccount);
    const Found none = search(spec, {.max_depth = 5, .effort = Effort(0)});
    EXPECT_EQ(none.result.ended, BoundedResult::Ended::out_of_effort);
    EXPECT_EQ(none.result.complete_depth, 0U); // that the start is fine is plain
    const Found some = search(spec, {.max_depth = 1000, .effort = Effort(1'000'000)});
    EXPECT_EQ(some.result.ended, BoundedResult::Ended::out_of_effort);
    const Found again = search(spec, {.max_depth = 1000, .effort = Effort(1'000'000)});
    EXPECT_EQ(some.result.complete_depth, again.result.complete_depth);
}

TEST(Search, has_no_answer_once_its_time_is_over) {
    const auto spec = testing::analysed(kAccount);
    const Found found =
        search(spec, {.max_depth = 5, .deadline = std::chrono::steady_clock::now()});
    EXPECT_EQ(found.result.ended, BoundedResult::Ended::at_deadline);
    EXPECT_EQ(found.result.complete_depth, 0U); // that the start is fine is plain
}

} // namespace
} // namespace muster::checker::bounded
