#include "checker/product/row_table.hpp"

#include <gtest/gtest.h>

#include <map>

namespace muster::checker::product {
namespace {

using Word = RowTable::Word;

std::vector<Word> packed(const RowTable& table, const Row& row) {
    std::vector<Word> words(table.layout().words());
    table.layout().pack(row, words.data());
    return words;
}

RowTable::Added add(RowTable& table, const Row& row) {
    table.make_room(row);
    const std::vector<Word> words = packed(table, row);
    return table.add(words.data(), table.hash(words.data()));
}

/// A row with parts that take more and more bits.
Row row_number(std::uint32_t number, std::uint32_t places) {
    Row row(places);
    for (std::uint32_t place = 0; place < places; ++place) {
        row[place] = (number * (place + 3)) % (number / (place + 1) + 2);
    }
    return row;
}

class Rows : public ::testing::TestWithParam<std::uint32_t> {};

// Of one word and of several, through many layouts and as the table grows.
TEST_P(Rows, AreKeptOnceAndInTheirOrder) {
    constexpr std::uint32_t kRows = 40'000;
    RowTable table(GetParam());
    std::map<Row, std::uint32_t> known;
    std::vector<Row> order;
    for (std::uint32_t number = 0; number < kRows; ++number) {
        const Row row = row_number(number % (kRows / 2), GetParam());
        const auto [at, is_new] = known.try_emplace(row, static_cast<std::uint32_t>(known.size()));
        const auto added = add(table, row);
        ASSERT_EQ(added.is_new, is_new);
        if (is_new) {
            ASSERT_EQ(added.index, at->second);
            order.push_back(row);
        }
    }
    ASSERT_EQ(table.size(), order.size());
    for (std::uint32_t index = 0; index < order.size(); ++index) {
        Row row;
        table.read(index, row);
        ASSERT_EQ(row, order[index]);
    }
}

// Claimed rows are told from each other and from those that were added, before and after.
TEST_P(Rows, AreClaimedOnce) {
    constexpr std::uint32_t kRows = 3'000;
    RowTable table(GetParam());
    table.make_room(row_number(kRows, GetParam()));
    for (std::uint32_t number = 0; number < kRows; ++number) {
        table.make_room(row_number(number, GetParam()));
    }
    std::map<std::vector<Word>, bool> known;
    std::vector<std::vector<Word>> rows;
    for (std::uint32_t number = 0; number < kRows; ++number) {
        rows.push_back(packed(table, row_number(number * 7 % kRows / 2, GetParam())));
    }
    for (std::size_t begin = 0; begin < rows.size(); begin += 100) {
        table.make_claimable(100);
        std::vector<std::pair<const Word*, std::size_t>> claimed;
        for (std::size_t i = begin; i < begin + 100; ++i) {
            const auto claim = table.claim(rows[i].data(),
                                           table.hash(rows[i].data()),
                                           static_cast<std::uint32_t>(claimed.size()),
                                           [&](std::size_t n) { return claimed[n].first; });
            ASSERT_EQ(claim.is_new, known.try_emplace(rows[i], true).second);
            if (claim.is_new) {
                claimed.emplace_back(rows[i].data(), claim.slot);
            }
        }
        for (const auto& [row, slot] : claimed) {
            table.add_claimed(row, table.hash(row), slot);
        }
    }
    EXPECT_EQ(table.size(), known.size());
    for (const auto& row : rows) {
        EXPECT_FALSE(table.add(row.data(), table.hash(row.data())).is_new);
    }
}

INSTANTIATE_TEST_SUITE_P(Places, Rows, ::testing::Values(1, 3, 4, 9, 40));

TEST(RowTable, HasAnOwnerForEveryRow) {
    for (const std::size_t threads : {1, 2, 3, 64}) {
        EXPECT_EQ(RowTable::owner(0, threads), 0U);
        EXPECT_EQ(RowTable::owner(~std::uint64_t{0}, threads), threads - 1);
    }
}

} // namespace
} // namespace muster::checker::product
