#include "runtime/machine/sorted_containers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace muster::runtime {
namespace {

using Numbers = std::vector<int>;

template <class Container>
Numbers numbers_of(const Container& container) {
    Numbers numbers;
    for (const auto& each : container) {
        numbers.push_back(each);
    }
    return numbers;
}

TEST(Row, KeepsItsElementsWhenItIsCopiedAndMoved) {
    Row<std::string> row{"a", "b"};
    row.push_back("c");
    Row<std::string> copy = row;
    copy.pop_back();
    EXPECT_EQ(copy, (Row<std::string>{"a", "b"}));
    EXPECT_EQ(row, (Row<std::string>{"a", "b", "c"}));
    const Row<std::string> moved = std::move(row);
    EXPECT_EQ(moved.size(), 3U);
    row = moved; // NOLINT(bugprone-use-after-move): what was moved from may be given a value
    EXPECT_EQ(row, moved);
    row = Row<std::string>();
    EXPECT_TRUE(row.empty());
}

TEST(Row, IsOrderedAsItsElementsAre) {
    EXPECT_TRUE((Row<int>{1, 2}) < (Row<int>{1, 3}));
    EXPECT_TRUE((Row<int>{1}) < (Row<int>{1, 3}));
    EXPECT_FALSE((Row<bool>{true}) < (Row<bool>{true}));
}

TEST(SortedSet, IsLikeTheStandardOne) {
    EXPECT_TRUE(rc::check("insert and erase", [](const Numbers& in, const Numbers& out) {
        SortedSet<int> sorted;
        std::set<int> standard;
        for (const int each : in) {
            sorted.insert(each);
            standard.insert(each);
        }
        for (const int each : out) {
            RC_ASSERT(sorted.contains(each) == standard.contains(each));
            sorted.erase(each);
            standard.erase(each);
        }
        RC_ASSERT(numbers_of(sorted) == numbers_of(standard));
        RC_ASSERT(sorted.find(in.empty() ? 0 : in[0]) != sorted.end() ||
                  !standard.contains(in.empty() ? 0 : in[0]));
    }));
}

TEST(SortedMap, IsLikeTheStandardOne) {
    EXPECT_TRUE(rc::check("assign and erase", [](const Numbers& in, const Numbers& out) {
        SortedMap<int, int> sorted;
        std::map<int, int> standard;
        for (std::size_t i = 0; i < in.size(); ++i) {
            sorted.insert_or_assign(in[i], static_cast<int>(i));
            standard.insert_or_assign(in[i], static_cast<int>(i));
        }
        for (const int each : out) {
            sorted.erase(each);
            standard.erase(each);
        }
        RC_ASSERT(sorted.size() == standard.size());
        RC_ASSERT(std::equal(
            standard.begin(), standard.end(), sorted.begin(), [](const auto& a, const auto& b) {
                return a.first == b.first && a.second == b.second;
            }));
    }));
}

TEST(SortedMap, IsEqualWhereKeysAndValuesAre) {
    SortedMap<int, Row<bool>> one;
    one.insert_or_assign(2, {true});
    SortedMap<int, Row<bool>> other = one;
    EXPECT_EQ(one, other);
    other.find(2)->second.push_back(false);
    EXPECT_NE(one, other);
    EXPECT_TRUE(one < other);
}

} // namespace
} // namespace muster::runtime
