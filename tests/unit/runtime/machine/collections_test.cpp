#include "runtime/machine/choose.hpp"
#include "runtime/machine/collections.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace muster::runtime {
namespace {

using Numbers = std::set<int>;

TEST(Collections, SetOperationsAreThoseOfMathematics) {
    EXPECT_TRUE(rc::check("sets", [](const Numbers& a, const Numbers& b) {
        Numbers expected;
        std::set_union(
            a.begin(), a.end(), b.begin(), b.end(), std::inserter(expected, expected.end()));
        RC_ASSERT(set_union<Numbers>(a, b) == expected);
        expected.clear();
        std::set_intersection(
            a.begin(), a.end(), b.begin(), b.end(), std::inserter(expected, expected.end()));
        RC_ASSERT(intersection<Numbers>(a, b) == expected);
        RC_ASSERT(is_subset(expected, a));
        expected.clear();
        std::set_difference(
            a.begin(), a.end(), b.begin(), b.end(), std::inserter(expected, expected.end()));
        RC_ASSERT(difference<Numbers>(a, b) == expected);
        RC_ASSERT(is_subset(a, b) == std::includes(b.begin(), b.end(), a.begin(), a.end()));
    }));
}

TEST(Collections, KeysAreSeenWithoutACopy) {
    EXPECT_TRUE(rc::check("keys", [](const std::map<int, std::string>& map) {
        const auto view = keys(map);
        RC_ASSERT(view.size() == map.size());
        RC_ASSERT(view.empty() == map.empty());
        RC_ASSERT(key_set<Numbers>(map) == Numbers(view.begin(), view.end()));
        for (const auto& entry : map) {
            RC_ASSERT(view.contains(entry.first));
        }
    }));
}

TEST(Collections, LookupsGiveTheValueOrNone) {
    const std::map<int, std::string> map{{1, "one"}};
    EXPECT_EQ(at(map, 1), "one");
    EXPECT_EQ(find(map, 1), "one");
    EXPECT_EQ(find(map, 2), std::nullopt);
    EXPECT_EQ(runtime::size(map), 1);
}

TEST(Collections, FirstGoesInOrder) {
    const std::vector<int> list{5, 3, 4};
    EXPECT_EQ(first(list, [](int x) { return x < 5; }), 3);
    EXPECT_TRUE(contains(list, 4));
    EXPECT_FALSE(contains(list, 6));
}

TEST(CollectionsDeathTest, AKeyNeverGetsTwoValues) {
    std::map<int, int> map;
    add_entry(map, 1, 5);
    add_entry(map, 1, 5);
    EXPECT_EQ(map, (std::map<int, int>{{1, 5}}));
    EXPECT_DEATH(add_entry(map, 1, 6), "broken obligation: two values for one key of a map");
}

TEST(CollectionsDeathTest, WhatIsNotThereIsABrokenObligation) {
    const std::map<int, int> map;
    EXPECT_DEATH(static_cast<void>(at(map, 1)), "broken obligation: a map has no such key");
    EXPECT_DEATH(static_cast<void>(value(std::optional<int>())),
                 "broken obligation: the value of none was asked for");
    EXPECT_DEATH(static_cast<void>(first(std::vector<int>{1}, [](int x) { return x > 1; })),
                 "broken obligation: no element of a list fits");
    EXPECT_DEATH(obligation(false, "assert x"),
                 "broken obligation: assert x \\(.*\\.cpp:[0-9]+\\)");
}

// Chooses by a number given in advance and notes what it was asked.
struct ScriptedHooks {
    std::size_t choice = 0;
    std::vector<int> candidates = {};

    std::size_t pick(const std::vector<int>& offered) {
        candidates = offered;
        return choice % offered.size();
    }
};

TEST(Choose, APolicyIsOfferedExactlyTheBest) {
    EXPECT_TRUE(
        rc::check("best", [](const std::map<int, std::uint8_t>& weight, std::size_t choice) {
            ScriptedHooks hooks{choice};
            const auto key = [&](int x) {
                return weight.at(x) % 4;
            };
            const auto fits = [&](int x) {
                return x % 2 == 0;
            };
            const auto most = pick_max_if<int>(hooks, keys(weight), fits, key);
            std::vector<int> expected;
            for (const auto& [x, unused] : weight) {
                const int number = x;
                if (fits(number) &&
                    std::all_of(weight.begin(), weight.end(), [&](const auto& entry) {
                        return !fits(entry.first) || key(entry.first) <= key(number);
                    })) {
                    expected.push_back(number);
                }
            }
            RC_ASSERT(hooks.candidates == expected);
            RC_ASSERT(most.has_value() == !expected.empty());
            if (most.has_value()) {
                RC_ASSERT(*most == expected[choice % expected.size()]);
                DefaultHooks none;
                RC_ASSERT(pick_max_if<int>(none, keys(weight), fits, key) == expected.front());
            }
        }));
}

TEST(Choose, MinIsTheOppositeOfMax) {
    const std::map<int, int> weight{{1, 5}, {2, 3}, {3, 3}, {4, 9}};
    DefaultHooks hooks;
    EXPECT_EQ(pick_min<int>(hooks, keys(weight), [&](int x) { return weight.at(x); }), 2);
    EXPECT_EQ(pick_max<int>(hooks, keys(weight), [&](int x) { return weight.at(x); }), 4);
    EXPECT_EQ(pick<int>(hooks, keys(weight)), 1);
    EXPECT_EQ(pick_if<int>(hooks, keys(weight), [](int x) { return x > 2; }), 3);
    EXPECT_EQ(pick<int>(hooks, Numbers{}), std::nullopt);
}

struct WrongHooks {
    std::size_t pick(const std::vector<int>& offered) { return offered.size(); }
};

TEST(ChooseDeathTest, APolicyMustChooseWhatIsOffered) {
    WrongHooks hooks;
    EXPECT_DEATH(static_cast<void>(pick<int>(hooks, Numbers{1, 2})),
                 "a pick policy chose an element that is not there");
}

} // namespace
} // namespace muster::runtime
