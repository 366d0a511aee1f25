#include "runtime/log/partition_log.hpp"
#include "tests/unit/runtime/record_batches.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace muster::runtime::log {
namespace {

Bytes numbered(std::int32_t sequence,
               std::int32_t count = 1,
               std::int16_t epoch = 0,
               std::int64_t producer_id = 7) {
    return make_batch(
        count, "r", 1000, {.producer_id = producer_id, .epoch = epoch, .sequence = sequence});
}

PartitionLog open_log(const TemporaryFolder& folder) {
    auto log = PartitionLog::open(folder.path(), {.segment_bytes = 200});
    EXPECT_TRUE(log) << log.error().message;
    return *std::move(log);
}

TEST(ProducerSequences, ABatchThatIsSentAgainIsAppendedOnce) {
    const TemporaryFolder folder;
    {
        auto log = open_log(folder);
        EXPECT_EQ(log.append(numbered(0, 3)), 0);
        EXPECT_EQ(log.append(numbered(3, 2)), 3);
        EXPECT_EQ(log.append(numbered(0, 3)), 0);
        EXPECT_EQ(log.append(numbered(3, 2)), 3);
        EXPECT_EQ(log.end_offset(), 5);
    }
    auto log = open_log(folder);
    EXPECT_EQ(log.append(numbered(3, 2)), 3) << "the log itself remembers";
    EXPECT_EQ(log.append(numbered(5)), 5);
}

TEST(ProducerSequences, AGapIsRefused) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    ASSERT_EQ(log.append(numbered(0, 2)), 0);
    EXPECT_EQ(log.append(numbered(3)).error(), AppendError::out_of_order);
    EXPECT_EQ(log.append(numbered(1)).error(), AppendError::out_of_order)
        << "half of a batch is no repetition of it";
    EXPECT_EQ(log.append(numbered(2)), 2);
    EXPECT_EQ(log.append(numbered(9, 1, 0, 8)), 3) << "nothing is known of that producer";
}

TEST(ProducerSequences, ALaterEpochBeginsAnewAndEndsTheOneBefore) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    ASSERT_EQ(log.append(numbered(0)), 0);
    EXPECT_EQ(log.append(numbered(1, 1, 1)).error(), AppendError::out_of_order);
    EXPECT_EQ(log.append(numbered(0, 1, 1)), 1);
    EXPECT_EQ(log.append(numbered(1, 1, 0)).error(), AppendError::old_epoch);
    EXPECT_EQ(log.append(numbered(0, 1, 0)).error(), AppendError::old_epoch);
    EXPECT_EQ(log.append(numbered(1, 1, 1)), 2);
}

TEST(ProducerSequences, TheLastFiveBatchesAreKnownAgain) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    for (std::int32_t i = 0; i < 6; ++i) {
        ASSERT_EQ(log.append(numbered(i)), i);
    }
    EXPECT_EQ(log.append(numbered(0)).error(), AppendError::out_of_order);
    for (std::int32_t i = 1; i < 6; ++i) {
        EXPECT_EQ(log.append(numbered(i)), i);
    }
    EXPECT_EQ(log.end_offset(), 6);
}

TEST(ProducerSequences, NumbersGoRound) {
    constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
    const TemporaryFolder folder;
    auto log = open_log(folder);
    EXPECT_EQ(log.append(numbered(kMost - 1, 3)), 0) << "the last of them is number 0";
    EXPECT_EQ(log.append(numbered(kMost - 1, 3)), 0);
    EXPECT_EQ(log.append(numbered(0)).error(), AppendError::out_of_order);
    EXPECT_EQ(log.append(numbered(1)), 3);
}

TEST(ProducerSequences, WhatNobodyMaySendIsRefused) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    EXPECT_EQ(log.append(numbered(0) + numbered(1)).error(), AppendError::invalid);
    EXPECT_EQ(log.append(make_batch(1, "r", 1, {.producer_id = 7})).error(), AppendError::invalid);
    EXPECT_EQ(log.append(make_batch(1, "r", 1, {.attributes = 0x20})).error(),
              AppendError::invalid);
    EXPECT_EQ(log.append(make_batch(1, "r", 1, {7, 0, 0, 0x10})).error(),
              AppendError::transactional);
    EXPECT_EQ(log.end_offset(), 0);
}

TEST(ProducerSequences, TheQuietestProducerIsForgottenFirst) {
    ProducerSequences sequences(2);
    const auto note = [&sequences](std::int64_t producer_id, std::int64_t offset) {
        sequences.note({.base_offset = offset,
                        .offset_count = 1,
                        .producer_id = producer_id,
                        .producer_epoch = 0,
                        .base_sequence = static_cast<std::int32_t>(offset)});
    };
    note(1, 0);
    note(2, 1);
    note(1, 2);
    note(3, 3);
    EXPECT_EQ(sequences.size(), 2U);
    const auto kind_of = [&sequences](std::int64_t producer_id) {
        return sequences
            .check({.offset_count = 1,
                    .producer_id = producer_id,
                    .producer_epoch = 0,
                    .base_sequence = 90})
            .kind;
    };
    EXPECT_EQ(kind_of(2), ProducerSequences::Verdict::Kind::append) << "as if it were new";
    EXPECT_EQ(kind_of(1), ProducerSequences::Verdict::Kind::out_of_order);
    EXPECT_EQ(kind_of(3), ProducerSequences::Verdict::Kind::out_of_order);
}

// A producer with up to five batches on their way sends each until it hears that it is there. The
// log holds every record once and in order, whatever was sent twice and wherever it was opened
// anew.
RC_GTEST_PROP(ProducerSequences, WhateverIsSentTwiceTheLogHoldsEveryRecordOnce, ()) {
    const TemporaryFolder folder;
    auto log = open_log(folder);
    const auto sizes = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 4));
    std::vector<std::int32_t> starts;
    std::int32_t next = 0;
    for (const int size : sizes) {
        starts.push_back(next);
        next += size;
        const auto repeated =
            *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(starts.size(), 5));
        for (std::size_t i = 0; i <= repeated; ++i) {
            // The new one first, then some that are known already.
            const auto which = starts.size() - 1 - i;
            RC_ASSERT(log.append(numbered(starts[which], sizes[which])) == starts[which]);
        }
        if (*rc::gen::inRange(0, 4) == 0) {
            log = open_log(folder);
        }
    }
    RC_ASSERT(log.end_offset() == next);
}

} // namespace
} // namespace muster::runtime::log
