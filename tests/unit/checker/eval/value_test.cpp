#include "checker/eval/collections.hpp"
#include "checker/eval/value_space.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace muster::checker::testing {
namespace {

using Numbers = std::vector<std::int64_t>;

std::set<std::int64_t> numbers_of(const Value& set) {
    std::set<std::int64_t> numbers;
    for (const Value& item : set.items()) {
        numbers.insert(item.number());
    }
    return numbers;
}

Value set_of(const Numbers& numbers) {
    std::vector<Value> items;
    for (const std::int64_t number : numbers) {
        items.push_back(Value::scalar(number));
    }
    return make_set(std::move(items));
}

RC_GTEST_PROP(Collections, sets_behave_like_sets, (const Numbers& a, const Numbers& b)) {
    const Value left = set_of(a);
    const Value right = set_of(b);
    const std::set<std::int64_t> model(a.begin(), a.end());
    const std::set<std::int64_t> other(b.begin(), b.end());
    std::set<std::int64_t> both = model;
    both.insert(other.begin(), other.end());
    RC_ASSERT(numbers_of(set_union(left, right)) == both);
    RC_ASSERT(set_union(set_difference(left, right), set_intersection(left, right)) == left);
    RC_ASSERT(is_subset(left, right) ==
              std::includes(other.begin(), other.end(), model.begin(), model.end()));
    for (const std::int64_t number : b) {
        const Value element = Value::scalar(number);
        RC_ASSERT(set_contains(left, element) == (model.count(number) == 1));
        RC_ASSERT(set_contains(set_insert(left, element), element));
        RC_ASSERT(!set_contains(set_remove(left, element), element));
    }
}

RC_GTEST_PROP(Collections,
              maps_do_not_remember_the_order_of_their_making,
              (std::map<std::int64_t, std::int64_t> model)) {
    Value forwards = Value::row({});
    Value backwards = Value::row({});
    for (auto at = model.begin(); at != model.end(); ++at) {
        forwards = map_insert(forwards, Value::scalar(at->first), Value::scalar(at->second));
    }
    for (auto at = model.rbegin(); at != model.rend(); ++at) {
        backwards = map_insert(backwards, Value::scalar(at->first), Value::scalar(0));
        backwards = map_insert(backwards, Value::scalar(at->first), Value::scalar(at->second));
    }
    RC_ASSERT(forwards == backwards);
    RC_ASSERT(forwards.hash() == backwards.hash());
    RC_ASSERT(map_size(forwards) == model.size());
    for (const auto& [key, value] : model) {
        RC_ASSERT(map_find(forwards, Value::scalar(key))->number() == value);
        RC_ASSERT(map_find(map_remove(forwards, Value::scalar(key)), Value::scalar(key)) ==
                  nullptr);
    }
}

TEST(Value, compares_by_content) {
    const Value one = Value::some(Value::scalar(1));
    EXPECT_EQ(one, Value::some(Value::scalar(1)));
    EXPECT_NE(one, Value::scalar(1));
    EXPECT_NE(one, Value::none());
    EXPECT_LT(Value::none(), one);
    EXPECT_LT(one, Value::some(Value::scalar(2)));
}

} // namespace
} // namespace muster::checker::testing
